#include "record/machine_monitor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

/// A reading covers at least five of the kernel's ticks, and takes at most a fiftieth of the time: on a machine with
/// hundreds of processors, reading /proc/stat alone takes a millisecond.
constexpr std::chrono::milliseconds shortest(50);
constexpr int min_rest = 50;
/// How often to search for child processes of our own processes.
constexpr std::chrono::seconds search_again(1);
constexpr std::size_t max_started = 1000;

const fs::path processor_folder = "sys/devices/system/cpu";

/// Words of a line, separated by blanks.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  std::string_view next() {
    rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(" \t\n")));
    const std::string_view word = rest_.substr(0, rest_.find_first_of(" \t\n"));
    rest_.remove_prefix(word.size());
    return word;
  }
  void skip(int count) {
    for (int i = 0; i < count; ++i) next();
  }
  template <class Number>
  std::optional<Number> number() {
    const std::string_view word = next();
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc()) return std::nullopt;
    return value;
  }
  std::uint64_t count() { return number<std::uint64_t>().value_or(0); }

 private:
  std::string_view rest_;
};

/// The lines of a text, one after the other.
template <class F>
void each_line(std::string_view text, F&& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!take(text.substr(0, end))) return;
    text.remove_prefix(std::min(text.size(), end + 1));
  }
}

fs::path process_folder(pid_t process) { return fs::path("proc") / std::to_string(process); }

}  // namespace

std::vector<unsigned> processor_list(std::string_view text) {
  std::vector<unsigned> found;
  constexpr unsigned max = 1U << 16;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    unsigned first = 0, last = 0;
    auto parsed = std::from_chars(at, end, first);
    if (parsed.ec != std::errc()) break;
    last = first;
    if (parsed.ptr != end && *parsed.ptr == '-') parsed = std::from_chars(parsed.ptr + 1, end, last);
    if (parsed.ec != std::errc() || last >= max) break;
    for (unsigned i = first; i <= last; ++i) found.push_back(i);
    if (parsed.ptr == end || *parsed.ptr != ',') break;
    at = parsed.ptr + 1;
  }
  return found;
}

fs::path MachineMonitor::default_root() {
  const char* const root = std::getenv("WAYFRONT_MACHINE");
  return root != nullptr && *root != 0 ? root : "/";
}

/// "" if the file is missing or cannot be read.
std::string MachineMonitor::content(const fs::path& path, std::size_t max) const {
  std::string text;
  const int file = ::open((root_ / path).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  text.resize(max);
  std::size_t size = 0;
  while (size < max) {
    const ssize_t got = ::read(file, text.data() + size, max - size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  ::close(file);
  text.resize(size);
  return text;
}

MachineMonitor::MachineMonitor(fs::path root) : root_(std::move(root)) {
  each_line(content("proc/self/status", 1 << 14), [&](std::string_view line) {
    constexpr std::string_view key = "Cpus_allowed_list:";
    if (!line.starts_with(key)) return true;
    processors_ = processor_list(Words(line.substr(key.size())).next());
    return false;
  });
  for (const unsigned processor : processors_)
    for (const char* name : {"core_throttle_count", "package_throttle_count"}) {
      const fs::path file = processor_folder / fmt::format("cpu{}/thermal_throttle/{}", processor, name);
      std::error_code error;
      if (fs::exists(root_ / file, error)) throttle_files_.push_back(file);
    }
}

nlohmann::json MachineMonitor::describe() const {
  nlohmann::json about = nlohmann::json::object();
  std::set<std::string> governors;
  for (const unsigned processor : processors_) {
    const std::string text = content(processor_folder / fmt::format("cpu{}/cpufreq/scaling_governor", processor), 64);
    if (const std::string_view word = Words(text).next(); !word.empty()) governors.emplace(word);
  }
  std::string all;
  for (const std::string& governor : governors) all += (all.empty() ? "" : ", ") + governor;
  if (!all.empty()) about["governor"] = all;
  const auto flag = [&](const char* name) { return Words(content(processor_folder / name, 16)).number<unsigned>(); };
  if (const auto off = flag("intel_pstate/no_turbo"))
    about["turbo"] = *off == 0;
  else if (const auto on = flag("cpufreq/boost"))
    about["turbo"] = *on != 0;
  if (nlohmann::json found = caches(); !found.empty()) about["caches"] = std::move(found);
  return about;
}

/// Bytes by name, "L1d" or "L3", of the first processor that this process may use; a cache may serve several.
nlohmann::json MachineMonitor::caches() const {
  nlohmann::json found = nlohmann::json::object();
  constexpr int max = 16;
  for (int i = 0; i < max && !processors_.empty(); ++i) {
    const fs::path folder = processor_folder / fmt::format("cpu{}/cache/index{}", processors_.front(), i);
    const auto level = Words(content(folder / "level", 16)).number<unsigned>();
    if (!level) break;
    const std::string type = content(folder / "type", 16), size = content(folder / "size", 32);
    const auto kib = Words(size).number<std::uint64_t>();  // "32K"
    if (!kib) continue;
    const std::string_view kind = type.starts_with("Data") ? "d" : type.starts_with("Instruction") ? "i" : "";
    found[fmt::format("L{}{}", *level, kind)] = *kib * 1024;
  }
  return found;
}

/// The lines "cpu0 user nice system idle iowait irq softirq steal ..." of the processors that this process may use.
void MachineMonitor::count_processors(Counts& counts) {
  constexpr std::size_t longest_line = 256;
  const std::size_t lines = processors_.empty() ? 1024 : processors_.back() + 2;  // the first is the sum of all
  counted_processors_ = 0;
  each_line(content("proc/stat", lines * longest_line), [&](std::string_view line) {
    if (!line.starts_with("cpu")) return false;
    Words words(line.substr(3));
    if (line.starts_with("cpu ")) return true;
    const auto processor = words.number<unsigned>();
    if (!processor) return false;
    if (!processors_.empty() && !std::ranges::binary_search(processors_, *processor)) return true;
    std::array<std::uint64_t, 8> ticks;
    for (std::uint64_t& it : ticks) it = words.count();
    const auto [user, nice, system, idle, waiting, irq, soft, stolen] = ticks;
    const std::uint64_t busy = user + nice + system + irq + soft;
    counts.busy += busy;
    counts.stolen += stolen;
    counts.all += busy + idle + waiting + stolen;
    ++counted_processors_;
    return true;
  });
}

/// All running descendants of `own`.
std::vector<pid_t> MachineMonitor::descendants(std::span<const pid_t> own) const {
  std::vector<pid_t> found(own.begin(), own.end());
  for (std::size_t i = 0; i < found.size() && found.size() < max_started; ++i) {
    std::error_code error;
    for (fs::directory_iterator it(root_ / process_folder(found[i]) / "task", error), end; !error && it != end;
         it.increment(error)) {
      const std::string children =
          content(process_folder(found[i]) / "task" / it->path().filename() / "children", 1 << 14);
      Words words(children);
      while (const auto child = words.number<pid_t>()) found.push_back(*child);
    }
  }
  found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(own.size()));
  return found;
}

/// User and system time of this process, of `own` and of their descendants, including children that have ended: the
/// time of an ended process goes to the one that waits for it.
std::uint64_t MachineMonitor::own_ticks(std::span<const pid_t> own) {
  if (const Clock::time_point now = Clock::now(); now - searched_ >= search_again) {
    started_ = descendants(own);
    searched_ = now;
  }
  std::uint64_t ticks = 0;
  const auto add = [&](const fs::path& folder) {
    const std::string text = content(folder / "stat", 1024);
    const std::size_t name_end = text.rfind(')');  // the program's name may have blanks and parentheses
    if (name_end == text.npos) return;
    Words words(std::string_view(text).substr(name_end + 1));
    words.skip(11);
    for (int i = 0; i < 4; ++i) ticks += words.count();
    words.skip(21);
    if (folder.filename() == "self") current_processor_ = words.number<unsigned>().value_or(current_processor_);
  };
  add("proc/self");
  for (const pid_t process : own) add(process_folder(process));
  for (const pid_t process : started_) add(process_folder(process));
  return ticks;
}

MachineMonitor::Counts MachineMonitor::counts(std::span<const pid_t> own) {
  Counts it;
  count_processors(it);
  it.own = own_ticks(own);
  for (const fs::path& file : throttle_files_) it.throttles += Words(content(file, 32)).count();
  return it;
}

void MachineMonitor::read_load(MachineReading& reading) {
  const std::string text = content("proc/loadavg", 128);
  Words words(text);
  reading.load = words.number<double>();
  words.skip(2);
  const auto running = words.number<unsigned>();  // of "3/110", tasks that run or could
  if (running) reading.runnable = *running - std::min(*running, 1U);
}

/// Of the processor that this process ran on: others may be asleep. Kernels before 5.18 take 10 ms for this.
std::optional<unsigned> MachineMonitor::frequency() {
  const auto khz =
      Words(content(processor_folder / fmt::format("cpu{}/cpufreq/scaling_cur_freq", current_processor_), 32))
          .number<unsigned>();
  if (!khz) return std::nullopt;
  return *khz / 1000;
}

void MachineMonitor::begin(std::span<const pid_t> own) {
  last_time_ = Clock::now();
  last_ = counts(own);
  last_cost_ = Clock::now() - last_time_;
  debt_ = 0;
}

std::optional<MachineReading> MachineMonitor::read(const VertexId& source, unsigned repeat, std::span<const pid_t> own,
                                                   When when) {
  const Clock::time_point start = Clock::now();
  const Clock::duration passed = start - last_time_;
  if (when == When::due && passed < std::max<Clock::duration>(shortest, last_cost_ * min_rest)) return std::nullopt;
  const Counts now = counts(own);
  MachineReading it;
  it.source = source;
  it.repeat = repeat;
  it.seconds = std::chrono::duration<double>(passed).count();
  if (now.all > last_.all && counted_processors_ > 0) {
    const double wall = static_cast<double>(now.all - last_.all) / static_cast<double>(counted_processors_);
    // Ticks are charged to a processor and to a process at different times: an excess in one reading is subtracted from
    // the next, so that their sum is correct.
    const std::int64_t others =
        static_cast<std::int64_t>(now.busy - last_.busy) - static_cast<std::int64_t>(now.own - last_.own) - debt_;
    debt_ = std::max<std::int64_t>(0, -others);
    it.others = static_cast<double>(std::max<std::int64_t>(0, others)) / wall;
    it.stolen = static_cast<double>(now.stolen - std::min(now.stolen, last_.stolen)) / wall;
  }
  if (!throttle_files_.empty()) it.throttles = now.throttles - std::min(now.throttles, last_.throttles);
  read_load(it);
  it.mhz = frequency();
  last_ = now;
  last_time_ = start;
  last_cost_ = Clock::now() - start;
  return it;
}

}  // namespace wayfront::host
