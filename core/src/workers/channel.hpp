// Messages between the host and a worker process over a stream socket: one JSON value each, as MessagePack after its
// length. Neither side trusts what it receives: a plugin may have overwritten the other side's memory.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "files/byte_source.hpp"

namespace wayfront::host {

/// The received data are not a message.
class Garbled : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Channel {
 public:
  /// `longest`: max bytes of a message in either direction.
  explicit Channel(FileHandle socket, std::uint32_t longest = std::uint32_t{1} << 30)
      : socket_(std::move(socket)), longest_(longest) {}

  int socket() const { return socket_.get(); }
  /// The other side sees an end.
  void close() { socket_ = {}; }

  /// False if the other side is gone. Blocks while the socket's buffer is full. Throws std::length_error, and sends
  /// nothing, if the message is too long. [any thread]
  bool send(const nlohmann::json& message);
  /// Waits for the next message; nothing at the end. Throws Garbled.
  std::optional<nlohmann::json> receive();

  /// Receives the data that have arrived, without waiting; false at the end.
  bool take_in();
  /// The next complete message. Throws Garbled.
  std::optional<nlohmann::json> next();

 private:
  bool read_some(int flags);

  FileHandle socket_;
  std::uint32_t longest_;
  std::mutex sending_;
  std::string arrived_;
};

}  // namespace wayfront::host
