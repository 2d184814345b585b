// Sparse matrices of SciPy, as scipy.sparse.save_npz writes them: a zip archive of the NumPy arrays format, shape, data
// and, for CSR and CSC, indices and indptr, for COO row and col. An entry in row u and column v is an arc from u to v.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "arrays/values.hpp"
#include "bytes/whole_file.hpp"
#include "matrix.hpp"
#include "numpy/npy.hpp"
#include "numpy/zip.hpp"
#include "wayfront/plugin.hpp"
#include "writing/limits.hpp"

namespace wayfront::npz {
namespace {

template <WeightType W>
void read_arcs(Matrix& matrix, bool exact, GraphSink& sink, RunContext& context) {
  const std::span<Arc<W>> arcs = sink.arcs<W>(matrix.entries());
  std::array<Vertex, Matrix::block> rows, columns;
  for (std::uint64_t done = 0; done < arcs.size();) {
    context.throw_if_cancelled();
    const std::size_t count = matrix.next(rows, columns);
    Arc<W>* const out = arcs.data() + done;
    for (std::size_t i = 0; i < count; ++i) out[i] = {rows[i], columns[i], W{}};
    if (matrix.weighted())
      arrays::read_weights<W>(
          matrix.weight_type(), matrix.weights(), matrix.weight_type().size, count, exact,
          [&](std::size_t i, W weight) { out[i].weight = weight; },
          [&](std::size_t i) { return matrix.place("data") + "entry " + std::to_string(done + i) + ": "; });
    done += count;
  }
  matrix.finish();
}

/// Where the vertices lie, if the archive says it.
void read_points(const Matrix& matrix, GraphSink& sink) {
  struct Names {
    const char *x, *y;
    bool geographic;
  };
  for (const Names& names : {Names{"lon", "lat", true}, {"longitude", "latitude", true}, {"x", "y", false}}) {
    if (!matrix.has(names.x) || !matrix.has(names.y)) continue;
    std::vector<Point> points(matrix.vertices());
    const auto read = [&](const char* name, double Point::*member) {
      Column column = matrix.of_vertices(name);
      const numpy::Type type = column.type();
      for (std::size_t done = 0; done < points.size(); done += Matrix::block) {
        const std::size_t count = std::min(Matrix::block, points.size() - done);
        const char* at = column.raw(count);
        arrays::with_type(type, [&]<class T>() {
          for (std::size_t i = 0; i < count; ++i, at += type.size)
            points[done + i].*member = static_cast<double>(arrays::value_at<T>(at, type.swapped));
        });
      }
    };
    read(names.x, &Point::x);
    read(names.y, &Point::y);
    sink.coordinates({points, names.geographic});
    sink.note(Note::reading, std::string("coordinates are the arrays ") + names.x + " and " + names.y +
                                 (names.geographic ? ", in degrees" : ", in a plane"));
    return;
  }
}

/// A CSR matrix, its arrays stored. Without weights its entries are truth values.
class Writer {
 public:
  Writer(const SaveRequest& request, RunContext& context)
      : request_(request),
        context_(context),
        zip_([&request](std::string_view bytes) { request.output->write(bytes); }) {}

  void write() {
    const GraphInfo& info = request_.graph->info();
    // SciPy wants one type for both arrays of places, and takes the smaller one where it can.
    if (std::max<std::uint64_t>(info.edges, info.vertices) <= std::numeric_limits<std::int32_t>::max())
      write_places<std::int32_t>();
    else
      write_places<std::int64_t>();
    const std::int64_t shape[] = {std::int64_t{info.vertices}, std::int64_t{info.vertices}};
    member("format", "|S3", {}, 3, [](std::uint64_t i) { return "csr"[i]; });
    member("shape", "<i8", {2}, 2, [&](std::uint64_t i) { return shape[i]; });
    if (request_.weighted)
      visit(request_.graph->csr(), [&](const auto& graph) {
        member("data", numpy::type_name(info.weights), {info.edges}, info.edges,
               [&](std::uint64_t e) { return graph.weights[e]; });
      });
    else
      member("data", "|b1", {info.edges}, info.edges, [](std::uint64_t) { return char{1}; });
    if (const auto [points, geographic] = request_.coordinates; !points.empty()) {
      const std::uint64_t count = points.size();
      member(geographic ? "lon" : "x", "<f8", {count}, count, [&](std::uint64_t v) { return points[v].x; });
      member(geographic ? "lat" : "y", "<f8", {count}, count, [&](std::uint64_t v) { return points[v].y; });
    }
    zip_.finish();
    writing::note_two_arcs(request_, context_);
  }

 private:
  template <class Index>
  void write_places() {
    const std::string type = "<i" + std::to_string(sizeof(Index));
    visit(request_.graph->csr(), [&](const auto& graph) {
      member("indices", type, {graph.edges}, graph.edges,
             [&](std::uint64_t e) { return static_cast<Index>(graph.targets[e]); });
      const std::uint64_t starts = std::uint64_t{graph.vertices} + 1;
      member("indptr", type, {starts}, starts, [&](std::uint64_t v) { return static_cast<Index>(graph.offsets[v]); });
    });
  }

  /// An array of count entries, of which entry(i) makes one. They are made twice: the checksum comes before them.
  template <class F>
  void member(const std::string& name, const std::string& type, std::initializer_list<std::uint64_t> shape,
              std::uint64_t count, F&& entry) {
    using T = decltype(entry(std::uint64_t{0}));
    const std::string header = numpy::write_header('\'' + type + '\'', {shape.begin(), shape.size()});
    const auto each_block = [&](auto&& take) {
      std::array<T, (std::size_t{1} << 16) / sizeof(T)> block;
      for (std::uint64_t done = 0; done < count;) {
        context_.throw_if_cancelled();
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), count - done));
        for (std::size_t i = 0; i < part; ++i) block[i] = entry(done + i);
        take(std::string_view(reinterpret_cast<const char*>(block.data()), part * sizeof(T)));
        done += part;
      }
    };
    std::uint32_t crc = numpy::crc32(header);
    each_block([&](std::string_view bytes) { crc = numpy::crc32(bytes, crc); });
    zip_.begin(name + ".npy", header.size() + count * sizeof(T), crc);
    zip_.add(header);
    each_block([&](std::string_view bytes) { zip_.add(bytes); });
    zip_.end();
  }

  const SaveRequest& request_;
  RunContext& context_;
  numpy::StoredZip zip_;
};

class Npz {
 public:
  static constexpr PluginAbout about{.name = "npz",
                                     .version = "1.0.0",
                                     .summary = "Reads and writes sparse matrices of SciPy, .npz: CSR, CSC and COO.",
                                     .reference = "SciPy, scipy.sparse.save_npz and load_npz",
                                     .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".npz";

  static Match sniff(std::string_view head) noexcept {
    constexpr std::size_t header = 30, length_at = 26;
    if (!head.starts_with("PK\x03\x04")) return {0, "does not start like a zip archive"};
    if (head.size() < header) return {0, "shorter than the header of a zip archive"};
    const std::size_t length =
        static_cast<unsigned char>(head[length_at]) | std::size_t{static_cast<unsigned char>(head[length_at + 1])} << 8;
    const bool array = head.substr(header, length).ends_with(".npy");
    return array ? Match{90, "a zip archive of NumPy arrays"} : Match{0, "a zip archive that begins with another file"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    const bytes::WholeFile file(*request.input, context);
    Matrix matrix(file.text(), request.input->name());
    sink.begin({.vertices = matrix.vertices(), .arcs = matrix.entries(), .weighted = matrix.weighted()});
    sink.note(Note::reading, matrix.reading());
    with_weight_type(request.weights, [&]<WeightType W>() { read_arcs<W>(matrix, request.exact, sink, context); });
    read_points(matrix, sink);
  }

  void save(const SaveRequest& request, RunContext& context) {
    writing::refuse_ids("npz", request);
    Writer(request, context).write();
  }
};

}  // namespace
}  // namespace wayfront::npz

WAYFRONT_PLUGIN(wayfront::npz::Npz)
