#include "record/machine_monitor.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "../../test.hpp"

namespace wayfront::host {
namespace machine_monitor_test {

namespace fs = std::filesystem;

constexpr pid_t worker = 4300;  // in the recordings

/// A recording of tests/data/machines: the files of /proc and /sys before and after a second.
class Recording {
 public:
  explicit Recording(const std::string& name) : text_(content_of(fs::path(WAYFRONT_MACHINES) / (name + ".txt"))) {
    REQUIRE_FALSE(text_.empty());
    show("before");
  }

  const fs::path& root() const { return scratch_.path(); }
  void show(std::string_view when) const {
    std::istringstream lines(text_);
    std::ofstream file;
    for (std::string line; std::getline(lines, line);) {
      const std::string mark = "--- " + std::string(when) + ' ';
      if (line.starts_with("--- ")) file.close();
      if (line.starts_with(mark)) {
        const fs::path path = root() / line.substr(mark.size());
        fs::create_directories(path.parent_path());
        file.open(path);
      } else if (file.is_open()) {
        file << line << '\n';
      }
    }
  }

 private:
  std::string text_;
  Scratch scratch_;
};

MachineReading reading_of(const std::string& name) {
  const Recording machine(name);
  MachineMonitor monitor(machine.root());
  monitor.begin({&worker, 1});
  machine.show("after");
  const auto reading = monitor.read(17, 3, {&worker, 1}, MachineMonitor::When::now);
  REQUIRE(reading);
  CHECK(reading->source == 17);
  CHECK(reading->repeat == 3);
  CHECK(reading->seconds >= 0);
  return *reading;
}

TEST_CASE("a quiet machine: the host and its worker do not count as others") {
  const MachineReading it = reading_of("idle");
  CHECK(it.others.value() == doctest::Approx(0.01));
  CHECK(it.stolen.value() == 0);
  CHECK(it.load.value() == doctest::Approx(0.29));
  CHECK(it.runnable.value() == 0);
  CHECK(it.mhz.value() == 3400);  // of the processor that the host was on, which is the second one
  CHECK(it.throttles.value() == 0);
}

TEST_CASE("neighbours that never wait use a processor; a frequency that is not told is absent") {
  const MachineReading it = reading_of("busy");
  CHECK(it.others.value() == doctest::Approx(1));
  CHECK(it.load.value() == doctest::Approx(3.41));
  CHECK(it.runnable.value() == 4);
  CHECK_FALSE(it.mhz);
  CHECK_FALSE(it.throttles);
  const Recording machine("busy");
  CHECK(MachineMonitor(machine.root()).describe().empty());
}

TEST_CASE("what a worker has started does not count as a neighbour") { CHECK(reading_of("ranks").others.value() == 0); }

TEST_CASE("time that the hypervisor took") {
  const MachineReading it = reading_of("steal");
  CHECK(it.stolen.value() == doctest::Approx(0.2));
  CHECK(it.others.value() == 0);
}

TEST_CASE("throttling is counted; governor and turbo are facts of the machine") {
  const MachineReading it = reading_of("throttled");
  CHECK(it.throttles.value() == 3);
  CHECK(it.mhz.value() == 1300);
  for (const bool hot : {false, true}) {
    const Recording machine(hot ? "throttled" : "idle");
    const nlohmann::json about = MachineMonitor(machine.root()).describe();
    CHECK(about["governor"] == "powersave");
    CHECK(about["turbo"] == !hot);
  }
}

TEST_CASE("caches, of the first processor") {
  const Scratch scratch;
  const auto write = [&](const std::string& path, std::string_view text) {
    fs::create_directories((scratch.path() / path).parent_path());
    std::ofstream(scratch.path() / path) << text << '\n';
  };
  write("proc/self/status", "Cpus_allowed_list:\t1-2");
  const auto cache = [&](int i, std::string_view level, std::string_view type, std::string_view size) {
    const std::string folder = "sys/devices/system/cpu/cpu1/cache/index" + std::to_string(i) + '/';
    write(folder + "level", level);
    write(folder + "type", type);
    write(folder + "size", size);
  };
  cache(0, "1", "Data", "48K");
  cache(1, "1", "Instruction", "32K");
  cache(2, "2", "Unified", "2048K");
  cache(3, "3", "Unified", "?");
  CHECK(MachineMonitor(scratch.path()).describe()["caches"] ==
        nlohmann::json{{"L1d", 49152}, {"L1i", 32768}, {"L2", 2097152}});
}

TEST_CASE("a machine that tells nothing") {
  const Scratch scratch;
  MachineMonitor monitor(scratch.path());
  CHECK(monitor.describe().empty());
  monitor.begin({});
  const auto reading = monitor.read(1, 1, {}, MachineMonitor::When::now);
  REQUIRE(reading);
  CHECK_FALSE(reading->others);
  CHECK_FALSE(reading->stolen);
  CHECK_FALSE(reading->load);
  CHECK_FALSE(reading->throttles);
}

TEST_CASE("ticks that are charged late do not count as time of others") {
  const Recording machine("idle");
  MachineMonitor monitor(machine.root());
  monitor.begin({&worker, 1});
  const auto ticks = [&](unsigned busy, unsigned idle, unsigned own) {
    std::ofstream(machine.root() / "proc/stat") << "cpu  1\ncpu0 " << busy << " 0 0 " << idle << " 0 0 0 0 0 0\n";
    std::ofstream(machine.root() / "proc/4300/stat") << "4300 (w) S 1 2 3 4 5 6 7 8 9 10 " << own << " 0 0 0\n";
    return monitor.read(1, 1, {&worker, 1}, MachineMonitor::When::now)->others.value_or(-1);
  };
  ticks(100000, 900000, 2000);  // where it begins
  ticks(100100, 900000, 2104);
  CHECK(ticks(100200, 900000, 2200) == doctest::Approx(0));  // the four ticks too many are made good
  CHECK(ticks(100300, 900000, 2250) == doctest::Approx(0.5));
}

TEST_CASE("no more readings than the kernel's ticks allow, but at once where one is asked for") {
  const Recording machine("idle");
  MachineMonitor monitor(machine.root());
  monitor.begin({});
  CHECK_FALSE(monitor.read(1, 1, {}, MachineMonitor::When::due));
  CHECK(monitor.read(1, 1, {}, MachineMonitor::When::now));
}

TEST_CASE("this machine can be read, and its load is not negative") {
  unsetenv("WAYFRONT_MACHINE");
  CHECK(MachineMonitor::default_root() == "/");
  MachineMonitor monitor;
  monitor.begin({});
  const auto reading = monitor.read(1, 1, {}, MachineMonitor::When::now);
  REQUIRE(reading);
  CHECK(reading->load.value_or(0) >= 0);
  CHECK(reading->others.value_or(0) >= 0);
}

TEST_CASE("lists of processors") {
  using List = std::vector<unsigned>;
  CHECK(processor_list("0-3,8") == List{0, 1, 2, 3, 8});
  CHECK(processor_list("5") == List{5});
  CHECK(processor_list("").empty());
  CHECK(processor_list("x").empty());
  CHECK(processor_list("0-99999999").empty());
}

}  // namespace machine_monitor_test
}  // namespace wayfront::host
