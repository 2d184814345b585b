#include "plugins/plugin_opening.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/dll/shared_library.hpp>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "plugins/handshake.hpp"
#include "plugins/plugin_file.hpp"
#include "plugins/process_state.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

struct Openings {
  std::mutex mutex;
  std::map<std::pair<dev_t, ino_t>, const PluginDescriptor*> opened;
  std::vector<const boost::dll::shared_library*> libraries;  // all that were opened, for searches for leaks
  std::vector<std::string> notes;
  std::set<std::string> added;  // by add_opening_note, ever
};

/// Lives until the end of the process, beyond static destructors, like the libraries.
Openings& openings() {
  static auto& all = *new Openings;
  return all;
}

const char* being_opened = nullptr;  // the file whose constructors are running

[[noreturn]] void end_program(const char* what) {
  const std::string text = fmt::format("wayfront: error: {}: {} when it was opened\n", being_opened, what);
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(static_cast<int>(ExitCode::plugin));
}

/// While it exists, a plugin that ends the program is named.
class EndGuard {
 public:
  explicit EndGuard(const fs::path& file) {
    [[maybe_unused]] static const bool registered = std::atexit([] {
                                                      if (being_opened != nullptr) end_program("called exit()");
                                                    }) == 0;
    being_opened = file.c_str();
    before_ =
        std::set_terminate([] { end_program(std::current_exception() ? "threw an exception" : "ended the program"); });
  }
  ~EndGuard() {
    std::set_terminate(before_);
    being_opened = nullptr;
  }
  EndGuard(const EndGuard&) = delete;
  EndGuard& operator=(const EndGuard&) = delete;

 private:
  std::terminate_handler before_;
};

/// Never closed: instances and threads of the plugin may outlive everything here. `changed` receives what was restored.
const boost::dll::shared_library& open_library(const fs::path& file, std::vector<std::string>& changed) {
  const fs::path whole = fs::absolute(file);
  ProcessState state;
  auto library = std::make_unique<boost::dll::shared_library>();
  std::error_code error;
  {
    using boost::dll::load_mode::rtld_local;
    using boost::dll::load_mode::rtld_now;
    const EndGuard guard(file);
    try {
      library->load(whole, rtld_now | rtld_local, error);
    } catch (...) {  // it has come through the dynamic linker, which is not made for that
      end_program("threw an exception");
    }
  }
  if (!error) {
    changed = state.restore();
    return *library.release();
  }
  const char* const said = ::dlerror();
  std::string reason = said != nullptr ? said : error.message();
  state.restore();  // libraries that it needs may be open already
  const std::string prefix = whole.string() + ": ";
  if (reason.starts_with(prefix)) reason.erase(0, prefix.size());
  throw UserError(ExitCode::plugin, fmt::format("{}: cannot be loaded: {}", file.string(), reason));
}

}  // namespace

const PluginDescriptor& open_plugin(const fs::path& file) {
  Openings& all = openings();
  const std::scoped_lock lock(all.mutex);
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) throw UserError(ExitCode::plugin, no_such_plugin(file));
  const std::pair which(status.st_dev, status.st_ino);
  if (const auto known = all.opened.find(which); known != all.opened.end()) return *known->second;
  std::vector<std::string> changed;
  const boost::dll::shared_library& library = open_library(file, changed);
  all.libraries.push_back(&library);
  if (!library.has(plugin_symbol)) throw UserError(ExitCode::plugin, no_plugin_symbol(file));
  const auto& descriptor = library.get<const PluginDescriptor>(plugin_symbol);
  check_descriptor(file, descriptor);
  if (!changed.empty())
    all.notes.push_back(fmt::format("plugin '{}' changed {} when it was opened; {} restored", descriptor.about.name,
                                    fmt::join(changed, ", "), changed.size() == 1 ? "it was" : "they were"));
  all.opened.emplace(which, &descriptor);
  return descriptor;
}

std::vector<std::string> take_opening_notes() {
  Openings& all = openings();
  const std::scoped_lock lock(all.mutex);
  return std::exchange(all.notes, {});
}

void add_opening_note(const std::string& note) {
  Openings& all = openings();
  const std::scoped_lock lock(all.mutex);
  if (all.added.insert(note).second) all.notes.push_back(note);
}

}  // namespace wayfront::host
