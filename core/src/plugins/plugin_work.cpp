#include "plugins/plugin_work.hpp"

#include <unistd.h>

#include <string>

#include "base/errors.hpp"

namespace wayfront::host {
namespace {

thread_local const PluginWork* innermost = nullptr;
std::atomic<int> calls_begun = 0;                            // of all threads
std::atomic<const PluginDescriptor*> last_called = nullptr;  // opened descriptors live until the end of the process

/// exit() runs this in the thread that called it. The program's own main thread may end the program while others work.
void name_who_ended() {
  if (innermost == nullptr && (!other_threads_are_plugins || ::gettid() == ::getpid())) return;
  const PluginAtWork who;
  if (!who.file.empty()) end_program(who, ": called exit() when it was opened");
  if (!who.kind.empty()) end_program(who, " ended the program");
}

}  // namespace

std::atomic<bool> other_threads_are_plugins = false;

PluginWork::PluginWork(const PluginDescriptor* plugin, const char* file) noexcept
    : plugin_(plugin), file_(file), process_(::getpid()), outer_(innermost) {
  [[maybe_unused]] static const bool registered =
      std::atexit(name_who_ended) == 0 && std::at_quick_exit(name_who_ended) == 0;
  innermost = this;
  if (plugin == nullptr) return;
  last_called = plugin;
  ++calls_begun;
}

PluginWork::PluginWork(const PluginDescriptor& plugin) noexcept : PluginWork(&plugin, "") {}

PluginWork::PluginWork(const std::filesystem::path& file) noexcept : PluginWork(nullptr, file.c_str()) {}

PluginWork::~PluginWork() {
  if (plugin_ != nullptr) --calls_begun;
  innermost = outer_;
}

PluginAtWork::PluginAtWork() noexcept {
  const PluginWork* const mine = innermost;
  if (mine != nullptr && mine->process_ != ::getpid()) return;  // a child of the plugin
  if (mine != nullptr) file = mine->file_;
  const PluginDescriptor* const it = mine != nullptr ? mine->plugin_ : calls_begun > 0 ? last_called.load() : nullptr;
  if (it == nullptr) return;
  kind = it->kind == PluginKind::loader ? "loader" : "plugin";
  name = it->about.name;
}

void end_program(const PluginAtWork& who, std::string_view what) {
  std::string text = "wayfront: error: ";
  if (!who.kind.empty()) text.append(who.kind).append(" '").append(who.name).append("'");
  text.append(who.file).append(what).append("\n");
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(static_cast<int>(ExitCode::plugin));
}

}  // namespace wayfront::host
