#include "part_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

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
  if (file_.get() < 0) fail(std::strerror(errno));
  if (::fstat(file_.get(), &about) == 0) bytes_ = static_cast<std::uint64_t>(about.st_size);
}

std::uint64_t PartFile::read_some(void* data, std::uint64_t bytes, std::uint64_t at) const {
  const std::uint64_t got = host::read_at(file_.get(), data, bytes, at);
  if (got != bytes && errno != 0) fail(fmt::format("cannot be read at byte {}: {}", at + got, std::strerror(errno)));
  return got;
}

void PartFile::read(void* data, std::uint64_t bytes, std::uint64_t at) const {
  if (const std::uint64_t got = read_some(data, bytes, at); got != bytes)
    fail(fmt::format("cannot be read at byte {}: it ends there", at + got));
}

void PartFile::write(const void* data, std::uint64_t bytes, std::uint64_t at) const {
  ::lseek(file_.get(), static_cast<off_t>(at), SEEK_SET);
  host::write_all(file_.get(), {static_cast<const char*>(data), bytes}, shown_);
  if (::fsync(file_.get()) != 0) fail(fmt::format("cannot be written to the disk: {}", std::strerror(errno)));
}

void PartFile::fail(const std::string& why) const { throw host::UserError(code_, fmt::format("{}: {}", shown_, why)); }

}  // namespace wayfront::ranks
