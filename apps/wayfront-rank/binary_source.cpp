// Slices of our own binary graph files, and the slices that `wayfront split` wrote.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "file_source.hpp"
#include "load/graph_file_layout.hpp"

namespace wayfront::ranks {
namespace {

/// What the header of a .wfg or of a slice says, all but the bounds.
template <class Header>
WholeGraph graph_of(const Header& header) {
  return {.vertices = header.vertices,
          .edges = header.edges,
          .first_id = header.first_id,
          .min_weight = header.min_weight,
          .max_weight = header.max_weight,
          .mean_weight = header.mean_weight,
          .weights = static_cast<WeightKind>(header.weights),
          .digest = host::Hash128{header.digest_high, header.digest_low}.hex(),
          .bounds = {}};
}

class BinarySource : public FileSource {
 public:
  using FileSource::FileSource;

 protected:
  void read_offsets(std::uint64_t from, std::uint64_t count, std::uint64_t* offsets) const override {
    if (wide_) return file_->read(offsets, count * sizeof(std::uint64_t), offsets_at_ + from * sizeof(std::uint64_t));
    each<std::uint32_t>(offsets_at_ + from * sizeof(std::uint32_t), count,
                        [&](std::uint64_t i, std::uint32_t offset) { offsets[i] = offset; });
  }
  void read_targets(std::uint64_t first, std::uint64_t count, Vertex* targets) const override {
    file_->read(targets, count * sizeof(Vertex), targets_at_ + first * sizeof(Vertex));
  }
  void read_weights(std::uint64_t first, std::uint64_t count, void* weights) override {
    const std::uint64_t size = weight_size(graph_.weights);
    file_->read(weights, count * size, weights_at_ + first * size);
  }

  bool wide_ = true;
  std::uint64_t offsets_at_ = 0, targets_at_ = 0, weights_at_ = 0;
};

class GraphFile final : public BinarySource {
 public:
  GraphFile(std::unique_ptr<PartFile> file, host::Balance balance, const Ranks& ranks)
      : BinarySource(std::move(file), ranks) {
    host::GraphFileHeader header{};
    if (file_->bytes() < sizeof header) fail("is truncated: it ends within its header");
    file_->read(&header, sizeof header, 0);
    if (const std::string fault = host::header_fault(header, file_->bytes()); !fault.empty())
      fail(fault + "; 'wayfront convert' writes .wfg files of all formats");
    graph_ = graph_of(header);
    wide_ = header.offsets == static_cast<std::uint8_t>(OffsetKind::offsets64);
    offsets_at_ = header.sections[0].offset;
    targets_at_ = header.sections[1].offset;
    weights_at_ = header.sections[2].offset;
    choose_bounds(balance);
  }
};

class SplitFile final : public BinarySource {
 public:
  SplitFile(std::unique_ptr<PartFile> file, const Ranks& ranks) : BinarySource(std::move(file), ranks) {
    whole_ = false;
    host::SliceHeader header{};
    if (file_->bytes() < sizeof header) fail("is truncated: it ends within its header");
    file_->read(&header, sizeof header, 0);
    std::string fault = host::header_fault(header, file_->bytes());
    if (fault.empty() && (header.slices != count_ || header.slice != id_))
      fault = header.slices == count_
                  ? fmt::format("is slice {} of {}, but is read as slice {}; give the file its own name again",
                                header.slice + 1, header.slices, id_ + 1)
                  : fmt::format(
                        "is slice {} of {}, but there are {} ranks; start {} ranks, or split the graph again "
                        "with --parts {}",
                        header.slice + 1, header.slices, count_, header.slices, count_);
    if (!fault.empty()) fail(fault);
    graph_ = graph_of(header);
    graph_.bounds.resize(count_ + 1);
    content_ = {header.content_high, header.content_low};
    file_->read(graph_.bounds.data(), graph_.bounds.size() * sizeof(std::uint64_t),
                host::sections_of(header, 0).bounds);
    const bool in_order =
        std::ranges::is_sorted(graph_.bounds) && graph_.bounds.front() == 0 && graph_.bounds.back() == graph_.vertices;
    const host::SliceSections at = host::sections_of(header, in_order ? own_vertices() : 0);
    if (!in_order || at.end != file_->bytes()) fail("is damaged: its bounds are wrong");
    offsets_at_ = at.offsets;
    targets_at_ = at.targets;
    weights_at_ = at.weights;
    first_arc_ = header.first_arc;
    own_edges_ = header.own_edges;
  }

  void refuse_damage() const override {
    host::Digest digest;
    std::vector<char> buffer(std::size_t{1} << 20);
    for (std::uint64_t at = sizeof(host::SliceHeader); at < file_->bytes();) {
      const std::uint64_t part = std::min<std::uint64_t>(buffer.size(), file_->bytes() - at);
      file_->read(buffer.data(), part, at);
      digest.add(buffer.data(), part);
      at += part;
    }
    if (digest.value() != content_) fail("is damaged: its content is not what was written");
  }

 private:
  host::Hash128 content_;
};

}  // namespace

std::unique_ptr<SliceSource> open_wfg(std::unique_ptr<PartFile> file, const SliceRequest& request, const Ranks& ranks) {
  return std::make_unique<GraphFile>(std::move(file), request.balance, ranks);
}

std::unique_ptr<SliceSource> open_wfs(std::unique_ptr<PartFile> file, const SliceRequest& /*request*/,
                                      const Ranks& ranks) {
  return std::make_unique<SplitFile>(std::move(file), ranks);
}

}  // namespace wayfront::ranks
