#include "file_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "bytes/weights.hpp"
#include "load/slices/slice_file.hpp"

namespace wayfront::ranks {
namespace {

/// Of the weights that are not 0, how many have the bits of a usual float, and how many have not.
template <class T>
std::pair<std::uint64_t, std::uint64_t> floats_and_others(const void* weights, std::uint64_t count) {
  std::pair<std::uint64_t, std::uint64_t> found;
  for (const T value : std::span(static_cast<const T*>(weights), count))
    if (value != 0) ++(bytes::may_be_float(value) ? found.first : found.second);
  return found;
}

}  // namespace

FileSource::FileSource(std::unique_ptr<PartFile> file, FileLayout layout, host::Balance balance, const Ranks& ranks)
    : SliceSource(file->path().string(), ranks),
      file_(std::move(file)),
      layout_(std::move(layout)),
      whole_(layout_.graph.bounds.empty()) {
  graph_ = layout_.graph;
  first_arc_ = layout_.first_arc;
  own_edges_ = layout_.own_edges;
  if (whole_) choose_bounds(balance);
}

/// Deals out the vertices of a file that has the whole graph.
void FileSource::choose_bounds(host::Balance balance) {
  graph_.bounds = host::slice_bounds(graph_.vertices, graph_.edges, count_, balance,
                                     [this](std::uint64_t v) { return offset_at(v); });
  first_arc_ = offset_at(graph_.bounds[id_]);
  const std::uint64_t end = offset_at(graph_.bounds[id_ + 1]);
  if (first_arc_ > end || end > graph_.edges) file_->fail("is damaged: its offsets decrease");
  own_edges_ = end - first_arc_;
}

/// The number of arcs before vertex v. In these members, vertices and arcs are counted from the file's first.
std::uint64_t FileSource::offset_at(std::uint64_t v) const {
  std::uint64_t offset = 0;
  read_offsets(v, 1, &offset);
  return offset;
}

void FileSource::read_offsets(std::uint64_t from, std::uint64_t count, std::uint64_t* offsets) const {
  if (!layout_.ends_alone) return read(layout_.offsets, from, count, offsets, sizeof *offsets);
  if (from != 0) return read(layout_.offsets, from - 1, count, offsets, sizeof *offsets);
  offsets[0] = 0;
  read(layout_.offsets, 0, count - 1, offsets + 1, sizeof *offsets);
}

/// `count` numbers as integers of `width` bytes. One that is too large for them becomes the largest.
void FileSource::read(const NumberList& list, std::uint64_t first, std::uint64_t count, void* out,
                      std::size_t width) const {
  std::uint64_t at = list.at + first * list.step;
  if (list.step == width) return file_->read(out, count * width, at);
  constexpr std::uint64_t piece = 8192;
  const std::uint64_t max = width == sizeof(std::uint32_t) ? std::numeric_limits<std::uint32_t>::max()
                                                           : std::numeric_limits<std::uint64_t>::max();
  std::vector<char> bytes(std::min(count, piece) * list.step);
  auto* to = static_cast<char*>(out);
  for (std::uint64_t left = count; left != 0;) {
    const std::uint64_t part = std::min(left, piece);
    file_->read(bytes.data(), (part - 1) * list.step + list.size, at);
    for (std::uint64_t i = 0; i < part; ++i, to += width) {
      std::uint64_t number = 0;
      std::memcpy(&number, &bytes[i * list.step], list.size);
      number = std::min(number, max);
      std::memcpy(to, &number, width);
    }
    at += part * list.step;
    left -= part;
  }
}

void FileSource::load(std::uint64_t* offsets, Vertex* targets, void* weights) {
  const std::uint64_t count = own_vertices() + 1, before = whole_ ? first_arc_ : 0;
  read_offsets(whole_ ? first_vertex() : 0, count, offsets);
  for (std::uint64_t i = 0; i < count; ++i) offsets[i] -= before;
  if (!std::ranges::is_sorted(std::span(offsets, count)) || offsets[0] != 0 || offsets[count - 1] != own_edges_)
    file_->fail("is damaged: its offsets decrease");
  read(layout_.targets, before, own_edges_, targets, sizeof *targets);
  for (std::uint64_t arc = 0; arc < own_edges_; ++arc)
    if (targets[arc] >= graph_.vertices)
      file_->fail(
          fmt::format("is damaged: arc {} goes to vertex {} of {}", first_arc_ + arc, targets[arc], graph_.vertices));
  read(layout_.weights, before, own_edges_, weights, layout_.weights.size);
  if (!layout_.untold_weights) return;
  std::tie(like_floats_, like_integers_) = layout_.weights.size == sizeof(std::int64_t)
                                               ? floats_and_others<std::int64_t>(weights, own_edges_)
                                               : floats_and_others<std::int32_t>(weights, own_edges_);
}

void FileSource::refuse_damage() const {
  if (!layout_.content) return;
  host::Digest digest;
  std::vector<char> buffer(std::size_t{1} << 20);
  for (std::uint64_t at = sizeof(host::SliceHeader); at < file_->bytes();) {
    const std::uint64_t part = std::min<std::uint64_t>(buffer.size(), file_->bytes() - at);
    file_->read(buffer.data(), part, at);
    digest.add(buffer.data(), part);
    at += part;
  }
  if (digest.value() != *layout_.content) file_->fail("is damaged: its content is not what was written");
}

}  // namespace wayfront::ranks
