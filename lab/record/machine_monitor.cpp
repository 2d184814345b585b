#include "record/machine_monitor.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/text.hpp"

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

/// The next number; nothing where there is none.
template <class Number>
std::optional<Number> next(std::istream& words) {
  Number value{};
  return words >> value ? std::optional(value) : std::nullopt;
}

std::istream& skip(std::istream& words, int count) {
  for (std::string word; count > 0; --count) words >> word;
  return words;
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

/// Its words; none if the file is missing or cannot be read.
std::ifstream MachineMonitor::words_of(const fs::path& path) const { return std::ifstream(root_ / path); }

MachineMonitor::MachineMonitor(fs::path root) : root_(std::move(root)) {
  std::ifstream status = words_of("proc/self/status");
  for (std::string word; status >> word;)
    if (word == "Cpus_allowed_list:" && status >> word) processors_ = processor_list(word);
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
    std::ifstream file = words_of(processor_folder / fmt::format("cpu{}/cpufreq/scaling_governor", processor));
    if (std::string word; file >> word) governors.insert(word);
  }
  if (!governors.empty()) about["governor"] = fmt::format("{}", fmt::join(governors, ", "));
  const auto flag = [&](const char* name) {
    std::ifstream file = words_of(processor_folder / name);
    return next<unsigned>(file);
  };
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
    std::ifstream levels = words_of(folder / "level"), types = words_of(folder / "type"),
                  sizes = words_of(folder / "size");
    const auto level = next<unsigned>(levels);
    if (!level) break;
    const auto kib = next<std::uint64_t>(sizes);  // "32K"
    if (!kib) continue;
    std::string type;
    types >> type;
    const std::string_view kind = type == "Data" ? "d" : type == "Instruction" ? "i" : "";
    found[fmt::format("L{}{}", *level, kind)] = *kib * 1024;
  }
  return found;
}

/// The lines "cpu0 user nice system idle iowait irq softirq steal ..." of the processors that this process may use.
void MachineMonitor::count_processors(Counts& counts) {
  counted_processors_ = 0;
  std::ifstream file = words_of("proc/stat");
  for (std::string name; file >> name && name.starts_with("cpu");
       file.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    const auto processor = number_of<unsigned>(name.substr(3));  // the first line, the sum of all, has no number
    if (!processor || (!processors_.empty() && !std::ranges::binary_search(processors_, *processor))) continue;
    std::array<std::uint64_t, 8> ticks{};
    for (std::uint64_t& it : ticks) file >> it;
    const auto [user, nice, system, idle, waiting, irq, soft, stolen] = ticks;
    const std::uint64_t busy = user + nice + system + irq + soft;
    counts.busy += busy;
    counts.stolen += stolen;
    counts.all += busy + idle + waiting + stolen;
    ++counted_processors_;
  }
}

/// All running descendants of `own`.
std::vector<pid_t> MachineMonitor::descendants(std::span<const pid_t> own) const {
  std::vector<pid_t> found(own.begin(), own.end());
  for (std::size_t i = 0; i < found.size() && found.size() < max_started; ++i) {
    std::error_code error;
    for (fs::directory_iterator it(root_ / process_folder(found[i]) / "task", error), end; !error && it != end;
         it.increment(error)) {
      std::ifstream children = words_of(process_folder(found[i]) / "task" / it->path().filename() / "children");
      while (const auto child = next<pid_t>(children)) found.push_back(*child);
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
    std::string text;
    std::getline(words_of(folder / "stat"), text);
    const std::size_t name_end = text.rfind(')');  // the program's name may have blanks and parentheses
    if (name_end == text.npos) return;
    std::istringstream words(text.substr(name_end + 1));
    skip(words, 11);
    for (int i = 0; i < 4; ++i) ticks += next<std::uint64_t>(words).value_or(0);
    skip(words, 21);
    if (folder.filename() == "self") current_processor_ = next<unsigned>(words).value_or(current_processor_);
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
  for (const fs::path& file : throttle_files_) {
    std::ifstream count = words_of(file);
    it.throttles += next<std::uint64_t>(count).value_or(0);
  }
  return it;
}

void MachineMonitor::read_load(MachineReading& reading) {
  std::ifstream words = words_of("proc/loadavg");
  reading.load = next<double>(words);
  const auto running = next<unsigned>(skip(words, 2));  // of "3/110", tasks that run or could
  if (running) reading.runnable = *running - std::min(*running, 1U);
}

/// Of the processor that this process ran on: others may be asleep. Kernels before 5.18 take 10 ms for this.
std::optional<unsigned> MachineMonitor::frequency() {
  std::ifstream file = words_of(processor_folder / fmt::format("cpu{}/cpufreq/scaling_cur_freq", current_processor_));
  const auto khz = next<unsigned>(file);
  return khz ? std::optional(*khz / 1000) : std::nullopt;
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
