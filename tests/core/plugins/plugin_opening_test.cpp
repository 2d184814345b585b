#include "plugins/plugin_opening.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cfenv>
#include <clocale>
#include <csignal>
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

TEST_CASE("what an opening changes is put back and named") {
  volatile float tiny = 1e-40F, half = 0.5F;
  CHECK(note_on("flushes_when_opened") == changed("flushes-when-opened", "the floating-point mode"));
  CHECK(tiny * half > 0);
  CHECK(note_on("rounds_up_when_opened") == changed("rounds-up-when-opened", "the floating-point mode"));
  CHECK(std::fegetround() == FE_TONEAREST);

  const fs::path before = fs::current_path();
  CHECK(note_on("moves_when_opened") == changed("moves-when-opened", "the working directory"));
  CHECK(fs::current_path() == before);

  ::umask(022);
  CHECK(note_on("masks_when_opened") == changed("masks-when-opened", "the umask"));
  CHECK(::umask(022) == 022);

  CHECK(note_on("translates_when_opened") == changed("translates-when-opened", "the locale"));
  CHECK(std::string(std::setlocale(LC_ALL, nullptr)) == "C");

  const auto interrupted = std::signal(SIGINT, SIG_DFL);
  CHECK(note_on("ignores_signals_when_opened").find("the signal handlers") != std::string::npos);
  const bool by_default = std::signal(SIGINT, interrupted) == SIG_DFL;
  CHECK(by_default);
  sigset_t blocked;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  CHECK(::sigismember(&blocked, SIGTERM) == 0);
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
