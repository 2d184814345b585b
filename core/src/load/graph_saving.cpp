#include "load/graph_saving.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "base/gather.hpp"
#include "base/random_bits.hpp"
#include "base/refusal.hpp"
#include "base/text.hpp"
#include "files/byte_source.hpp"
#include "graph/rows_view.hpp"
#include "graph/steps/graph_steps.hpp"
#include "graph/stored_graph.hpp"
#include "graph/weight_kind.hpp"
#include "plugins/plugin_work.hpp"

namespace wayfront::host {
namespace {

std::vector<TargetFormat> all_targets(const PluginRegistry& plugins) {
  std::vector<TargetFormat> all = {{std::string(binary_loader), nullptr}};
  for (const Plugin& plugin : plugins.plugins())
    if (plugin.has(capability::writes) && plugin.descriptor->kind == PluginKind::loader)
      all.push_back({plugin.about().name, &plugin});
  std::ranges::sort(all, {}, &TargetFormat::name);
  return all;
}

bool has_suffix(const TargetFormat& format, std::string_view suffix) {
  const std::string_view all = format.plugin == nullptr ? binary_suffix : format.plugin->descriptor->suffixes;
  return std::ranges::any_of(std::views::split(all, ' '), [&](auto word) { return std::ranges::equal(word, suffix); });
}

std::vector<std::string> names_of(const std::vector<TargetFormat>& formats) {
  std::vector<std::string> names;
  for (const TargetFormat& it : formats) names.push_back(it.name);
  return names;
}

TargetFormat named_target(const std::vector<TargetFormat>& all, std::string_view name, const PluginRegistry& plugins) {
  if (const auto found = std::ranges::find(all, name, &TargetFormat::name); found != all.end()) return *found;
  const std::vector<std::string> names = names_of(all);
  if (plugins.look_up(PluginKind::loader, name) != nullptr)
    refuse("loader '{}' writes no files; formats that can be written: {}", name, fmt::join(names, ", "));
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string near = nearest(name, candidates);
  refuse("there is no format '{}' to write{}; there are {}", name,
         near.empty() ? "" : fmt::format("; did you mean '{}'?", near), fmt::join(names, ", "));
}

/// Whether the ids are consecutive numbers, but not in this order: after reorder.
bool is_range_in_disorder(const VertexIds& ids) {
  if (ids.kind() != VertexIds::Kind::numbers || ids.order().empty()) return false;
  const auto [min, max] = std::ranges::minmax(ids.numbers());
  return max - min + 1 == ids.numbers().size();
}

/// The graph with its vertices in the order of their ids, so that the ids are a range again.
LoadedGraph in_order_of_ids(const LoadedGraph& loaded, RunContext& context) {
  const std::span<const Vertex> order = loaded.ids.order();
  GraphInSteps graph{{loaded.graph->csr(), loaded.graph}, loaded.directed};
  steps::renumber(graph, {order.begin(), order.end()}, context);
  LoadedGraph ordered = loaded;
  ordered.graph =
      std::make_shared<const StoredGraph>(std::move(graph.csr), weights_of(loaded.graph->info()), context.threads());
  ordered.ids = loaded.ids.selected(order);
  ordered.coordinates = loaded.coordinates.selected(order);
  return ordered;
}

/// The ids of the input, as plugins see them; `names` owns what the result refers to.
void give_ids(const LoadedGraph& loaded, SaveRequest& request, std::vector<std::string_view>& names) {
  const VertexIds& ids = loaded.ids;
  switch (ids.kind()) {
    case VertexIds::Kind::range:
      request.first_id = ids.first();
      return;
    case VertexIds::Kind::numbers:
      request.ids = ids.numbers().data();
      return;
    case VertexIds::Kind::names:
      for (Vertex v = 0; v < loaded.graph->info().vertices; ++v) names.push_back(ids.name(v));
      request.names = names.data();
      return;
  }
}

/// Sums of these over arcs, in any order, distinguish sets of arcs.
std::uint64_t mixed(Vertex source, Vertex target, std::uint64_t weight) {
  return mix(mix(std::uint64_t{source} << 32 | target) + weight);
}

}  // namespace

TargetFormat find_target(const PluginRegistry& plugins, std::string_view name, const std::filesystem::path& path,
                         std::string_view option) {
  const std::vector<TargetFormat> all = all_targets(plugins);
  if (!name.empty()) return named_target(all, name, plugins);
  const std::filesystem::path plain = compression_of(path) == Compression::none ? path : path.stem();
  const std::string ending = plain.extension().string();
  std::vector<TargetFormat> fitting;
  for (const TargetFormat& it : all)
    if (!ending.empty() && has_suffix(it, ending)) fitting.push_back(it);
  if (fitting.size() == 1) return fitting.front();
  const std::string names = fmt::format("{}", fmt::join(names_of(fitting.empty() ? all : fitting), ", "));
  if (fitting.empty())
    refuse("{}: its name does not determine the format; name one with {}: {}", path.string(), option, names);
  refuse("{}: several formats use the suffix {}; name one with {}: {}", path.string(), ending, option, names);
}

bool is_symmetric(const Graph& graph, RunContext& context) {
  constexpr std::uint64_t grain = std::uint64_t{1} << 14;
  return visit_rows(graph.csr(), [&]<class W>(const RowsView<W>& view) {
    return 0 == sum_over(view.vertices, grain, context, [&](std::uint64_t begin, std::uint64_t end) {
             std::uint64_t sum = 0;
             for (auto u = static_cast<Vertex>(begin); u < end; ++u)
               for (std::uint64_t e = view.begin(u); e < view.end(u); ++e) {
                 const auto weight = std::bit_cast<BitsOf<W>>(view.weights[e]);
                 sum += mixed(u, view.targets[e], weight) - mixed(view.targets[e], u, weight);
               }
             return sum;
           });
  });
}

VertexPoints saved_coordinates(const LoadedGraph& loaded, const SaveRules& rules) {
  const bool moved = !rules.renumber && is_range_in_disorder(loaded.ids);
  return moved ? loaded.coordinates.selected(loaded.ids.order()) : loaded.coordinates;
}

void save_graph(const LoadedGraph& loaded, const Plugin& format, const Settings& options, const SaveRules& rules,
                WrittenFile& output, RunContext& context) {
  if (!rules.renumber && is_range_in_disorder(loaded.ids)) {
    context.log(Level::warning,
                "vertices are written in the order of their ids, not in the order of reorder; --renumber writes the "
                "new order, and numbers instead of the ids");
    return save_graph(in_order_of_ids(loaded, context), format, options, rules, output, context);
  }
  SaveRequest request{.graph = loaded.graph.get(), .output = &output, .weighted = rules.weighted};
  request.coordinates = loaded.coordinates.view();
  request.directed = loaded.directed || !is_symmetric(*loaded.graph, context);
  std::vector<std::string_view> names;
  if (!rules.renumber) give_ids(loaded, request, names);
  const Status status = [&] {
    const PluginWork work(opened(format));
    return create_loader(format, options.values())->save(request, context);
  }();
  const std::string text(status.text());
  switch (status.code) {
    case StatusCode::ok:
      return;
    case StatusCode::cancelled:
      fail(ExitCode::interrupted, "{}: writing was interrupted", output.name());
    case StatusCode::unsupported:
      refuse("{}", text);
    case StatusCode::out_of_memory:
      throw std::bad_alloc();
    default:
      fail(ExitCode::failed_run, "{}", text);
  }
}

}  // namespace wayfront::host
