#include "files/raw_bytes.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <utility>

namespace wayfront::host {

int write_bytes(int descriptor, std::string_view bytes, const std::function<void()>& before) {
  constexpr std::size_t piece = std::size_t{1} << 30;  // a single write takes at most 2 GiB
  while (!bytes.empty()) {
    if (before) before();
    const ssize_t written = ::write(descriptor, bytes.data(), std::min(bytes.size(), piece));
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // a pipe that somebody set to non-blocking
      pollfd ready{descriptor, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

std::optional<std::string> read_whole(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream.is_open() && stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (!stream.is_open() || stream.bad() || text.fail()) return std::nullopt;
  return std::move(text).str();
}

}  // namespace wayfront::host
