#include "answers/solution_file.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/refusal.hpp"
#include "base/text.hpp"
#include "files/file_replacement.hpp"
#include "numpy/npy.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// The output: a buffer in front of the file.
class Sink {
 public:
  explicit Sink(const std::filesystem::path& file) : name_(file.string()), file_(file, Links::follow) {
    buffer_.reserve(buffer_size + longest_number);
  }

  void add(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= buffer_size) flush();
  }
  void add(char c) { add(std::string_view(&c, 1)); }
  template <class T>
  void add_number(T value) {
    char text[longest_number];
    add({text, std::to_chars(text, text + longest_number, value).ptr});
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
  static constexpr std::size_t longest_number = 32;  // characters of any 64-bit integer or float

  void flush() {
    write_all(file_.descriptor(), buffer_, name_);
    buffer_.clear();
  }

  std::string name_;
  FileReplacement file_;
  std::string buffer_;
};

std::string quoted_for_json(std::string_view name) {
  return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// A file of ids and values in one format.
class Rows {
 public:
  /// A row for each of the vertices: in the order of their ids, or, with `only`, for these in that order.
  Rows(const std::filesystem::path& file, SolutionFormat format, std::string_view value_name, Vertex vertices,
       const VertexIds& ids, std::span<const Vertex> only)
      : sink_(file),
        format_(format),
        value_name_(value_name),
        vertices_(vertices),
        ids_(ids),
        named_(ids.kind() == VertexIds::Kind::names),
        listed_(!only.empty()),
        order_(listed_ ? only : ids.order()),
        counted_(is_range()) {
    if (named_)
      for (Vertex v = 0; v < vertices; ++v) longest_name_ = std::max(longest_name_, ids.name(v).size());
  }

  /// `type` is NumPy's of a value; "": that of names. add_value(v) appends the value of each row.
  template <class Value>
  void write(std::string_view type, Value&& add_value) {
    if (format_ == SolutionFormat::csv) sink_.add(fmt::format("id,{}\n", value_name_));
    if (format_ == SolutionFormat::npy) sink_.add(header_of_npy(type));
    if (order_.empty())
      for (Vertex v = 0; v < vertices_; ++v) row(v, add_value);
    else
      for (const Vertex v : order_) row(v, add_value);
    sink_.finish();
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
  Sink& sink() { return sink_; }
  bool named() const { return named_; }
  std::uint64_t number(Vertex v) const {
    return ids_.kind() == VertexIds::Kind::range ? ids_.first() + v : ids_.numbers()[v];
  }

 private:
  /// Whether the rows' ids are consecutive numbers, so that they need not be written.
  bool is_range() const {
    if (listed_) return false;
    if (ids_.kind() == VertexIds::Kind::range || vertices_ == 0) return true;
    if (named_) return false;
    const auto [min, max] = std::ranges::minmax(ids_.numbers());
    return max - min + 1 == vertices_;
  }

  std::string header_of_npy(std::string_view type) const {
    const std::string names = fmt::format("|S{}", std::max<std::size_t>(longest_name_, 1));
    const std::string value = type.empty() ? names : std::string(type);
    const std::uint64_t shape[] = {listed_ ? order_.size() : vertices_};
    return numpy::write_header(
        counted_ ? fmt::format("'{}'", value)
                 : fmt::format("[('id', '{}'), ('{}', '{}')]", named_ ? names : "<u8", value_name_, value),
        shape);
  }

  template <class Value>
  void row(Vertex v, Value& add_value) {
    const bool is_json = format_ == SolutionFormat::jsonl, is_npy = format_ == SolutionFormat::npy;
    if (is_json) sink_.add("{\"id\":");
    if (!is_npy || !counted_) add_id(v);
    if (is_json)
      sink_.add(fmt::format(",\"{}\":", value_name_));
    else if (!is_npy)
      sink_.add(format_ == SolutionFormat::csv ? ',' : ' ');
    add_value(v);
    if (!is_npy) sink_.add(is_json ? "}\n" : "\n");
  }

  Sink sink_;
  SolutionFormat format_;
  std::string_view value_name_;
  Vertex vertices_;  // of the graph
  const VertexIds& ids_;
  bool named_, listed_;
  std::span<const Vertex> order_;  // empty: 0, 1, 2, ...
  bool counted_;
  std::size_t longest_name_ = 0;
};

/// `value_of` gives the vertex for a vertex, or no_vertex.
template <class F>
void write_vertices(const std::filesystem::path& file, SolutionFormat format, std::string_view name, Vertex vertices,
                    const VertexIds& ids, std::span<const Vertex> only, F&& value_of) {
  Rows rows(file, format, name, vertices, ids, only);
  rows.write(rows.named() ? "" : "<i8", [&](Vertex v) {
    const Vertex value = value_of(v);
    if (value != no_vertex) {
      if (format == SolutionFormat::npy && !rows.named() && rows.number(value) > std::uint64_t{1} << 62)
        fail(ExitCode::failed_run, "{}: the id {} is too large for a NumPy file; write text", file.string(),
             rows.number(value));
      rows.add_id(value);
    } else if (format == SolutionFormat::npy) {
      rows.named() ? rows.add_padded("") : rows.sink().add_bytes(std::int64_t{-1});
    } else {
      rows.sink().add(format == SolutionFormat::jsonl ? "null" : "-1");
    }
  });
}

}  // namespace

void write_distances(const std::filesystem::path& file, SolutionFormat format, const Output& output,
                     const VertexIds& ids, std::span<const Vertex> only) {
  Rows rows(file, format, "distance", output.vertices, ids, only);
  Sink& sink = rows.sink();
  with_weight_type(output.kind, [&]<WeightType W>() {
    const std::span<const W> distances = output.distances_as<W>();
    rows.write(numpy::type_name(output.kind), [&](Vertex v) {
      const W distance = distances[v] + W{0};  // -0.0 becomes 0.0
      if (format == SolutionFormat::npy)
        sink.add_bytes(distance);
      else if (distance != unreached<W>)
        sink.add_number(distance);
      else
        sink.add(format == SolutionFormat::jsonl ? "null" : "inf");
    });
  });
}

void write_predecessors(const std::filesystem::path& file, SolutionFormat format, Vertex source,
                        std::span<const Vertex> predecessors, const VertexIds& ids) {
  write_vertices(file, format, "predecessor", static_cast<Vertex>(predecessors.size()), ids, {},
                 [&](Vertex v) { return v == source ? source : predecessors[v]; });
}

void write_labels(const std::filesystem::path& file, SolutionFormat format, std::span<const Vertex> labels,
                  const VertexIds& ids, std::span<const Vertex> only) {
  write_vertices(file, format, "label", static_cast<Vertex>(labels.size()), ids, only,
                 [&](Vertex v) { return labels[v]; });
}

}  // namespace wayfront::host
