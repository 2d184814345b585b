#include "file_replacement.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "errors.hpp"

namespace wayfront::host {

FileReplacement::FileReplacement(std::filesystem::path path) : path_(std::move(path)) {
  static std::atomic<unsigned> count{0};
  if (path_.filename().empty()) throw UserError(ExitCode::input, "the name of the file to write is empty");
  for (;;) {
    temporary_ = path_.parent_path() / fmt::format("{}{}-{}-{}", temporary_prefix,
                                                   path_.filename().string().substr(0, 150), ::getpid(), count++);
    descriptor_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    if (errno != EEXIST) fail("cannot be written");
  }
}

FileReplacement::~FileReplacement() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (descriptor_ >= 0 && !committed_) ::unlink(temporary_.c_str());
}

void FileReplacement::fail(const char* what) const {
  throw UserError(ExitCode::input, fmt::format("{}: {}: {}", path_.string(), what, std::strerror(errno)));
}

void FileReplacement::commit() {
  if (::fsync(descriptor_) != 0) fail("cannot be written to the disk");
  struct stat target {};
  if (::stat(path_.c_str(), &target) == 0 && S_ISDIR(target.st_mode)) {
    errno = EISDIR;
    fail("cannot be written");
  }
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot take its name");
  committed_ = true;
  const std::filesystem::path directory = path_.has_parent_path() ? path_.parent_path() : ".";
  const int handle = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;  // a directory that may be written but not read
  ::fsync(handle);         // not every file system can
  ::close(handle);
}

void write_all(int descriptor, const void* data, std::size_t bytes, const std::string& name) {
  constexpr std::size_t piece = std::size_t{1} << 30;  // a single write takes at most 2 GiB
  for (const char* at = static_cast<const char*>(data); bytes != 0;) {
    const ssize_t written = ::write(descriptor, at, std::min(bytes, piece));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      throw UserError(ExitCode::input, fmt::format("{}: cannot be written: {}", name, std::strerror(errno)));
    at += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

}  // namespace wayfront::host
