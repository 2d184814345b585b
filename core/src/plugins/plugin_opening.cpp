#include "plugins/plugin_opening.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <boost/dll/shared_library.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>

#include "base/float_mode.hpp"
#include "base/refusal.hpp"
#include "plugins/plugin_file.hpp"
#include "plugins/plugin_work.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

struct Openings {
  std::mutex mutex;
  std::map<std::pair<dev_t, ino_t>, const PluginDescriptor*> opened;
  std::vector<const boost::dll::shared_library*> libraries;  // all that were opened, for searches for leaks
  std::vector<std::string> notes;
};

/// Lives until the end of the process, beyond static destructors, like the libraries.
Openings& openings() {
  static auto& all = *new Openings;
  return all;
}

/// Never closed: instances and threads of the plugin may outlive everything here. `changed_mode`: whether the
/// floating-point mode was changed, and is the host's again.
const boost::dll::shared_library& open_library(const fs::path& file, bool& changed_mode) {
  const fs::path whole = fs::absolute(file);
  auto library = std::make_unique<boost::dll::shared_library>();
  std::error_code error;
  {
    using boost::dll::load_mode::rtld_local;
    using boost::dll::load_mode::rtld_now;
    const PluginWork work(file);
    try {
      library->load(whole, rtld_now | rtld_local, error);
    } catch (...) {  // it has come through the dynamic linker, which is not made for that
      end_program({}, ": threw an exception when it was opened");
    }
    changed_mode = set_float_mode();
  }
  if (!error) return *library.release();
  const char* const said = ::dlerror();
  std::string reason = said != nullptr ? said : error.message();
  const std::string prefix = whole.string() + ": ";
  if (reason.starts_with(prefix)) reason.erase(0, prefix.size());
  fail(ExitCode::plugin, "{}: cannot be loaded: {}", file.string(), reason);
}

}  // namespace

const PluginDescriptor& open_plugin(const fs::path& file) {
  Openings& all = openings();
  const std::scoped_lock lock(all.mutex);
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) throw UserError(ExitCode::plugin, no_such_plugin(file));
  const std::pair which(status.st_dev, status.st_ino);
  if (const auto known = all.opened.find(which); known != all.opened.end()) return *known->second;
  bool changed_mode = false;
  const boost::dll::shared_library& library = open_library(file, changed_mode);
  all.libraries.push_back(&library);
  if (!library.has(plugin_symbol)) throw UserError(ExitCode::plugin, no_plugin_symbol(file));
  const auto& descriptor = library.get<const PluginDescriptor>(plugin_symbol);
  check_descriptor(file, descriptor);
  if (changed_mode)
    all.notes.push_back(fmt::format("plugin '{}' changed the floating-point mode when it was opened; it was restored",
                                    descriptor.about.name));
  all.opened.emplace(which, &descriptor);
  return descriptor;
}

std::vector<std::string> take_opening_notes() {
  Openings& all = openings();
  const std::scoped_lock lock(all.mutex);
  return std::exchange(all.notes, {});
}

}  // namespace wayfront::host
