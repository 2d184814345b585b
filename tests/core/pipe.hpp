// A pipe of a test's own, and what the kernel says of memory by one.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include "../test.hpp"

namespace wayfront::host {

struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() { REQUIRE(::pipe2(ends, O_CLOEXEC) == 0); }
  ~Pipe() {
    for (const int end : ends) ::close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

/// Whether the kernel may write there; where it may not, a write by this program would be a crash.
inline bool is_writable(const void* memory) {
  const Pipe pipe;
  REQUIRE(::write(pipe.ends[1], "x", 1) == 1);
  return ::read(pipe.ends[0], const_cast<void*>(memory), 1) == 1;
}

}  // namespace wayfront::host
