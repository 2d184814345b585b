// What a plugin that chooses is replaced by: a ranking of the installed plugins. Those with sure estimates come first, the
// fastest at the front, and then the unsure ones.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "certify/asked.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/devices/installed_device.hpp"
#include "settings/settings.hpp"
#include "wayfront/choose.hpp"

namespace wayfront::host {

/// How much is to do, as far as it is known before a plugin is chosen.
struct Workload {
  std::span<const Vertex> some{};  // of the sources, if they are known
  std::uint64_t sources = 1;
  std::uint64_t per_call = 1;    // where the plugin takes several in a call
  unsigned parallel = 0;         // sources of a call that instances solve at the same time; 0: one for each thread
  const Asked* asked = nullptr;  // null: all distances
  bool is_all = false;           // ChoiceQuestion::is_all
};

struct Candidate {
  const Plugin* plugin = nullptr;  // of the registry
  std::shared_ptr<const Settings> options{};
  bool expected = false;          // whether the chooser said what it takes; measured figures replace the expected ones
  double prepare = 0, solve = 0;  // seconds: once, and for each source
  bool sure = true;
  unsigned solves = 1;  // of a source, in `solve`: two where what the plugin sums up is compared with a whole row

  double total(std::uint64_t sources) const { return prepare + static_cast<double>(sources) * solve; }
};

struct Choice {
  std::string chooser{};               // "auto"; "" where the plugin was named
  std::vector<Candidate> ranking{};    // at least one; those without an estimate at its end
  std::uint64_t sources = 1;           // that were counted with
  bool race = false;                   // whether some may solve a part of the question first
  std::string figures{};               // Advice::figures
  double seconds = 0;                  // that the chooser took
  std::vector<std::string> refused{};  // why plugins are not in the ranking: "dijkstra: is excluded"
  std::string unusable{};              // what would be chosen from, too, if it were there once: "dijkstra (twice: ...)"
};

/// Asks a plugin that chooses. Throws UserError (plugin), with the reason of each plugin if none fits, or the chooser's own.
Choice choose(const Plugin& chooser, const Settings& options, const Graph& graph, const Workload& work,
              const PluginRegistry& plugins, unsigned threads,
              const std::function<const InstalledDevice*()>& device = installed_device);

/// Why the first of the ranking was chosen, at most 120 characters: "near-far, expected 4.1 ms; next dijkstra, 31 ms".
std::string reason_of(const Choice& choice);

/// "8.8 us", "12 ms".
std::string time_text(double seconds);

}  // namespace wayfront::host
