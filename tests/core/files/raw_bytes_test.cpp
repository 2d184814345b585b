#include "files/raw_bytes.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>

namespace wayfront::host {
namespace {

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() { REQUIRE(::pipe(ends.data()) == 0); }
  ~Pipe() {
    for (const int end : ends) ::close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

TEST_CASE("all bytes get through a pipe that takes few at a time and does not block") {
  const Pipe pipe;
  ::fcntl(pipe.ends[1], F_SETFL, O_NONBLOCK);
  std::string text(1 << 20, 'x');
  text.back() = 'y';
  std::string got;
  std::jthread reader([&] {
    std::array<char, 5000> part;
    while (got.size() < text.size())
      got.append(part.data(), static_cast<std::size_t>(::read(pipe.ends[0], part.data(), part.size())));
  });
  CHECK(write_bytes(pipe.ends[1], text) == 0);
  reader.join();
  CHECK(got == text);
}

TEST_CASE("what goes wrong is the errno, and what runs before a write may end it") {
  CHECK(write_bytes(-1, "x") == EBADF);
  CHECK(write_bytes(-1, "") == 0);
  const Pipe pipe;
  CHECK_THROWS_AS(write_bytes(pipe.ends[1], "x", [] { throw std::runtime_error("stop"); }), std::runtime_error);
}

TEST_CASE("a file is read whole, an empty one too; what cannot be read says why") {
  const std::string path = std::filesystem::temp_directory_path() / ("raw_bytes." + std::to_string(::getpid()));
  for (const std::string& text : {std::string(), std::string("a\0b\n", 4)}) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    REQUIRE(write_bytes(file, text) == 0);
    ::close(file);
    CHECK(read_whole(path) == text);
  }
  std::filesystem::remove(path);
  CHECK_FALSE(read_whole(path));
  CHECK(errno == ENOENT);
  CHECK_FALSE(read_whole(std::filesystem::temp_directory_path()));
}

}  // namespace
}  // namespace wayfront::host
