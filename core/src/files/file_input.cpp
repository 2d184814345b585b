#include <algorithm>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/errors.hpp"
#include "files/file_digest.hpp"
#include "files/input.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

namespace fs = std::filesystem;

std::optional<fs::path> file_beside(const fs::path& path, std::string_view suffix) {
  fs::path other = without_compression(path.native());
  other.replace_extension(suffix);
  const auto is_there = [&](const fs::path& candidate) {
    std::error_code error;
    return candidate != path && fs::is_regular_file(candidate, error);
  };
  if (is_there(other)) return other;
  for (const std::string_view ending : compressed_endings)
    if (const fs::path candidate = other.string() + std::string(ending); is_there(candidate)) return candidate;
  return std::nullopt;
}

Input* FileInput::beside(std::string_view suffix) {
  const std::optional<fs::path> file = file_beside(std::string(name()), suffix);
  asked_beside_.push_back({std::string(suffix), file ? file_identity(*file) : ""});
  if (!file) return nullptr;
  try {
    return besides_.emplace_back(open_input(*file)).get();
  } catch (const UserError& refused) {
    throw BadInput(refused.what());
  }
}

std::string_view FileInput::head() {
  constexpr std::size_t head_bytes = 4096;
  while (filled_ - used_ < head_bytes && refill()) {
  }
  return {buffer_.get() + used_, std::min(head_bytes, filled_ - used_)};
}

std::string_view FileInput::bytes() {
  drop_used();
  if (filled_ == 0) refill();
  return give(filled_);
}

std::string_view FileInput::lines() {
  drop_used();
  std::size_t searched = 0;
  do {
    if (filled_ == searched) continue;
    const void* const last = ::memrchr(buffer_.get() + searched, '\n', filled_ - searched);
    if (last != nullptr) return give(static_cast<std::size_t>(static_cast<const char*>(last) - buffer_.get()) + 1);
    searched = filled_;
  } while (refill());
  if (filled_ == 0) return {};
  const std::string_view rest = give(filled_);  // there is room for one more, see room()
  buffer_[filled_] = '\n';
  return {rest.data(), rest.size() + 1};
}

char* FileInput::room(std::size_t bytes) {
  const std::size_t wanted = filled_ + bytes + 1;
  if (wanted > capacity_) {
    const std::size_t larger = std::max(wanted, 2 * capacity_);
    auto buffer = make_big_array<char>(larger);
    if (filled_ != 0) std::memcpy(buffer.get(), buffer_.get(), filled_);
    buffer_ = std::move(buffer);
    capacity_ = larger;
  }
  return buffer_.get() + filled_;
}

/// Returned bytes stay where they are; the rest moves to the other buffer.
void FileInput::drop_used() {
  if (used_ == 0) return;
  std::swap(buffer_, other_);
  std::swap(capacity_, other_capacity_);
  const std::size_t left = filled_ - used_;
  filled_ = 0;
  if (left != 0) std::memcpy(room(left), other_.get() + used_, left);
  filled_ = left;
  used_ = 0;
}

std::string_view FileInput::give(std::size_t size) {
  used_ = size;
  return give_from(buffer_.get(), size);
}

std::string_view FileInput::give_from(const char* data, std::size_t size) {
  given_ += size;
  return {data, size};
}

}  // namespace wayfront::host
