#include "text/lines.hpp"

#include <algorithm>
#include <utility>

namespace wayfront::textfile {
namespace {

constexpr std::size_t part_bytes = std::size_t{1} << 16;

/// The first line of `text`, its '\n' included.
std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n') + 1); }

}  // namespace

bool Lines::refill() {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (unread_) std::rethrow_exception(std::exchange(unread_, nullptr));
  if (piece_.empty()) piece_ = input_.lines();
  if (!std::exchange(begun_, true) && piece_.starts_with(byte_order_mark)) piece_.remove_prefix(byte_order_mark.size());
  return !piece_.empty();
}

void Lines::read_ahead() noexcept {
  try {
    piece_ = input_.lines();
  } catch (...) {
    unread_ = std::current_exception();
  }
}

bool Lines::next(std::string_view& line) {
  if (!refill()) return false;
  last_ = first_line(piece_);
  piece_.remove_prefix(last_.size());
  ++line_;
  line = last_.substr(0, last_.size() - 1);
  return true;
}

void Lines::again() {
  piece_ = {last_.data(), last_.size() + piece_.size()};
  --line_;
}

void Lines::take(std::vector<std::string_view>& texts) {
  texts.clear();
  refill();
  while (!piece_.empty()) {
    std::size_t size = std::min(part_bytes, piece_.size());
    size += first_line(piece_.substr(size - 1)).size() - 1;
    texts.push_back(piece_.substr(0, size));
    piece_.remove_prefix(size);
  }
}

void Lines::fail_at(std::uint64_t line, std::string_view what, StatusCode code) const {
  throw BadInput(format_ + ": " + std::string(input_.name()) + ":" + std::to_string(line) + ": " + std::string(what),
                 code);
}

void Lines::fail_in_file(std::string_view what) const {
  throw BadInput(format_ + ": " + std::string(input_.name()) + ": " + std::string(what));
}

}  // namespace wayfront::textfile
