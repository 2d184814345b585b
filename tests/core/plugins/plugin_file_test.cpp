#include <cfenv>
#include <sys/stat.h>

#include "../../test.hpp"
#include "plugins/plugin_file.hpp"
#include "plugins/plugin_opening.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

const fs::path broken = WAYFRONT_BROKEN_PLUGINS, hostile = WAYFRONT_HOSTILE_PLUGINS;

/// The reason why a file is refused, without its name; "" where it is not.
std::string refusal(const fs::path& file) {
  try {
    const auto read = read_descriptor(file);
    return {};
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::plugin);
    const std::string text = error.what();
    REQUIRE(text.starts_with(file.string() + ": "));
    return text.substr(file.string().size() + 2);
  }
}

TEST_CASE("a file says what the opened plugin says") {
  for (const fs::path& file : {broken / "sound.so", hostile / "rounds_up.so"}) {
    const Plugin read = read_plugin(file), opened = load_plugin(file);
    CHECK(read.descriptor != opened.descriptor);
    CHECK(std::string(read.about().name) == opened.about().name);
    CHECK(std::string(read.about().summary) == opened.about().summary);
    CHECK(read.about().capabilities == opened.about().capabilities);
    REQUIRE(read.options().size() == opened.options().size());
    for (std::size_t i = 0; i < read.options().size(); ++i) {
      CHECK(std::string(read.options()[i].name) == opened.options()[i].name);
      CHECK(read.options()[i].default_value.integer == opened.options()[i].default_value.integer);
      CHECK(read.options()[i].integers.max == opened.options()[i].integers.max);
    }
  }
}

TEST_CASE("a descriptor that is no data of its file is refused") {
  CHECK(
      refusal(hostile / "describes_itself_when_opened.so").starts_with("its descriptor is created when it is opened"));
  CHECK(refusal(hostile / "points_astray.so").starts_with("its descriptor points outside the data of its file"));
}

TEST_CASE("what is no file for this machine is refused without waiting") {
  const Scratch scratch;
  const fs::path pipe = scratch.path() / "pipe.so";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(refusal(pipe) == "cannot be loaded: is not a regular file");
  CHECK(refusal(scratch.write("empty.so", "")) == "cannot be loaded: file too short");
  std::string other = content_of(broken / "sound.so");
  other[18] = 8;  // e_machine: MIPS
  CHECK(refusal(scratch.write("mips.so", other)) == "cannot be loaded: is a library for another machine");
}

TEST_CASE("cut and damaged files are refused or read, and harm nobody") {
  const std::string sound = content_of(broken / "sound.so");
  const Scratch scratch;
  std::size_t refused = 0;
  for (std::size_t size = 0; size < sound.size(); size += 251)
    refused += refusal(scratch.write("cut.so", std::string_view(sound).substr(0, size))).empty() ? 0 : 1;
  CHECK(refused > sound.size() / 251 / 2);
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    std::string damaged = sound;
    for (int change = 0; change < 40; ++change) damaged[random() % damaged.size()] = static_cast<char>(random());
    refusal(scratch.write("damaged.so", damaged));
  }
  // Single bytes of what is read: header, sections, symbols, relocations and the descriptor hold most values below
  // 2^16.
  for (int i = 0; i < 1000; ++i) {
    std::string damaged = sound;
    std::size_t place = random() % damaged.size();
    while (damaged[place] == 0) place = random() % damaged.size();
    damaged[place] = static_cast<char>(random());
    damaged[0] = sound[0];
    refusal(scratch.write("damaged.so", damaged));
  }
}

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
  CHECK(contains(reason, "it is algorithm 'renames-itself-when-opened', but after opening it is algorithm 'dijkstra'"));
}

}  // namespace
}  // namespace wayfront::host
