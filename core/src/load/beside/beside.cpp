#include "load/beside/beside.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "base/big_array.hpp"
#include "base/refusal.hpp"
#include "base/text.hpp"
#include "files/input.hpp"
#include "graph/rows_view.hpp"
#include "graph/weight_kind.hpp"
#include "load/asked_graph.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

/// Whether there is a comma outside of quotes, which begin where a field does.
bool has_comma(std::string_view line) {
  constexpr std::string_view before_quotes = " \t,\"";
  bool is_quoted = false;
  char last = ' ';
  for (const char c : line) {
    if (c == '"' && (is_quoted || before_quotes.find(last) != before_quotes.npos)) is_quoted = !is_quoted;
    if (c == ',' && !is_quoted) return true;
    last = c;
  }
  return false;
}

std::vector<std::string> fields_of(std::string_view line) {
  const std::string_view between = has_comma(line) ? "," : " \t";
  std::vector<std::string> fields;
  for (std::string_view rest = line; !rest.empty();) {
    std::string& field = fields.emplace_back();
    if (rest.front() == '"') {
      if (auto text = take_quoted(rest)) field = *std::move(text);
    }
    const std::size_t end = std::min(rest.find_first_of(between), rest.size());
    field += trimmed(rest.substr(0, end));
    rest = trimmed(rest.substr(std::min(end + 1, rest.size())));
  }
  return fields;
}

class WeightChanges {
 public:
  WeightChanges(const LoadedGraph& loaded, FileInput& input) : loaded_(loaded), input_(input) {}

  template <WeightType W>
  void apply_to(W* weights) {
    for_each_line(input_, [&](std::string_view line, std::uint64_t number) {
      constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
      line_ = number;
      if (number == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
      line = trimmed(line);
      if (line.empty() || line.front() == '#') return;
      const std::vector<std::string> fields = fields_of(line);
      const bool some_are_empty = std::ranges::any_of(fields, [](const std::string& it) { return it.empty(); });
      if (fields.size() != 3 || some_are_empty)
        wrong("a line is FROM,TO,WEIGHT, with closed in place of the weight to close the arc");
      if (std::exchange(is_first_, false) &&
          (is_heading(fields, "from", "to") || is_heading(fields, "source", "target")))
        return;
      const Vertex from = vertex(fields[0]), to = vertex(fields[1]);
      const std::vector<std::uint64_t> arcs = arcs_between(*loaded_.graph, from, to);
      if (arcs.empty()) wrong("there is no arc from {} to {} in {}", fields[0], fields[1], loaded_.name);
      const W weight = weight_in<W>(fields[2]);
      for (const std::uint64_t arc : arcs) weights[arc] = weight;
    });
  }

 private:
  static bool is_heading(const std::vector<std::string>& fields, std::string_view from, std::string_view to) {
    return fields[0] == from && fields[1] == to;
  }

  template <class... Values>
  [[noreturn]] void wrong(fmt::format_string<Values...> text, Values&&... values) const {
    fail(ExitCode::input, "{}:{}: {}", input_.name(), line_, fmt::format(text, std::forward<Values>(values)...));
  }

  Vertex vertex(const std::string& id) {
    const Vertex vertices = loaded_.graph->info().vertices;
    if (const auto found = find(id, vertices)) return *found;
    wrong("vertex {} is not in the graph, whose ids are {}", id, loaded_.ids.describe(vertices));
  }

  std::optional<Vertex> find(const std::string& id, Vertex vertices) {
    if (loaded_.ids.kind() != VertexIds::Kind::names) return loaded_.ids.find(id_in(id), vertices);
    if (named_.empty())  // VertexIds would search all names each time
      for (Vertex v = 0; v < vertices; ++v) named_.emplace(loaded_.ids.name(v), v);
    const auto found = named_.find(id);
    return found == named_.end() ? std::nullopt : std::optional(found->second);
  }

  /// As loaders take it for that type, and the lowest weight, which graphs may have.
  template <WeightType W>
  W weight_in(std::string_view text) const {
    if (text == "closed") return unreached<W>;
    const auto real = number_of<double>(text);
    if (!real || !std::isfinite(*real)) wrong("the weight {} is not a number; the word closed closes an arc", text);
    if constexpr (std::is_floating_point_v<W>) {
      if (std::abs(*real) > std::numeric_limits<W>::max()) misfit<W>(text, "float64");
      return static_cast<W>(*real) + W{0};  // no -0
    } else {
      if (std::trunc(*real) != *real)
        wrong("the weight {} is not an integer, as those of {} are; use --weights float64", text, loaded_.name);
      const auto integer = number_of<std::int64_t>(text);
      if (!integer && !(std::abs(*real) < 0x1p53)) misfit<W>(text, "float64");
      const std::int64_t value = integer ? *integer : static_cast<std::int64_t>(*real);
      if (value >= unreached<W> || value <= std::numeric_limits<W>::lowest())
        misfit<W>(text, sizeof(W) == 4 ? "int64" : "float64");
      return static_cast<W>(value);
    }
  }

  template <WeightType W>
  [[noreturn]] void misfit(std::string_view text, std::string_view wider) const {
    wrong("the weight {} does not fit {}, the type of those of {}; use --weights {}", text, name(weight_kind<W>),
          loaded_.name, wider);
  }

  const LoadedGraph& loaded_;
  FileInput& input_;
  std::uint64_t line_ = 0;
  bool is_first_ = true;
  std::unordered_map<std::string_view, Vertex> named_;
};

}  // namespace

VertexId id_in(std::string_view text) {
  const auto number = number_of<std::uint64_t>(text);
  return number && std::to_string(*number) == text ? VertexId(*number) : VertexId(text);  // 007 may be a name
}

std::vector<VertexId> read_vertex_list(const std::filesystem::path& file) {
  const std::unique_ptr<FileInput> input = open_input(file);
  std::vector<VertexId> ids;
  for_each_line(*input, [&](std::string_view line, std::uint64_t) {
    line = trimmed(line);
    if (!line.empty() && line.front() != '#') ids.push_back(id_in(line));
  });
  return ids;
}

LoadedGraph graph_with_changes(const LoadedGraph& loaded, const std::filesystem::path& file, RunContext& context) {
  const std::unique_ptr<FileInput> input = open_input(file);
  return visit_rows(loaded.graph->csr(), [&]<class W>(const RowsView<W>& rows) {
    BigArray<W> weights = make_big_array<W>(rows.edges);
    std::copy_n(rows.weights, rows.edges, weights.get());
    try {
      WeightChanges(loaded, *input).apply_to(weights.get());
    } catch (const BadInput& error) {  // damaged compression
      fail(ExitCode::input, "{}", error.what());
    }
    return graph_with_weights(loaded, std::move(weights), context);
  });
}

}  // namespace wayfront::host
