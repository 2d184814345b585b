#include "workers/channel.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace wayfront::host {
namespace {

using Length = std::uint32_t;

/// Parses a message, but refuses nesting so deep that parsing would overflow the stack.
class ShallowMessage : public nlohmann::detail::json_sax_dom_parser<nlohmann::json> {
  using Parser = nlohmann::detail::json_sax_dom_parser<nlohmann::json>;

 public:
  explicit ShallowMessage(nlohmann::json& message) : Parser(message, false) {}
  bool start_object(std::size_t count) { return ++depth_ <= deepest && Parser::start_object(count); }
  bool start_array(std::size_t count) { return ++depth_ <= deepest && Parser::start_array(count); }
  bool end_object() { return --depth_, Parser::end_object(); }
  bool end_array() { return --depth_, Parser::end_array(); }

 private:
  static constexpr unsigned deepest = 64;
  unsigned depth_ = 0;
};

}  // namespace

bool Channel::send(const nlohmann::json& message) {
  std::string text(sizeof(Length), '\0');
  nlohmann::json::to_msgpack(message, nlohmann::detail::output_adapter<char>(text));
  if (text.size() - sizeof(Length) > longest_)
    throw std::length_error(
        fmt::format("a message of {} bytes is longer than {}", text.size() - sizeof(Length), longest_));
  const auto length = static_cast<Length>(text.size() - sizeof(Length));
  std::memcpy(text.data(), &length, sizeof length);
  const std::scoped_lock lock(sending_);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t sent = ::send(socket(), text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    done += static_cast<std::size_t>(sent);
  }
  return true;
}

/// False at the end of the stream.
bool Channel::read_some(int flags) {
  std::array<char, 1 << 16> part;
  ssize_t size = 0;
  do size = ::recv(socket(), part.data(), part.size(), flags);
  while (size < 0 && errno == EINTR);
  if (size < 0) return errno == EAGAIN;
  arrived_.append(part.data(), static_cast<std::size_t>(size));
  return size > 0;
}

bool Channel::take_in() { return read_some(MSG_DONTWAIT); }

std::optional<nlohmann::json> Channel::next() {
  Length length = 0;
  if (arrived_.size() < sizeof length) return {};
  std::memcpy(&length, arrived_.data(), sizeof length);
  if (length > longest_) throw Garbled(fmt::format("a message of {} bytes was announced", length));
  if (arrived_.size() - sizeof length < length) return {};
  const char* const begin = arrived_.data() + sizeof length;
  nlohmann::json message;
  ShallowMessage reader(message);
  const bool whole = nlohmann::json::sax_parse(begin, begin + length, &reader, nlohmann::json::input_format_t::msgpack);
  arrived_.erase(0, sizeof length + length);
  if (!whole || !message.is_object())
    throw Garbled(fmt::format("a message of {} bytes is not valid MessagePack", length));
  return message;
}

std::optional<nlohmann::json> Channel::receive() {
  for (;;) {
    if (auto message = next()) return message;
    if (!read_some(0)) return {};
  }
}

}  // namespace wayfront::host
