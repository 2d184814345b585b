// Graphs from the loader `generate` for tests: options as TOML, arcs as they reach the sink.
#pragma once

#include <fmt/format.h>

#include "../test.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/host_context.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

template <WeightType W>
struct Generated {
  GraphHeader header;
  std::vector<Arc<W>> arcs;
  std::vector<Point> points;  // empty without coordinates

  /// Arcs in both directions where the header says so.
  std::vector<Arc<W>> both_ways() const {
    std::vector<Arc<W>> all = arcs;
    if (header.directed) return all;
    for (const Arc<W>& arc : arcs)
      if (arc.source != arc.target) all.push_back({arc.target, arc.source, arc.weight});
    return all;
  }
  std::vector<std::uint64_t> out_degrees() const { return degrees(&Arc<W>::source); }
  std::vector<std::uint64_t> in_degrees() const { return degrees(&Arc<W>::target); }
  /// FNV-1a of the arcs in their order.
  std::uint64_t digest() const {
    std::uint64_t hash = 0xcbf29ce484222325U;
    const auto add = [&](const void* data, std::size_t size) {
      for (std::size_t i = 0; i < size; ++i)
        hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3U;
    };
    for (const Arc<W>& arc : arcs) {
      add(&arc.source, sizeof arc.source);
      add(&arc.target, sizeof arc.target);
      add(&arc.weight, sizeof arc.weight);
    }
    return hash;
  }

 private:
  std::vector<std::uint64_t> degrees(Vertex Arc<W>::*end) const {
    std::vector<std::uint64_t> degrees(header.vertices);
    for (const Arc<W>& arc : both_ways()) ++degrees.at(arc.*end);
    return degrees;
  }
};

/// Keeps what it is given, up to a number of arcs, and insists on the contract: begin once, exactly header.arcs.
template <WeightType W>
class KeepingSink final : public GraphSink {
 public:
  void begin(const GraphHeader& header) override {
    if (begun_) throw std::logic_error("begin twice");
    begun_ = true;
    if (header.arcs > max_arcs) throw BadInput("too many arcs: " + std::to_string(header.arcs));
    kept.header = header;
    kept.arcs.resize(header.arcs, {no_vertex, no_vertex, W{}});
  }
  void begin_both_ways(const GraphHeader&) override { throw std::logic_error("no generator lists edges at both ends"); }
  void finish(const GraphHeader&) override { throw std::logic_error("generators know how many arcs they make"); }
  void ids(std::span<const std::uint64_t>) override { throw std::logic_error("generators count their vertices"); }
  void names(std::span<const std::string_view>) override { throw std::logic_error("generators count their vertices"); }
  void coordinates(const Coordinates& of_vertices) override {
    if (of_vertices.geographic) throw std::logic_error("generated graphs lie in a plane");
    if (!kept.points.empty()) throw std::logic_error("coordinates twice");
    kept.points.assign(of_vertices.points.begin(), of_vertices.points.end());
  }
  bool complete() const {
    return begun_ && given_ == kept.arcs.size() && (kept.points.empty() || kept.points.size() == kept.header.vertices);
  }

  Generated<W> kept;

 private:
  static constexpr std::uint64_t max_arcs = 1U << 25;
  void* room(std::uint64_t count, WeightKind kind) override {
    if (!begun_ || kind != weight_kind<W> || count > kept.arcs.size() - given_)
      throw std::logic_error("arcs unasked for");
    given_ += count;
    return kept.arcs.data() + (given_ - count);
  }
  bool begun_ = false;
  std::uint64_t given_ = 0;
};

/// `options` are TOML, with ';' for line ends. Throws Failure with the plugin's status.
template <WeightType W>
Generated<W> generate(std::string options, unsigned threads = 1, bool cancelled = false) {
  static const Plugin plugin = load_plugin(WAYFRONT_GENERATE_PLUGIN);
  std::ranges::replace(options, ';', '\n');
  const Document document(options, "options");
  Diagnostics diagnostics;
  const Settings settings = Settings::from(plugin.options(), document.root(), "options", diagnostics);
  diagnostics.throw_if_any();
  HostContext context(threads);
  context.start(0, false);
  if (cancelled) context.cancel();
  const InstancePtr<Loader> loader = create_loader(plugin, settings.values());
  KeepingSink<W> sink;
  const Status status = loader->load({nullptr, weight_kind<W>}, sink, context);
  if (!status.ok()) throw Failure(status.code, std::string(status.text()));
  if (!sink.complete()) throw std::logic_error("fewer arcs than announced");
  return std::move(sink.kept);
}

using Int = std::int32_t;

/// The plugin's sentence for options that it refuses; "" where it takes them.
inline std::string refusal(const std::string& options) {
  try {
    generate<Int>(options);
    return "";
  } catch (const Failure& failure) {
    return failure.code() == StatusCode::bad_input ? failure.what() : std::string("not bad_input: ") + failure.what();
  }
}

/// Vertices that `source` reaches.
template <WeightType W>
std::vector<bool> reached(const Generated<W>& graph, Vertex source) {
  std::vector<std::vector<Vertex>> rows(graph.header.vertices);
  for (const Arc<W>& arc : graph.both_ways()) rows.at(arc.source).push_back(arc.target);
  std::vector<bool> seen(rows.size());
  std::vector<Vertex> stack = {source};
  seen.at(source) = true;
  while (!stack.empty()) {
    const Vertex u = stack.back();
    stack.pop_back();
    for (const Vertex v : rows[u]) {
      if (seen[v]) continue;
      seen[v] = true;
      stack.push_back(v);
    }
  }
  return seen;
}

}  // namespace wayfront::host
