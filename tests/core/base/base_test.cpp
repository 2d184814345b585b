#include <unistd.h>

#include <cfenv>
#include <cmath>

#include "../../test.hpp"
#include "base/available_memory.hpp"
#include "base/float_mode.hpp"
#include "base/text.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace base_test {

/// A system of files that say how much memory there is.
struct System {
  Scratch scratch;
  MemoryFiles files{scratch.path() / "meminfo", scratch.path() / "cgroup", scratch.path() / "groups"};

  explicit System(std::string_view groups) {
    scratch.write("meminfo", "MemTotal:  8192 kB\nMemFree:  11 kB\nMemAvailable:  4096 kB\nCached:  7 kB\n");
    scratch.write("cgroup", groups);
  }
  void write(const std::string& file, std::string_view content) const {
    std::filesystem::create_directories((files.group_root / file).parent_path());
    scratch.write("groups/" + file, content);
  }
  /// The limit of a group of version 2, and what it uses of it.
  void limit(const std::string& group, std::string_view max, std::string_view used) const {
    write(group + "memory.max", max);
    write(group + "memory.current", used);
  }
  std::uint64_t available() const { return available_memory(files); }
};

constexpr std::uint64_t of_the_system = 4096 * 1024;

TEST_CASE("some memory is available, and no more than the machine has") {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  CHECK(available_memory() != 0);
  CHECK(available_memory() <= pages * page);
}

TEST_CASE("the lowest quota of a group and its parents limits the processors") {
  const auto quota = [](const System& system) { return processor_quota(system.files); };
  const System second("0::/user/inner\n"), first("2:cpu,cpuacct:/user\n4:memory:/\n");
  CHECK(std::isinf(quota(second)));
  second.write("user/inner/cpu.max", "max 100000\n");
  CHECK(std::isinf(quota(second)));
  second.write("user/cpu.max", "250000 100000\n");
  second.write("cpu.max", "400000 100000\n");
  CHECK(quota(second) == 2.5);
  first.write("cpu/user/cpu.cfs_quota_us", "-1\n");
  first.write("cpu/user/cpu.cfs_period_us", "100000\n");
  CHECK(std::isinf(quota(first)));
  first.write("cpu/user/cpu.cfs_quota_us", "50000\n");
  CHECK(quota(first) == 0.5);
}

TEST_CASE("without a control group, or one that says nothing, it is what the system says") {
  CHECK(System("").available() == of_the_system);
  CHECK(System("0::/\n").available() == of_the_system);
  CHECK(System("no colons\n0:\n").available() == of_the_system);
  const System unlimited("0::/user\n");
  unlimited.limit("user/", "max\n", "1000\n");
  CHECK(unlimited.available() == of_the_system);
  const System garbled("0::/user\n");
  garbled.limit("user/", "-\n", "\n");
  CHECK(garbled.available() == of_the_system);
}

TEST_CASE("version 2: the limit less what is used; file pages that are given up on demand are free") {
  const System it("0::/user/run.scope\n");
  it.limit("user/run.scope/", "1000000\n", "300000\n");
  CHECK(it.available() == 700000);
  it.write("user/run.scope/memory.stat", "anon 250000\nfile 50000\ninactive_file 40000\nactive_file 10000\n");
  CHECK(it.available() == 740000);
  it.write("user/run.scope/memory.stat", "inactive_file 900000\n");  // read later than what is used
  CHECK(it.available() == 1000000);
  it.write("user/run.scope/memory.stat", "");
  it.write("user/run.scope/memory.current", "2000000\n");  // a limit that was lowered
  CHECK(it.available() == 0);
}

TEST_CASE("version 2: parents limit, too") {
  const System it("0::/user/run.scope\n");
  it.limit("user/run.scope/", "max\n", "100\n");
  it.limit("user/", "5000\n", "1000\n");
  CHECK(it.available() == 4000);
  it.limit("", "3000\n", "2900\n");
  CHECK(it.available() == 100);
}

TEST_CASE("version 1: the memory controller's own hierarchy") {
  const System it("12:cpu,cpuacct:/elsewhere\n4:memory:/batch/job\n1:name=systemd:/x\n");
  it.write("memory/batch/job/memory.limit_in_bytes", "2000000\n");
  it.write("memory/batch/job/memory.usage_in_bytes", "500000\n");
  it.write("memory/batch/job/memory.stat", "inactive_file 1\ntotal_inactive_file 100000\n");
  it.write("memory/batch/memory.limit_in_bytes", "9223372036854771712\n");  // as it says "no limit"
  it.write("memory/batch/memory.usage_in_bytes", "600000\n");
  CHECK(it.available() == 1600000);
  it.write("elsewhere/memory.limit_in_bytes", "1\n");
  it.write("elsewhere/memory.usage_in_bytes", "0\n");
  CHECK(it.available() == 1600000);
}

TEST_CASE("bytes are written with three digits or so") {
  CHECK(bytes_text(0) == "0 bytes");
  CHECK(bytes_text(999) == "999 bytes");
  CHECK(bytes_text(17'179'869'176.0) == "17.2 GB");
  CHECK(bytes_text(2e18) == "2000.0 PB");
}

TEST_CASE("the mode is set in this thread, and whether it was another one is told") {
  set_float_mode();
  CHECK_FALSE(set_float_mode());
  std::fesetround(FE_DOWNWARD);
  CHECK(set_float_mode());
  CHECK(std::fegetround() == FE_TONEAREST);
  volatile double one = 1, three = 3;
  const volatile double third = one / three;  // raises a flag, which is not a mode
  CHECK(third > 0);
  CHECK_FALSE(set_float_mode());
}

TEST_CASE("a caller finds the mode that it had") {
  std::fesetround(FE_DOWNWARD);
  {
    const CallerFloatMode mode;
    CHECK(std::fegetround() == FE_TONEAREST);
  }
  CHECK(std::fegetround() == FE_DOWNWARD);
  set_float_mode();
  {
    const CallerFloatMode mode;
    std::fesetround(FE_UPWARD);
  }
  CHECK(std::fegetround() == FE_UPWARD);  // nothing to restore: it was the host's before
  set_float_mode();
}

TEST_CASE("pieces of work begin in the host's mode, whatever earlier ones left in their threads") {
  HostContext context(4);
  constexpr std::uint64_t pieces = 10'000;
  std::atomic<std::uint64_t> nearest{0};
  context.parallel_for(pieces, 1, [&](std::uint64_t, std::uint64_t) {
    nearest += std::fegetround() == FE_TONEAREST ? 1 : 0;
    std::fesetround(FE_UPWARD);
  });
  CHECK(nearest == pieces);
  set_float_mode();
}

TEST_CASE("shares in percent; 100 % is the whole alone") {
  CHECK(share_text(1) == "100 %");
  CHECK(share_text(0.99999) == "99.9 %");
  CHECK(share_text(0.5) == "50 %");
  CHECK(share_text(0.000209) == "0.0209 %");
  CHECK(share_text(0) == "0 %");
  CHECK(share_text(std::numeric_limits<double>::quiet_NaN()) == "-");
}

}  // namespace base_test
}  // namespace wayfront::host
