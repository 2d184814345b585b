#include "plugins/plugin_opening.hpp"

#include <doctest/doctest.h>

#include <cfenv>
#include <filesystem>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

const fs::path hostile = WAYFRONT_HOSTILE_PLUGINS;

/// The note on opening a plugin, which has to be a single one.
std::string note_on(const std::string& name) {
  take_opening_notes();
  open_plugin(hostile / (name + ".so"));
  const std::vector<std::string> notes = take_opening_notes();
  REQUIRE(notes.size() == 1);
  open_plugin(hostile / (name + ".so"));
  CHECK(take_opening_notes().empty());
  return notes[0];
}

std::string changed(const std::string& name, const std::string& what) {
  return "plugin '" + name + "' changed " + what + " when it was opened; it was restored";
}

TEST_CASE("the floating-point mode that an opening changes is put back and named") {
  volatile float tiny = 1e-40F, half = 0.5F;
  CHECK(note_on("flushes_when_opened") == changed("flushes-when-opened", "the floating-point mode"));
  CHECK(tiny * half > 0);
  CHECK(note_on("rounds_up_when_opened") == changed("rounds-up-when-opened", "the floating-point mode"));
  CHECK(std::fegetround() == FE_TONEAREST);
}

TEST_CASE("a plugin that is another one than its file says is refused") {
  const Plugin plugin = read_plugin(hostile / "renames_itself_when_opened.so");
  std::string reason;
  try {
    opened(plugin);
  } catch (const UserError& error) {
    reason = error.what();
  }
  CHECK(reason.find("it is algorithm 'renames-itself-when-opened', but after opening it is algorithm 'dijkstra'") !=
        std::string::npos);
}

}  // namespace
}  // namespace wayfront::host
