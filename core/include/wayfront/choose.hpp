// Plugins that choose. Such a plugin solves nothing: it says what each installed plugin is expected to take for a question,
// and the host runs the best one as if it had been named. It is a class like that of any algorithm, but with
// Advice choose(const ChoiceQuestion&) in place of prepare() and solve(). It runs where no plugin is named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wayfront/function_ref.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/plugin.hpp"
#include "wayfront/run.hpp"

namespace wayfront {

/// An algorithm that could be chosen.
struct InstalledPlugin {
  const PluginAbout* about;
  bool answers;   // false: the host knows that it cannot, because of the weights for example
  bool projects;  // it would give targets or reductions alone (capability::targets_only, capability::reduce)
};

/// The first CUDA device.
struct InstalledDevice {
  std::string name;
  std::uint64_t bytes = 0;  // of memory
};

/// What will be asked. Valid during the call.
struct ChoiceQuestion {
  const Graph& graph;
  std::span<const InstalledPlugin> plugins;
  std::span<const Vertex> known{};  // some of the sources, or none
  std::uint64_t sources = 1;        // in all
  std::uint64_t per_call = 1;       // of a call, where a plugin takes several
  unsigned threads = 1;
  unsigned instances = 1;  // of a plugin without capability::batch, which solve sources of a call at the same time
  More more{};             // without `sources`
  // The program ends with the answer, so the time to start a device counts, and that of solves that only check sums.
  bool is_all = false;
  FunctionRef<const InstalledDevice*()> device;  // null: there is none. The first call may take half a second.
};

/// What a plugin is expected to take.
struct Estimate {
  std::size_t plugin = 0;         // its place among ChoiceQuestion::plugins
  double prepare = 0, solve = 0;  // seconds: once, and for each source
  bool sure = true;       // false: it may be far off, so it comes after those that are sure, unless it wins a race
  std::string why_not{};  // unless empty: it is not to be chosen
};

struct Advice {
  std::vector<Estimate> estimates;  // the host sorts them; a plugin that is missing is taken where all of these fail
  std::uint64_t sources = 1;        // that were counted with
  bool race = true;                 // whether the best ones may solve some sources before one is chosen
  std::string figures;              // what decided, for people: "4.0 arcs each, about 500 levels"
};

/// What comes out of create() of a plugin that chooses.
class Chooser : public Instance {
 public:
  /// [host thread] Called any number of times.
  virtual Status choose(const ChoiceQuestion& question, Advice& advice) noexcept = 0;
};

template <class T>
class detail::ChooserOf final : public Chooser {
 public:
  explicit ChooserOf(const OptionValue* values) : plugin_(make<T>(values)) {}
  Status choose(const ChoiceQuestion& question, Advice& advice) noexcept override {
    return guarded([&] { advice = plugin_.choose(question); });
  }

 private:
  T plugin_;
};

}  // namespace wayfront
