#include "answers/reduction_file.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "answers/shortest_path.hpp"
#include "base/text.hpp"
#include "files/file_replacement.hpp"
#include "numpy/npy.hpp"

namespace wayfront::host {
namespace {

/// Calls f(value, kind) with the figure: a sum or a weight of that kind, a count, or, of kind float64, a float.
template <class F>
auto with_figure(RowFigure figure, const ReducedRow& row, WeightKind kind, F&& f) {
  switch (figure) {
    case RowFigure::sum:
      return f(row.sum, kind == WeightKind::int32 ? WeightKind::int64 : WeightKind::float64);
    case RowFigure::max:
      return f(row.max, kind);
    case RowFigure::reached:
      return f(row.reached, WeightKind::int64);
    case RowFigure::within:
      return f(row.within, WeightKind::int64);
    case RowFigure::harmonic:
      break;
  }
  return f(row.harmonic, WeightKind::float64);
}

std::string text_of(RowFigure figure, const ReducedRow& row, WeightKind kind) {
  return with_figure(figure, row, kind, [](const auto& value, WeightKind of_value) {
    if constexpr (requires { value.rounded(); })
      return weight_text(value, of_value == WeightKind::float32 ? of_value : WeightKind::float64);
    else
      return fmt::to_string(value);
  });
}

std::string csv_text(std::span<const RowFigure> figures, std::span<const Vertex> sources,
                     std::span<const ReducedRow> rows, WeightKind kind, const VertexIds& ids) {
  std::string text = "source";
  for (const RowFigure it : figures) text += fmt::format(",{}", name_of(it));
  text += '\n';
  for (std::size_t i = 0; i < sources.size(); ++i) {
    text += csv_field(to_text(ids[sources[i]]));
    for (const RowFigure it : figures) text += ',' + text_of(it, rows[i], kind);
    text += '\n';
  }
  return text;
}

template <class T>
void add_bytes(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void add_bytes(std::string& bytes, RowFigure figure, const ReducedRow& row, WeightKind kind) {
  with_figure(figure, row, kind, [&](const auto& value, WeightKind of_value) {
    if constexpr (requires { value.rounded(); })
      with_weight_type(of_value, [&]<WeightType W>() {
        if constexpr (std::is_integral_v<W>)
          add_bytes(bytes, static_cast<W>(value.integer().value_or(0)));
        else
          add_bytes(bytes, static_cast<W>(value.rounded()));
      });
    else
      add_bytes(bytes, value);
  });
}

std::string field_type(RowFigure figure, WeightKind kind) {
  return with_figure(figure, ReducedRow(), kind, [](const auto& value, WeightKind of_value) {
    return std::is_same_v<decltype(value), const std::uint64_t&> ? "<u8" : numpy::type_name(of_value);
  });
}

std::string npy_bytes(std::span<const RowFigure> figures, std::span<const Vertex> sources,
                      std::span<const ReducedRow> rows, WeightKind kind, const VertexIds& ids) {
  const bool named = ids.kind() == VertexIds::Kind::names;
  std::size_t longest = 1;  // all names have the same length in NumPy
  if (named)
    for (const Vertex source : sources) longest = std::max(longest, ids.name(source).size());
  std::string type = fmt::format("[('source', '{}')", named ? fmt::format("|S{}", longest) : "<u8");
  for (const RowFigure it : figures) type += fmt::format(", ('{}', '{}')", name_of(it), field_type(it, kind));
  const std::uint64_t shape[] = {sources.size()};
  std::string bytes = numpy::write_header(type + "]", shape);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (named) {
      const std::string_view id = ids.name(sources[i]);
      bytes.append(id).append(longest - id.size(), '\0');
    } else {
      add_bytes(bytes, ids.kind() == VertexIds::Kind::range ? ids.first() + sources[i] : ids.numbers()[sources[i]]);
    }
    for (const RowFigure it : figures) add_bytes(bytes, it, rows[i], kind);
  }
  return bytes;
}

}  // namespace

std::string read_figures(std::span<const std::string> names, bool has_within, std::vector<RowFigure>& figures) {
  const std::vector<std::string_view> known(enum_names<RowFigure>.begin(), enum_names<RowFigure>.end());
  for (const std::string& text : names) {
    const std::optional<RowFigure> found = named<RowFigure>(text);
    if (!found) {
      const std::string near = nearest(text, known);
      return fmt::format(
          "the figure '{}' is unknown; {}", text,
          near.empty() ? fmt::format("known are {}", fmt::join(known, ", ")) : fmt::format("did you mean '{}'?", near));
    }
    if (std::ranges::find(figures, *found) != figures.end()) return fmt::format("'{}' is listed twice", text);
    figures.push_back(*found);
  }
  if (figures.empty()) return fmt::format("no figure is named; known are {}", fmt::join(known, ", "));
  const bool wants_within = std::ranges::find(figures, RowFigure::within) != figures.end();
  if (wants_within && !has_within) return "the figure 'within' needs a limit; set 'within', too";
  if (has_within && !wants_within) return "there is a limit 'within', but that figure is not wanted; name it, too";
  return {};
}

void write_reductions(const std::filesystem::path& file, ReductionFormat format, std::span<const RowFigure> figures,
                      std::span<const Vertex> sources, std::span<const ReducedRow> rows, WeightKind kind,
                      const VertexIds& ids) {
  write_whole(file,
              format == ReductionFormat::csv ? csv_text(figures, sources, rows, kind, ids)
                                             : npy_bytes(figures, sources, rows, kind, ids),
              Links::follow);
}

}  // namespace wayfront::host
