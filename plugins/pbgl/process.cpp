#include "process.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "wayfront/status.hpp"

namespace wayfront::pbgl {
namespace {

Descriptor memory_file() {
  Descriptor file(::memfd_create("wayfront-pbgl-output", MFD_CLOEXEC));
  if (file.get() < 0)
    throw Failure(StatusCode::failed, std::string("pbgl: no memory file for output: ") + std::strerror(errno));
  ::fcntl(file.get(), F_SETFL, O_APPEND);
  return file;
}

}  // namespace

Process::Process(const std::vector<std::string>& command, const std::vector<std::string>& settings) try
    : output_(memory_file()), program_(command, settings, {.output = output_.get(), .error = output_.get()}) {
} catch (const std::system_error& error) {
  const bool missing = error.code() == std::errc::no_such_file_or_directory;
  throw Failure(StatusCode::failed, std::string("pbgl: ") + error.what() +
                                        (missing ? "; install Open MPI (openmpi-bin), or put it into PATH" : ""));
}

std::string Process::said() const {
  std::string text;
  std::array<char, 4096> block{};
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(output_.get(), block.data(), block.size(), at);
    if (got <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
    at += got;
  }
}

}  // namespace wayfront::pbgl
