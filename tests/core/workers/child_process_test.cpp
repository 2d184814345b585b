#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "../pipe.hpp"
#include "run/driver_library.hpp"
#include "workers/child_process.hpp"
#include "workers/device_turn.hpp"
#include "workers/process_family.hpp"

namespace wayfront::host {
namespace child_process_test {

using Clock = ChildProcess::Clock;

/// `sh -c script`.
struct Shell {
  explicit Shell(const std::string& script, std::initializer_list<int> descriptors = {})
      : arguments{"-c", script},
        process("/bin/sh", arguments, output.ends[1], {descriptors.begin(), descriptors.end()}) {}
  std::string read() const {
    char text[4096];
    const ssize_t size = ::read(output.ends[0], text, sizeof text);
    return {text, size < 0 ? 0 : static_cast<std::size_t>(size)};
  }

  Pipe output;
  std::string arguments[2];
  ChildProcess process;
};

/// How it ends, and what it printed.
std::pair<std::string, std::string> shell(const std::string& script, std::initializer_list<int> descriptors = {}) {
  Shell it(script, descriptors);
  const auto ended = it.process.wait_until(Clock::time_point::max());
  REQUIRE(ended);
  REQUIRE(::write(it.output.ends[1], "|", 1) == 1);  // so that reading does not wait
  return {how_it_ended(*ended), it.read()};
}

TEST_CASE("how it ended is said in words") {
  CHECK(shell("exit 7").first == "ended its process with exit code 7");
  CHECK(shell("kill -SEGV $$").first == "crashed: segmentation fault");
  const std::string killed = shell("kill -KILL $$").first;
  CHECK(
      killed.starts_with("was killed from outside (SIGKILL), perhaps by the kernel because memory ran out (peak "
                         "memory "));
  CHECK(killed.ends_with(")"));
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
  pid_t id = 0;
  {
    Shell it("sleep 1000");
    id = it.process.id();
    CHECK_FALSE(it.process.wait_until(Clock::now()));
    CHECK(::kill(id, 0) == 0);
    CHECK(::getpgid(id) == id);
  }
  CHECK(::kill(id, 0) != 0);
  CHECK(errno == ESRCH);
}

bool runs(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string text;
  std::getline(file, text);  // nothing where it ends meanwhile; iterators would throw then
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text.find_first_of("ZX", name_end) == std::string::npos;
}

/// Whether it ends soon: the kernel may still be taking it down when nobody finds it any more.
bool ends(const std::string& process) {
  for (const auto end = Clock::now() + std::chrono::seconds(5); runs(process);) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

TEST_CASE("what it has started ends with it, in whichever session") {
  const std::string start = "setsid sh -c 'echo $$; exec sleep 1000' & read line <&3; ";
  const std::string deaf = "setsid sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & read line <&3; ";
  struct Case {
    std::string script;
    bool killed;  // or it ends by itself
  };
  for (const Case& it : {Case{start + "exit 3", false}, Case{start + "kill -SEGV $$", false},
                         Case{start + "sleep 1000", true}, Case{deaf + "exit", false}}) {
    CAPTURE(it.script);
    const Pipe go;
    Shell child(it.script, {go.ends[0]});
    std::string id = child.read();  // of the one that has left
    id.pop_back();
    CHECK(runs(id));
    REQUIRE(::write(go.ends[1], "\n", 1) == 1);
    if (it.killed) child.process.kill();
    REQUIRE(child.process.wait_until(Clock::time_point::max()));
    CHECK(ends(id));
  }
}

TEST_CASE("that it has ended is seen before it is waited for, also while others hold its descriptors") {
  const Pipe held;
  Shell it("setsid sleep 1000 & echo started", {held.ends[1]});
  CHECK(it.read() == "started\n");
  while (!it.process.has_ended()) ::usleep(1000);
  REQUIRE(it.process.wait_until(Clock::time_point::max()));
  CHECK(it.process.has_ended());
}

TEST_CASE(
    "a program that adopts orphans ends also those that have nothing of its environment, and no child of its own") {
  ProcessFamily::adopt_orphans();
  const Pipe go;
  Shell other("sleep 1000");
  Shell it("(setsid env -i /bin/sh -c 'echo $$; exec sleep 1000' &) & wait; read line <&3", {go.ends[0]});
  std::string id = it.read();
  id.pop_back();
  CHECK(runs(id));
  REQUIRE(::write(go.ends[1], "\n", 1) == 1);
  REQUIRE(it.process.wait_until(Clock::time_point::max()));
  CHECK_FALSE(runs(id));
  CHECK_FALSE(other.process.has_ended());
}

TEST_CASE("a program that is not there is an error") {
  const Pipe output;
  CHECK_THROWS_AS(ChildProcess("/no/such/program", {}, output.ends[1], {}), std::system_error);
}

TEST_CASE("too few descriptors are an error that leaves none open") {
  const auto open_ones = [] {
    int count = 0;
    for (int descriptor = 0; descriptor < 256; ++descriptor) count += ::fcntl(descriptor, F_GETFD) >= 0 ? 1 : 0;
    return count;
  };
  const Pipe output;
  const int given[] = {output.ends[0], output.ends[0]};
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  const int open_before = open_ones();
  rlimit room_for_two_copies{0, before.rlim_max};
  for (int found = 0, descriptor = 5; found < 2; ++descriptor) {  // 3 and 4 are the child's
    found += ::fcntl(descriptor, F_GETFD) < 0 ? 1 : 0;
    room_for_two_copies.rlim_cur = static_cast<rlim_t>(descriptor) + 1;
  }
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &room_for_two_copies) == 0);
  CHECK_THROWS_AS(ChildProcess("/bin/sh", {}, output.ends[1], given), std::system_error);
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
  CHECK(open_ones() == open_before);
}

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

/// A counter or function of the fake driver, whose library stays loaded.
template <class T = std::uint64_t>
T& of_driver(const char* name) {
  static const DriverLibrary fake(WAYFRONT_FAKE_CUDA);
  const DriverLibrary::Symbol it = fake.find(name);
  REQUIRE(it.address != nullptr);
  return *static_cast<T*>(it);
}

TEST_CASE("a turn writes one byte on each device that this process uses, and gives everything back") {
  of_driver<int>("fake_devices") = 3;
  {
    const DeviceTurn turn(WAYFRONT_FAKE_CUDA);
    CHECK(of_driver("fake_retained") == 1);  // neither the device without a context nor the one that is full
    CHECK(of_driver("fake_blocks") == 1);
    CHECK(of_driver("fake_fills") == 0);
    turn.take();
    turn.take();
    CHECK(of_driver("fake_fills") == 2);
    CHECK(of_driver("fake_waits") == 2);
    CHECK(of_driver<int()>("cuCtxSynchronize")() == 201);  // no context is left
  }
  CHECK(of_driver("fake_retained") == 0);
  CHECK(of_driver("fake_blocks") == 0);
}

TEST_CASE("without a driver a turn does nothing") {
  const DeviceTurn turn("libno-such-driver.so.1");
  turn.take();
}

}  // namespace child_process_test
}  // namespace wayfront::host
