#include "npz.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "arrays/values.hpp"
#include "bytes/whole_file.hpp"
#include "matrix.hpp"

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

}  // namespace

Match Npz::sniff(std::string_view head) noexcept {
  constexpr std::size_t header = 30, length_at = 26;
  if (!head.starts_with("PK\x03\x04")) return {0, "does not start like a zip archive"};
  if (head.size() < header) return {0, "shorter than the header of a zip archive"};
  const std::size_t length =
      static_cast<unsigned char>(head[length_at]) | std::size_t{static_cast<unsigned char>(head[length_at + 1])} << 8;
  const bool array = head.substr(header, length).ends_with(".npy");
  return array ? Match{90, "a zip archive of NumPy arrays"} : Match{0, "a zip archive that begins with another file"};
}

void Npz::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  const bytes::WholeFile file(*request.input, context);
  Matrix matrix(file.text(), request.input->name());
  sink.begin({.vertices = matrix.vertices(), .arcs = matrix.entries(), .weighted = matrix.weighted()});
  sink.note(Note::reading, matrix.reading());
  with_weight_type(request.weights, [&]<WeightType W>() { read_arcs<W>(matrix, request.exact, sink, context); });
  read_points(matrix, sink);
}

}  // namespace wayfront::npz

WAYFRONT_PLUGIN(wayfront::npz::Npz)
