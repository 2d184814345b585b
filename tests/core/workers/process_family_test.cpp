#include "workers/process_family.hpp"

#include <doctest/doctest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>

namespace wayfront::host {
namespace {

/// What a descriptor gives until its end, or until `last`.
std::string text_until(int descriptor, char last) {
  std::string text;
  for (char c = 0; ::read(descriptor, &c, 1) == 1;) {
    text += c;
    if (c == last) break;
  }
  return text;
}

TEST_CASE("a member that cleans up when it is asked to end is given the time for it") {
  ProcessFamily family;
  const ProcessFamily other;
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::string shell = "sh", option = "-c";
  std::string script = "exec 2>/dev/null; trap 'echo bye; exit' TERM; echo ready; while :; do sleep 0.01; done";
  char* const arguments[] = {shell.data(), option.data(), script.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  const pid_t process = ProcessFamily::started([&] {
    pid_t child = -1;
    ::posix_spawn(&child, "/bin/sh", &actions, nullptr, arguments, family.environment().data());
    return child;
  });
  REQUIRE(process > 0);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  CHECK(text_until(ends[0], '\n') == "ready\n");
  CHECK(std::ranges::count(family.members(), process) == 1);
  CHECK(other.members().empty());
  family.end(std::chrono::hours(1));
  CHECK(family.members().empty());
  CHECK(text_until(ends[0], '\0') == "bye\n");
  ::close(ends[0]);
  CHECK(::waitpid(process, nullptr, 0) == process);
  ProcessFamily::taken(process);
}

}  // namespace
}  // namespace wayfront::host
