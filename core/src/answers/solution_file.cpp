#include "answers/solution_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "base/csv_text.hpp"
#include "base/errors.hpp"
#include "files/file_replacement.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// The output: a buffer in front of the file.
class Sink {
 public:
  explicit Sink(const std::filesystem::path& file)
      : name_(file.string()), file_(file, Links::follow), buffer_(buffer_size) {}

  void add(std::string_view text) {
    if (text.size() > buffer_size - used_) flush();
    if (text.size() > buffer_size) return write_all(file_.descriptor(), text, name_);
    std::ranges::copy(text, buffer_.data() + used_);
    used_ += text.size();
  }
  void add(char c) { add(std::string_view(&c, 1)); }
  template <class T>
  void add_number(T value) {
    constexpr std::size_t longest = 32;  // characters of any 64-bit integer or float
    if (longest > buffer_size - used_) flush();
    char* const at = buffer_.data() + used_;
    used_ += static_cast<std::size_t>(std::to_chars(at, at + longest, value).ptr - at);
  }
  template <class T>
  void add_bytes(T value) {
    add(std::string_view(reinterpret_cast<const char*>(&value), sizeof value));
  }
  /// Flushes everything and gives the file its name.
  void finish() {
    flush();
    file_.commit();
  }

 private:
  static constexpr std::size_t buffer_size = std::size_t{1} << 20;

  void flush() {
    write_all(file_.descriptor(), {buffer_.data(), used_}, name_);
    used_ = 0;
  }

  std::string name_;
  FileReplacement file_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

std::string quoted_for_json(std::string_view name) {
  return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Writes ids and values in one format.
class Rows {
 public:
  Rows(Sink& sink, SolutionFormat format, const VertexIds& ids, std::string_view value_name)
      : sink_(sink),
        format_(format),
        ids_(ids),
        named_(ids.kind() == VertexIds::Kind::names),
        value_name_(value_name) {}

  /// `type` is NumPy's of a value.
  void header(Vertex vertices, std::string_view type) {
    if (named_)
      for (Vertex v = 0; v < vertices; ++v) longest_name_ = std::max(longest_name_, ids_.name(v).size());
    counted_ = is_range(vertices);
    if (format_ == SolutionFormat::csv) sink_.add(fmt::format("id,{}\n", value_name_));
    if (format_ == SolutionFormat::npy) sink_.add(npy_header(vertices, type));
  }

  /// Appended by value(); to_id() and the constants are for this.
  template <class Value>
  void row(Vertex v, Value&& value) {
    switch (format_) {
      case SolutionFormat::text:
      case SolutionFormat::csv:
        add_id(v);
        sink_.add(format_ == SolutionFormat::csv ? ',' : ' ');
        value();
        sink_.add('\n');
        return;
      case SolutionFormat::jsonl:
        sink_.add("{\"id\":");
        add_id(v);
        sink_.add(",\"");
        sink_.add(value_name_);
        sink_.add("\":");
        value();
        sink_.add("}\n");
        return;
      case SolutionFormat::npy:
        if (!counted_) add_id(v);
        value();
        return;
    }
  }

  void add_id(Vertex v) {
    if (format_ == SolutionFormat::npy) return named_ ? add_padded(ids_.name(v)) : sink_.add_bytes(number(v));
    if (!named_) return sink_.add_number(number(v));
    const std::string_view name = ids_.name(v);
    sink_.add(format_ == SolutionFormat::text  ? std::string(name)
              : format_ == SolutionFormat::csv ? csv_field(name)
                                               : quoted_for_json(name));
  }
  /// All names in a NumPy array have the same length.
  void add_padded(std::string_view name) {
    sink_.add(name);
    sink_.add(std::string(longest_name_ - name.size(), '\0'));
  }
  bool named() const { return named_; }
  std::string name_type() const { return fmt::format("|S{}", std::max<std::size_t>(longest_name_, 1)); }
  std::uint64_t number(Vertex v) const {
    return ids_.kind() == VertexIds::Kind::range ? ids_.first() + v : ids_.numbers()[v];
  }

 private:
  /// Whether the rows' ids are consecutive numbers, so that they need not be written.
  bool is_range(Vertex vertices) const {
    if (ids_.kind() == VertexIds::Kind::range || vertices == 0) return true;
    if (named_) return false;
    const auto [min, max] = std::ranges::minmax(ids_.numbers());
    return max - min + 1 == vertices;
  }

  std::string npy_header(Vertex vertices, std::string_view type) const {
    const std::string value = type.empty() ? name_type() : std::string(type);
    const std::string description =
        counted_ ? fmt::format("'{}'", value)
                 : fmt::format("[('id', '{}'), ('{}', '{}')]", named_ ? name_type() : "<u8", value_name_, value);
    std::string text = fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': ({},), }}", description, vertices);
    constexpr std::size_t prefix = 10, alignment = 64;
    text.append(alignment - (prefix + text.size() + 1) % alignment, ' ');
    text += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(text.size() & 0xff);
    header += static_cast<char>(text.size() >> 8);
    return header + text;
  }

  Sink& sink_;
  SolutionFormat format_;
  const VertexIds& ids_;
  bool named_;
  bool counted_ = false;
  std::string_view value_name_;
  std::size_t longest_name_ = 0;
};

/// Calls f for each vertex in the order of the ids.
template <class F>
void in_order(const VertexIds& ids, Vertex vertices, F&& f) {
  const std::span<const Vertex> order = ids.order();
  if (order.empty())
    for (Vertex v = 0; v < vertices; ++v) f(v);
  else
    for (const Vertex v : order) f(v);
}

template <WeightType W>
void write(Sink& sink, SolutionFormat format, std::span<const W> distances, const VertexIds& ids) {
  Rows rows(sink, format, ids, "distance");
  const auto vertices = static_cast<Vertex>(distances.size());
  rows.header(vertices, fmt::format("<{}{}", std::is_floating_point_v<W> ? 'f' : 'i', sizeof(W)));
  in_order(ids, vertices, [&](Vertex v) {
    rows.row(v, [&] {
      if (format == SolutionFormat::npy)
        sink.add_bytes(distances[v]);
      else if (distances[v] != unreached<W>)
        sink.add_number(distances[v]);
      else
        sink.add(format == SolutionFormat::jsonl ? "null" : "inf");
    });
  });
}

}  // namespace

std::optional<SolutionFormat> solution_format(const std::filesystem::path& file) {
  const std::string end = file.extension().string();
  if (end == ".txt") return SolutionFormat::text;
  if (end == ".csv") return SolutionFormat::csv;
  if (end == ".npy") return SolutionFormat::npy;
  if (end == ".jsonl") return SolutionFormat::jsonl;
  return std::nullopt;
}

void write_distances(const std::filesystem::path& file, SolutionFormat format, const Output& output,
                     const VertexIds& ids) {
  Sink sink(file);
  with_weight_type(output.kind, [&]<WeightType W>() { write<W>(sink, format, output.distances_as<W>(), ids); });
  sink.finish();
}

void write_predecessors(const std::filesystem::path& file, SolutionFormat format, Vertex source,
                        std::span<const Vertex> predecessors, const VertexIds& ids) {
  Sink sink(file);
  Rows rows(sink, format, ids, "predecessor");
  const auto vertices = static_cast<Vertex>(predecessors.size());
  rows.header(vertices, rows.named() ? "" : "<i8");
  in_order(ids, vertices, [&](Vertex v) {
    const Vertex predecessor = v == source ? source : predecessors[v];
    rows.row(v, [&] {
      if (predecessor != no_vertex) {
        if (format == SolutionFormat::npy && !rows.named() && rows.number(predecessor) > std::uint64_t{1} << 62)
          throw UserError(ExitCode::failed_run, fmt::format("{}: the id {} is too large for a NumPy file; write text",
                                                            file.string(), rows.number(predecessor)));
        rows.add_id(predecessor);
      } else if (format == SolutionFormat::npy) {
        rows.named() ? rows.add_padded("") : sink.add_bytes(std::int64_t{-1});
      } else {
        sink.add(format == SolutionFormat::jsonl ? "null" : "-1");
      }
    });
  });
  sink.finish();
}

}  // namespace wayfront::host
