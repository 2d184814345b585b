#include "child_process.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>
#include <vector>

namespace wayfront::host {
namespace {

using Clock = ChildProcess::Clock;

struct Pipe {
  int ends[2];
  Pipe() { REQUIRE(::pipe2(ends, O_CLOEXEC) == 0); }
  ~Pipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  std::string read() const {
    char text[4096];
    const ssize_t size = ::read(ends[0], text, sizeof text);
    return {text, size < 0 ? 0 : static_cast<std::size_t>(size)};
  }
};

/// How `sh -c script` ends, and what it printed.
std::pair<std::string, std::string> shell(const std::string& script, std::vector<int> descriptors = {}) {
  const Pipe output;
  const std::string arguments[] = {"-c", script};
  ChildProcess process("/bin/sh", arguments, output.ends[1], descriptors);
  const auto ended = process.wait_until(Clock::time_point::max());
  REQUIRE(ended);
  REQUIRE(::write(output.ends[1], "|", 1) == 1);  // so that reading does not wait
  return {how_it_ended(ended->status), output.read()};
}

TEST_CASE("how it ended is said in words") {
  CHECK(shell("exit 7").first == "ended its process with exit code 7");
  CHECK(shell("kill -SEGV $$").first == "crashed: segmentation fault");
  CHECK(shell("kill -KILL $$").first.starts_with("was killed from outside (SIGKILL)"));
  CHECK(shell("kill -TERM $$").first == "was killed from outside (SIGTERM)");
}

TEST_CASE("it has its own descriptors and no others, both outputs in one, and nothing to read") {
  const Pipe given, stray;
  REQUIRE(::write(given.ends[1], "hello\n", 6) == 6);
  CHECK(shell("read line <&3; echo $line; echo error >&2", {given.ends[0]}).second == "hello\nerror\n|");
  CHECK(shell("for f in /proc/$$/fd/*; do [ -e $f ] && printf '%s ' ${f##*/}; done", {given.ends[0], given.ends[1]})
            .second == "0 1 2 3 4 |");
  CHECK(shell("read line || echo nothing").second == "nothing\n|");
}

TEST_CASE("one that does not end is waited for until the deadline, and killed with its object") {
  const Pipe output;
  const std::string arguments[] = {"-c", "sleep 1000"};
  pid_t id = 0;
  {
    ChildProcess process("/bin/sh", arguments, output.ends[1], {});
    id = process.id();
    CHECK_FALSE(process.wait_until(Clock::now()));
    CHECK(::kill(id, 0) == 0);
    CHECK(::getpgid(id) == id);
  }
  CHECK(::kill(id, 0) != 0);
  CHECK(errno == ESRCH);
}

TEST_CASE("a program that is not there is an error") {
  const Pipe output;
  CHECK_THROWS_AS(ChildProcess("/no/such/program", {}, output.ends[1], {}), std::system_error);
}

}  // namespace
}  // namespace wayfront::host
