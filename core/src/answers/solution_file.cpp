#include "answers/solution_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

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

/// The vertices of the rows: all of them in the order of their ids, or a list.
class RowOrder {
 public:
  RowOrder(const VertexIds& ids, Vertex vertices, std::span<const Vertex> only)
      : vertices_(vertices), listed_(!only.empty()), order_(listed_ ? only : ids.order()) {}

  Vertex vertices() const { return vertices_; }  // of the graph
  bool listed() const { return listed_; }
  std::uint64_t count() const { return listed_ ? order_.size() : vertices_; }
  template <class F>
  void for_each(F&& f) const {
    if (order_.empty())
      for (Vertex v = 0; v < vertices_; ++v) f(v);
    else
      for (const Vertex v : order_) f(v);
  }

 private:
  Vertex vertices_;
  bool listed_;
  std::span<const Vertex> order_;  // empty: 0, 1, 2, ...
};

/// Writes ids and values in one format.
class Rows {
 public:
  Rows(Sink& sink, SolutionFormat format, const VertexIds& ids, const RowOrder& order, std::string_view value_name)
      : sink_(sink),
        format_(format),
        ids_(ids),
        order_(order),
        named_(ids.kind() == VertexIds::Kind::names),
        value_name_(value_name) {}

  /// `type` is NumPy's of a value.
  void header(std::string_view type) {
    if (named_)
      for (Vertex v = 0; v < order_.vertices(); ++v) longest_name_ = std::max(longest_name_, ids_.name(v).size());
    counted_ = is_range();
    if (format_ == SolutionFormat::csv) sink_.add(fmt::format("id,{}\n", value_name_));
    if (format_ == SolutionFormat::npy) sink_.add(header_of_npy(type));
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
  bool is_range() const {
    if (order_.listed()) return false;
    if (ids_.kind() == VertexIds::Kind::range || order_.vertices() == 0) return true;
    if (named_) return false;
    const auto [min, max] = std::ranges::minmax(ids_.numbers());
    return max - min + 1 == order_.vertices();
  }

  std::string header_of_npy(std::string_view type) const {
    const std::string value = type.empty() ? name_type() : std::string(type);
    const std::uint64_t shape[] = {order_.count()};
    return numpy::write_header(
        counted_ ? fmt::format("'{}'", value)
                 : fmt::format("[('id', '{}'), ('{}', '{}')]", named_ ? name_type() : "<u8", value_name_, value),
        shape);
  }

  Sink& sink_;
  SolutionFormat format_;
  const VertexIds& ids_;
  const RowOrder& order_;
  bool named_;
  bool counted_ = false;
  std::string_view value_name_;
  std::size_t longest_name_ = 0;
};

/// `distance_of` gives the distance of a vertex, and is called in the order of the rows.
template <WeightType W, class F>
void write(Sink& sink, SolutionFormat format, const RowOrder& order, const VertexIds& ids, F&& distance_of) {
  Rows rows(sink, format, ids, order, "distance");
  rows.header(numpy::type_name(weight_kind<W>));
  order.for_each([&](Vertex v) {
    const W distance = distance_of(v) + W{0};  // -0.0 becomes 0.0
    rows.row(v, [&] {
      if (format == SolutionFormat::npy)
        sink.add_bytes(distance);
      else if (distance != unreached<W>)
        sink.add_number(distance);
      else
        sink.add(format == SolutionFormat::jsonl ? "null" : "inf");
    });
  });
}

/// `value_of` gives the vertex for a vertex, or no_vertex.
template <class F>
void write_vertices(const std::filesystem::path& file, SolutionFormat format, std::string_view name,
                    const RowOrder& order, const VertexIds& ids, F&& value_of) {
  Sink sink(file);
  Rows rows(sink, format, ids, order, name);
  rows.header(rows.named() ? "" : "<i8");
  order.for_each([&](Vertex v) {
    const Vertex value = value_of(v);
    rows.row(v, [&] {
      if (value != no_vertex) {
        if (format == SolutionFormat::npy && !rows.named() && rows.number(value) > std::uint64_t{1} << 62)
          fail(ExitCode::failed_run, "{}: the id {} is too large for a NumPy file; write text", file.string(),
               rows.number(value));
        rows.add_id(value);
      } else if (format == SolutionFormat::npy) {
        rows.named() ? rows.add_padded("") : sink.add_bytes(std::int64_t{-1});
      } else {
        sink.add(format == SolutionFormat::jsonl ? "null" : "-1");
      }
    });
  });
  sink.finish();
}

}  // namespace

void write_distances(const std::filesystem::path& file, SolutionFormat format, const Output& output,
                     const VertexIds& ids, std::span<const Vertex> only) {
  Sink sink(file);
  with_weight_type(output.kind, [&]<WeightType W>() {
    const std::span<const W> distances = output.distances_as<W>();
    write<W>(sink, format, RowOrder(ids, output.vertices, only), ids, [&](Vertex v) { return distances[v]; });
  });
  sink.finish();
}

void write_predecessors(const std::filesystem::path& file, SolutionFormat format, Vertex source,
                        std::span<const Vertex> predecessors, const VertexIds& ids) {
  const RowOrder order(ids, static_cast<Vertex>(predecessors.size()), {});
  write_vertices(file, format, "predecessor", order, ids,
                 [&](Vertex v) { return v == source ? source : predecessors[v]; });
}

void write_labels(const std::filesystem::path& file, SolutionFormat format, std::span<const Vertex> labels,
                  const VertexIds& ids, std::span<const Vertex> only) {
  const RowOrder order(ids, static_cast<Vertex>(labels.size()), only);
  write_vertices(file, format, "label", order, ids, [&](Vertex v) { return labels[v]; });
}

}  // namespace wayfront::host
