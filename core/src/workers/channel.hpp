// Messages between the host and a worker process over a stream socket: a JSON value each, as MessagePack behind its
// length. Neither side believes what comes: a plugin may have scribbled over the memory of the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace wayfront::host {

/// What came is no message.
class Garbled : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Channel {
 public:
  /// Takes the socket over. `longest`: bytes of a message in either direction.
  explicit Channel(int socket, std::uint32_t longest = std::uint32_t{1} << 30) : socket_(socket), longest_(longest) {}
  ~Channel() { close(); }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  int socket() const { return socket_; }
  /// The other side sees an end.
  void close();

  /// False where the other side is gone. Blocks while the socket's buffer is full. Throws std::length_error, and sends
  /// nothing, where the message is too long. [any thread]
  bool send(const nlohmann::json& message);
  /// Waits for the next message; nothing at the end. Throws Garbled.
  std::optional<nlohmann::json> receive();

  /// Takes in what has arrived, without waiting; false at the end.
  bool take_in();
  /// The next message that has arrived whole. Throws Garbled.
  std::optional<nlohmann::json> next();

 private:
  bool read_some(int flags);

  int socket_;
  std::uint32_t longest_;
  std::mutex sending_;
  std::string arrived_;
};

}  // namespace wayfront::host
