#include "file_output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace wayfront::host {

int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::string write_whole(const std::filesystem::path& path, std::string_view content) {
  struct stat status {};
  // What is no plain file (/dev/stdout, a pipe) is written in place.
  const bool in_place = ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  const auto temporary =
      in_place ? path : path.parent_path() / fmt::format(".{}.{}", path.filename().string(), ::getpid());
  const int file = ::open(temporary.c_str(), O_WRONLY | (in_place ? 0 : O_CREAT | O_TRUNC) | O_CLOEXEC, 0666);
  int error = file < 0 ? errno : write_all(file, content);
  if (file >= 0 && error == 0 && ::fsync(file) != 0 && !in_place) error = errno;
  if (file >= 0) ::close(file);
  if (!in_place && error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (!in_place && error != 0) ::unlink(temporary.c_str());
  return error == 0 ? std::string() : std::strerror(error);
}

}  // namespace wayfront::host
