#include "part_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "files/file_replacement.hpp"

namespace wayfront::ranks {

PartFile::PartFile(std::filesystem::path path, int flags, host::ExitCode code, std::string shown)
    : path_(std::move(path)),
      shown_(shown.empty() ? path_.string() : std::move(shown)),
      code_(code),
      file_(::open(path_.c_str(), flags | O_CLOEXEC, 0666)) {
  struct stat about {};
  if (file_ < 0) fail(std::strerror(errno));
  if (::fstat(file_, &about) == 0) bytes_ = static_cast<std::uint64_t>(about.st_size);
}

PartFile::~PartFile() { ::close(file_); }

std::uint64_t PartFile::read_some(void* data, std::uint64_t bytes, std::uint64_t at) const {
  constexpr std::uint64_t max_at_once = std::uint64_t{1} << 30;
  std::uint64_t got = 0;
  while (got < bytes) {
    const ssize_t done = ::pread(file_, static_cast<char*>(data) + got, std::min(bytes - got, max_at_once),
                                 static_cast<off_t>(at + got));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail(fmt::format("cannot be read at byte {}: {}", at + got, std::strerror(errno)));
    if (done == 0) break;
    got += static_cast<std::uint64_t>(done);
  }
  return got;
}

void PartFile::read(void* data, std::uint64_t bytes, std::uint64_t at) const {
  if (const std::uint64_t got = read_some(data, bytes, at); got != bytes)
    fail(fmt::format("cannot be read at byte {}: it ends there", at + got));
}

void PartFile::write(const void* data, std::uint64_t bytes, std::uint64_t at) const {
  ::lseek(file_, static_cast<off_t>(at), SEEK_SET);
  host::write_all(file_, {static_cast<const char*>(data), bytes}, shown_);
  if (::fsync(file_) != 0) fail(fmt::format("cannot be written to the disk: {}", std::strerror(errno)));
}

void PartFile::fail(const std::string& why) const { throw host::UserError(code_, fmt::format("{}: {}", shown_, why)); }

}  // namespace wayfront::ranks
