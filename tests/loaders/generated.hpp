// Graphs from the loader `generate` for tests: options by name and value, arcs as they reach the sink.
#pragma once

#include <variant>

#include "../test.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/host_context.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

using Given = std::map<std::string, std::variant<const char*, double, bool>>;

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
  std::vector<std::uint64_t> out_degrees() const {
    std::vector<std::uint64_t> degrees(header.vertices);
    for (const Arc<W>& arc : both_ways()) ++degrees.at(arc.source);
    return degrees;
  }
  std::vector<std::uint64_t> in_degrees() const {
    std::vector<std::uint64_t> degrees(header.vertices);
    for (const Arc<W>& arc : both_ways()) ++degrees.at(arc.target);
    return degrees;
  }
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

/// What the validator makes of the options: every row's default but for those given.
inline std::vector<OptionValue> resolve(std::span<const OptionRow> rows, const Given& given) {
  std::vector<OptionValue> values;
  std::size_t found = 0;
  for (const OptionRow& row : rows) {
    OptionValue value = row.default_value;
    if (const auto it = given.find(row.name); it != given.end()) {
      ++found;
      value.is_set = true;
      if (const auto* flag = std::get_if<bool>(&it->second)) value.boolean = *flag;
      if (const auto* number = std::get_if<double>(&it->second)) {
        value.real = *number;
        value.integer = static_cast<std::int64_t>(*number);
      }
      if (const auto* word = std::get_if<const char*>(&it->second)) {
        value.text = nullptr;
        for (std::size_t i = 0; i < row.choice_count; ++i) {
          if (std::string(row.choices[i].name) != *word) continue;
          value.text = row.choices[i].name;
          value.integer = row.choices[i].value;
        }
        if (value.text == nullptr) throw std::logic_error(std::string("no word of the option: ") + *word);
      }
    }
    values.push_back(value);
  }
  if (found != given.size()) throw std::logic_error("an option that the plugin does not have");
  return values;
}

/// Throws Failure with the plugin's status.
template <WeightType W>
Generated<W> generate(const Given& given, unsigned threads = 1, bool cancelled = false) {
  static const Plugin plugin = load_plugin(WAYFRONT_GENERATE_PLUGIN);
  HostContext context(threads);
  context.start(0, false);
  if (cancelled) context.cancel();
  const InstancePtr<Loader> loader = create_loader(plugin, resolve(plugin.options(), given));
  KeepingSink<W> sink;
  const Status status = loader->load({nullptr, weight_kind<W>}, sink, context);
  if (!status.ok()) throw Failure(status.code, std::string(status.text()));
  if (!sink.complete()) throw std::logic_error("fewer arcs than announced");
  return std::move(sink.kept);
}

using Int = std::int32_t;

/// The plugin's sentence for options that it refuses; "" where it takes them.
inline std::string refusal(const Given& given) {
  try {
    generate<Int>(given);
    return "";
  } catch (const Failure& failure) {
    return failure.code() == StatusCode::bad_input ? failure.what() : std::string("not bad_input: ") + failure.what();
  }
}

/// Vertices that `source` reaches.
template <WeightType W>
std::vector<bool> reached(const Generated<W>& graph, Vertex source) {
  const std::vector<std::uint64_t> degrees = graph.out_degrees();
  std::vector<std::uint64_t> begin(degrees.size() + 1);
  std::partial_sum(degrees.begin(), degrees.end(), begin.begin() + 1);
  std::vector<std::uint64_t> end = begin;
  const std::vector<Arc<W>> arcs = graph.both_ways();
  std::vector<Vertex> targets(arcs.size());
  for (const Arc<W>& arc : arcs) targets[end[arc.source]++] = arc.target;
  std::vector<bool> seen(degrees.size());
  std::vector<Vertex> stack = {source};
  seen.at(source) = true;
  while (!stack.empty()) {
    const Vertex u = stack.back();
    stack.pop_back();
    for (std::uint64_t e = begin[u]; e < begin[u + 1]; ++e) {
      if (seen[targets[e]]) continue;
      seen[targets[e]] = true;
      stack.push_back(targets[e]);
    }
  }
  return seen;
}

}  // namespace wayfront::host
