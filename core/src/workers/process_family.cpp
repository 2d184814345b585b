#include "workers/process_family.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>

#include "files/file_replacement.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

/// The content of a file in /proc; empty if its process ends meanwhile.
std::string text_in(const fs::path& path) { return read_whole(path).value_or(""); }

enum class Belongs : std::uint8_t { no, yes, unknown };

/// Whether the environment of a process, with a 0 before each setting, contains this setting. Unknown during exec: then
/// it is empty for a moment. A process that has ended, or a kernel thread, has no program either.
Belongs has_setting(const fs::path& process, std::string_view setting) {
  const std::string all = '\0' + text_in(process / "environ");
  if (all.find('\0' + std::string(setting) + '\0') != std::string::npos) return Belongs::yes;
  std::error_code none;
  const bool has_program = !fs::read_symlink(process / "exe", none).empty();
  return all.size() == 1 && has_program ? Belongs::unknown : Belongs::no;
}

/// The children that this process started itself, if it adopts orphans.
struct Children {
  std::mutex mutex;
  bool adopts = false;
  std::set<pid_t> own;
};

Children& children() {
  static Children all;
  return all;
}

/// Whether a process is a child of this one. A child that has ended is reaped, and no longer counts.
bool is_running_child(const fs::path& folder, pid_t process) {
  const std::string text = text_in(folder / "stat");
  const std::size_t name_end = text.rfind(')');  // the name may contain anything
  if (name_end == std::string::npos) return false;
  char state = 0;
  pid_t parent = 0;
  std::istringstream rest(text.substr(name_end + 1));
  if (!(rest >> state >> parent) || parent != ::getpid()) return false;
  if (state != 'Z') return true;
  ::waitpid(process, nullptr, WNOHANG);
  return false;
}

}  // namespace

ProcessFamily::ProcessFamily() {
  static std::atomic<unsigned> count{0};
  setting_ = fmt::format("{}={}-{}-{}", variable, ::getpid(),
                         std::chrono::system_clock::now().time_since_epoch().count(), ++count);
}

void ProcessFamily::adopt_orphans() {
  Children& all = children();
  const std::scoped_lock lock(all.mutex);
  all.adopts = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

pid_t ProcessFamily::started(const std::function<pid_t()>& start) {
  Children& all = children();
  const std::scoped_lock lock(all.mutex);
  const pid_t child = start();
  if (child > 0) all.own.insert(child);
  return child;
}

void ProcessFamily::taken(pid_t child) {
  Children& all = children();
  const std::scoped_lock lock(all.mutex);
  all.own.erase(child);
}

std::vector<char*> ProcessFamily::environment() {
  const std::string name = std::string(variable) + '=';
  std::vector<char*> settings;
  for (char** setting = environ; *setting != nullptr; ++setting)
    if (!std::string_view(*setting).starts_with(name)) settings.push_back(*setting);
  settings.push_back(setting_.data());
  settings.push_back(nullptr);
  return settings;
}

std::vector<pid_t> ProcessFamily::members() const {
  Children& all = children();
  const std::scoped_lock lock(all.mutex);
  std::vector<pid_t> found, unknown;
  const auto look_at = [&](pid_t process) {
    const fs::path folder = fmt::format("/proc/{}", process);
    const bool orphan = all.adopts && !all.own.contains(process) && is_running_child(folder, process);
    const Belongs belongs = orphan ? Belongs::yes : has_setting(folder, setting_);
    if (belongs == Belongs::yes) found.push_back(process);
    return belongs;
  };
  std::error_code error;
  for (fs::directory_iterator it("/proc", error), end; it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    pid_t process = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), process).ec != std::errc()) continue;
    if (look_at(process) == Belongs::unknown) unknown.push_back(process);
  }
  for (int looks = 0; looks < 3 && !unknown.empty(); ++looks) {  // a process may keep an empty environment
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::erase_if(unknown, [&](pid_t process) { return look_at(process) != Belongs::unknown; });
  }
  return found;
}

void ProcessFamily::end(std::chrono::milliseconds grace) const {
  constexpr std::chrono::milliseconds pause(5);
  constexpr int max_rounds = 1000;
  std::set<pid_t> asked;
  const auto deadline = std::chrono::steady_clock::now() + grace;
  std::vector<pid_t> left = members();
  while (!left.empty() && std::chrono::steady_clock::now() < deadline) {
    for (const pid_t process : left)
      if (asked.insert(process).second) ::kill(process, SIGTERM);
    std::this_thread::sleep_for(pause);
    left = members();
  }
  for (int round = 0; !left.empty() && round < max_rounds; ++round) {
    for (const pid_t process : left) ::kill(process, SIGKILL);
    std::this_thread::sleep_for(pause);
    left = members();
  }
}

}  // namespace wayfront::host
