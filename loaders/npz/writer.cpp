// A CSR matrix, its arrays stored. Without weights its entries are truth values.
#include "npz.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "numpy/npy.hpp"
#include "numpy/stored_zip.hpp"
#include "writing/limits.hpp"

namespace wayfront::npz {
namespace {

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

}  // namespace

void Npz::save(const SaveRequest& request, RunContext& context) {
  writing::refuse_ids("npz", request);
  Writer(request, context).write();
}

}  // namespace wayfront::npz
