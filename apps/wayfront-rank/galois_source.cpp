// Slices of Galois's binary files, versions 1 and 2: a header of 32 bytes, the end of each vertex's arcs, targets of 4 or 8
// bytes, edge data of 4 or 8 bytes. The file does not say of which type these are.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "bytes/weights.hpp"
#include "file_source.hpp"
#include "galois/header.hpp"
#include "wayfront/vertex_limit.hpp"

namespace wayfront::ranks {
namespace {

class GaloisFile final : public FileSource {
 public:
  GaloisFile(std::unique_ptr<PartFile> file, const SliceRequest& request, const Ranks& ranks)
      : FileSource(std::move(file), ranks), has_named_weights_(request.weights.has_value()) {
    file_->read(&header_, sizeof header_, 0);
    if (header_.data_bytes != 4 && header_.data_bytes != 8)
      fail(header_.data_bytes == 0
               ? "has no weights; 'wayfront convert --missing-weights RULE' gives it some, into a .wfg file"
               : fmt::format("byte 8: edge data of {} bytes; supported are 4 and 8", header_.data_bytes));
    if (header_.vertices > max_vertices) fail("byte 16: " + too_many_vertices(header_.vertices));
    constexpr std::uint64_t max_edges = std::uint64_t{1} << 58;
    if (header_.edges > max_edges || file_->bytes() != weights_at() + header_.edges * header_.data_bytes)
      fail(
          fmt::format("the header says {} vertices and {} arcs with {} bytes of data each, but the file has {} bytes; "
                      "it is truncated, or the header is wrong",
                      header_.vertices, header_.edges, header_.data_bytes, file_->bytes()));
    const bool wide = header_.data_bytes == 8;
    graph_.weights = request.weights.value_or(wide ? WeightKind::int64 : WeightKind::int32);
    if (weight_size(graph_.weights) != header_.data_bytes)
      fail(fmt::format("byte 8: edge data of {0} bytes, but --weights asks for {1}; they are {2} or {3}",
                       header_.data_bytes, weight_size(graph_.weights), wide ? "int64" : "int32",
                       wide ? "float64" : "float32"));
    graph_.vertices = header_.vertices;
    graph_.edges = header_.edges;
    choose_bounds(request.balance);
  }

 protected:
  void read_offsets(std::uint64_t from, std::uint64_t count, std::uint64_t* offsets) const override {
    if (from == 0 && count != 0) {  // ends alone are in the file
      *offsets++ = 0;
      --count;
    } else {
      --from;
    }
    file_->read(offsets, count * sizeof(std::uint64_t), sizeof header_ + from * sizeof(std::uint64_t));
  }
  void read_targets(std::uint64_t first, std::uint64_t count, Vertex* targets) const override {
    if (header_.version == 1)
      return file_->read(targets, count * sizeof(Vertex), targets_at() + first * sizeof(Vertex));
    each<std::uint64_t>(targets_at() + first * sizeof(std::uint64_t), count, [&](std::uint64_t i, std::uint64_t v) {
      targets[i] = static_cast<Vertex>(std::min<std::uint64_t>(v, no_vertex));
    });
  }
  void read_weights(std::uint64_t first, std::uint64_t count, void* weights) override {
    file_->read(weights, count * header_.data_bytes, weights_at() + first * header_.data_bytes);
    if (has_named_weights_) return;
    if (header_.data_bytes == 4)
      look_at<std::int32_t>(weights, count);
    else
      look_at<std::int64_t>(weights, count);
  }

 private:
  template <class T>
  void look_at(const void* weights, std::uint64_t count) {
    for (const T value : std::span(static_cast<const T*>(weights), count))
      if (value != 0) ++(bytes::may_be_float(value) ? like_floats_ : like_integers_);
  }
  std::uint64_t targets_at() const { return sizeof header_ + header_.vertices * sizeof(std::uint64_t); }
  std::uint64_t weights_at() const { return targets_at() + header_.edges * header_.target_bytes() + header_.padding(); }

  galois::Header header_;
  bool has_named_weights_;
};

}  // namespace

std::unique_ptr<SliceSource> open_galois(std::unique_ptr<PartFile> file, const SliceRequest& request,
                                         const Ranks& ranks) {
  return std::make_unique<GaloisFile>(std::move(file), request, ranks);
}

}  // namespace wayfront::ranks
