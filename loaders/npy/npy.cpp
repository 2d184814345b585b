// Arcs as a NumPy array of integers or floats, one arc a row: source and target or, with a third column, the weight, too.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arrays/values.hpp"
#include "bytes/whole_file.hpp"
#include "ids/rank_ends.hpp"
#include "numpy/npy.hpp"
#include "wayfront/plugin.hpp"
#include "writing/byte_writer.hpp"
#include "writing/limits.hpp"

namespace wayfront::npy {
namespace {

struct Options {
  bool directed = true;
};

template <WeightType W>
class Reader {
 public:
  Reader(const Options& options, const LoadRequest& request, GraphSink& sink, RunContext& context)
      : options_(options), request_(request), sink_(sink), context_(context), file_(request.input->name()) {}

  /// Throws BadInput with "npy: FILE: " in front.
  void read() {
    const bytes::WholeFile content(*request_.input, context_);
    read_header(content.text());
    sink_.begin({.arcs = unknown_arcs});
    const std::span<Arc<W>> arcs = sink_.arcs<W>(rows_);
    GraphHeader header{.arcs = rows_, .directed = options_.directed, .weighted = columns_ == 3};
    read_ends(arcs, header);
    if (header.weighted) read_weights(arcs);
    sink_.finish(header);
    if (!ids_.empty()) sink_.ids(ids_);
    sink_.note(Note::reading, "an array of " + std::to_string(rows_) + " rows: source, target" +
                                  (header.weighted ? ", weight" : "") + ", of type " + header_.fields.front().text);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw BadInput("npy: " + file_ + ": " + what); }

  std::string row_text(std::uint64_t row) const { return "npy: " + file_ + ": row " + std::to_string(row) + ": "; }
  void read_header(std::string_view content) {
    const numpy::Fail refuse = [this](const std::string& what) { fail("it " + what); };
    header_ = numpy::read_header(content, refuse);
    if (header_.fields.size() != 1 || !header_.fields.front().name.empty())
      fail(
          "it has entries of several fields; an array of arcs has plain numbers: save numpy.column_stack((source, "
          "target, weight))");
    const numpy::Field& field = header_.fields.front();
    if (!field.type || !arrays::is_readable(*field.type)) fail("it " + arrays::only_readable_types(field));
    type_ = *field.type;
    numpy::require_bytes(header_, content.size() - header_.begin, refuse);
    const bool two = header_.shape.size() == 2;
    if (two && header_.shape[0] == header_.shape[1] && header_.shape[0] > 3)
      fail("it has the shape " + header_.shape_text +
           ", like a dense matrix; save scipy.sparse.csr_array(array) with scipy.sparse.save_npz");
    if (!two || (header_.shape[1] != 2 && header_.shape[1] != 3))
      fail("it has the shape " + header_.shape_text +
           "; an array of arcs has two columns, source and target, or three, with the weight");
    rows_ = header_.shape[0];
    columns_ = header_.shape[1];
    row_stride_ = header_.by_columns ? type_.size : columns_ * type_.size;
    column_stride_ = header_.by_columns ? rows_ * type_.size : type_.size;
    data_ = content.data() + header_.begin;
  }

  const char* at(std::uint64_t row, std::uint64_t column) const {
    return data_ + row * row_stride_ + column * column_stride_;
  }

  /// Calls take(row, column, id) for both ends of each arc.
  template <class F>
  void each_end(F&& take) const {
    arrays::with_type(type_, [&]<class T>() {
      constexpr int digits = std::numeric_limits<T>::digits;  // from 2^this on, floats are rounded
      for (std::uint64_t row = 0; row < rows_; ++row)
        for (std::uint64_t column = 0; column < 2; ++column) {
          const T value = arrays::value_at<T>(at(row, column), type_.swapped);
          bool right = true;
          if constexpr (std::is_signed_v<T>) right = value >= T{0};
          if constexpr (std::is_floating_point_v<T>)
            right = right && value < std::ldexp(T{1}, digits) && value == std::trunc(value);
          if (!right)
            fail("row " + std::to_string(row) + " has " + std::to_string(value) + " as " +
                 (column == 0 ? "source" : "target") + ", which is not an id: a whole number of at least 0" +
                 (std::is_floating_point_v<T> ? " and below 2^" + std::to_string(digits) : ""));
          take(row, column, static_cast<std::uint64_t>(value));
        }
    });
  }

  void read_ends(std::span<Arc<W>> arcs, GraphHeader& header) {
    std::uint64_t min = std::numeric_limits<std::uint64_t>::max(), max = 0;
    each_end([&](std::uint64_t, std::uint64_t, std::uint64_t id) {
      min = std::min(min, id);
      max = std::max(max, id);
    });
    const auto number = [&](auto&& vertex_of) {
      each_end([&](std::uint64_t row, std::uint64_t column, std::uint64_t id) {
        (column == 0 ? arcs[row].source : arcs[row].target) = vertex_of(id);
      });
    };
    const std::span<const std::span<Arc<W>>> blocks(&arcs, 1);
    ids::Numbering numbering;
    if (rows_ != 0 && ids::are_dense(min, max, rows_)) {
      number([](std::uint64_t id) { return static_cast<Vertex>(id); });
      ids::RankedSet set(static_cast<Vertex>(min), static_cast<Vertex>(max));
      numbering = ids::rank_ends<W>(blocks, set, context_);
    } else {
      ids::NumberMap map;
      number([&](std::uint64_t id) { return map.of(id); });
      numbering = ids::rank_mapped_ends<W>(blocks, map.numbers(), context_);
    }
    header.vertices = numbering.vertices;
    header.first_id = numbering.first_id;
    ids_ = std::move(numbering.ids);
  }

  void read_weights(std::span<Arc<W>> arcs) const {
    arrays::read_weights<W>(
        type_, at(0, 2), row_stride_, arcs.size(), request_.exact,
        [&](std::size_t row, W weight) { arcs[row].weight = weight; },
        [this](std::size_t row) { return row_text(row); });
  }

  const Options& options_;
  const LoadRequest& request_;
  GraphSink& sink_;
  RunContext& context_;
  std::string file_;
  numpy::Header header_;
  numpy::Type type_;
  const char* data_ = nullptr;
  std::uint64_t rows_ = 0, columns_ = 0;
  std::uint64_t row_stride_ = 0, column_stride_ = 0;  // in bytes
  std::vector<std::uint64_t> ids_;
};

[[noreturn]] void refuse(const SaveRequest& request, const std::string& why) {
  throw Unsupported("npy: " + std::string(request.output->name()) + ": " + why);
}

std::uint64_t id_of(const SaveRequest& request, Vertex v) {
  return request.ids != nullptr ? request.ids[v] : request.first_id + v;
}

template <class View>
void check(const SaveRequest& request, const View& graph, std::uint64_t max_id) {
  if (request.names != nullptr)
    refuse(request,
           "an array of arcs has numbers, not names, as ids; --renumber gives the vertices numbers, or write "
           "an edge list");
  std::vector<bool> named(graph.vertices);
  for (Vertex u = 0; u < graph.vertices; ++u)
    for (auto e = graph.begin(u); e < graph.end(u); ++e) named[u] = named[graph.targets[e]] = true;
  for (Vertex v = 0; v < graph.vertices; ++v) {
    if (!named[v])
      refuse(request, "the vertex " + std::to_string(id_of(request, v)) +
                          " has no arcs, so an array of arcs cannot contain it; --to npz keeps it");
    if (id_of(request, v) > max_id)
      refuse(request, "the type of its entries does not hold the id " + std::to_string(id_of(request, v)) +
                          "; --renumber gives the vertices smaller ones, or write an edge list");
  }
}

template <class T, class View>
void write_rows(const SaveRequest& request, const View& graph, RunContext& context) {
  check(request, graph,
        std::is_floating_point_v<T> ? std::uint64_t{1} << 53 : std::uint64_t{std::numeric_limits<std::int64_t>::max()});
  writing::ByteWriter out(*request.output, context);
  const std::uint64_t shape[] = {graph.edges, request.weighted ? 3U : 2U};
  const std::string type =
      "'<" + std::string(std::is_floating_point_v<T> ? "f" : "i") + std::to_string(sizeof(T)) + '\'';
  for (const char c : numpy::write_header(type, shape)) out.number(c);
  for (Vertex u = 0; u < graph.vertices; ++u)
    for (auto e = graph.begin(u); e < graph.end(u); ++e) {
      out.number(static_cast<T>(id_of(request, u)));
      out.number(static_cast<T>(id_of(request, graph.targets[e])));
      if (request.weighted) out.number(static_cast<T>(graph.weights[e]));
    }
  out.finish();
}

class Npy {
 public:
  static constexpr PluginAbout about{.name = "npy",
                                     .version = "1.0.0",
                                     .summary = "Reads and writes arcs as a NumPy array of two or three columns, .npy.",
                                     .reference = "NumPy, numpy.lib.format",
                                     .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".npy";

  using Options = npy::Options;
  static constexpr OptionRow rows[] = {
      choice<&Options::directed>("edges", true, {{"directed", true}, {"undirected", false}},
                                 "Whether a row is one arc, or an edge in both directions."),
  };

  explicit Npy(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept {
    return head.starts_with("\x93NUMPY") ? Match{90, "a NumPy array"} : Match{0, "does not start like a NumPy array"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(options_, request, sink, context).read(); });
  }

  void save(const SaveRequest& request, RunContext& context) {
    visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
      if (std::is_floating_point_v<W> && request.weighted)
        write_rows<double>(request, graph, context);
      else
        write_rows<std::int64_t>(request, graph, context);
    });
    writing::note_two_arcs(request, context);
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront::npy

WAYFRONT_PLUGIN(wayfront::npy::Npy)
