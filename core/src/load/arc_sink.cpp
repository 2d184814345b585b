#include "load/arc_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/available_memory.hpp"
#include "base/characters.hpp"
#include "graph/csr.hpp"

namespace wayfront::host {
namespace {

std::uint64_t bytes_of_arc(WeightKind weights) {
  return with_weight_type(weights, []<WeightType W>() -> std::uint64_t { return sizeof(Arc<W>); });
}

/// Peak memory, in bytes, for loading such a graph.
double bytes_needed(const GraphHeader& header, WeightKind weights, bool mirrored) {
  const double arcs = static_cast<double>(header.arcs);
  const double edges = mirrored ? 2 * arcs : arcs;
  const double offset = edges <= 0xffff'ffffU ? 4 : 8;
  // While rows are built, the arcs are released: see csr.cpp. Mirrored arcs are first moved, each twice.
  return edges * static_cast<double>(bytes_of_arc(weights)) + (header.vertices + 2.0) * offset;
}

}  // namespace

ArcSink::ArcSink(WeightKind weights, RunContext& context)
    : weights_(weights), arc_bytes_(bytes_of_arc(weights)), context_(context) {}

void ArcSink::check(const GraphHeader& header, std::uint64_t arcs_in_memory) const {
  if (header.vertices > max_vertices) throw BadInput(too_many_vertices(header.vertices));
  const double needed = bytes_needed(header, weights_, mirrored());
  const double available = static_cast<double>(available_memory()) + static_cast<double>(arcs_in_memory * arc_bytes_);
  if (needed > available)
    throw BadInput(fmt::format("{} vertices and {} arcs need {} of memory, but {} are available", header.vertices,
                               header.arcs, bytes_text(needed), bytes_text(available)));
}

void ArcSink::begin_both_ways(const GraphHeader& header) {
  if (header.directed) throw Failure(StatusCode::failed, "GraphSink::begin_both_ways is for undirected graphs");
  both_ways_ = true;
  begin(header);
}

void ArcSink::begin(const GraphHeader& header) {
  if (begun_) throw Failure(StatusCode::failed, "GraphSink::begin was called twice");
  begun_ = true;
  header_ = header;
  open_ended_ = header.arcs == unknown_arcs;
  if (!open_ended_) check(header, 0);
}

void ArcSink::finish(const GraphHeader& header) {
  if (!open_ended_)
    throw Failure(StatusCode::failed, "GraphSink::finish is only for loads that began with unknown_arcs");
  open_ended_ = false;
  header_ = header;
  check(header, given_);
}

/// Room for `count` arcs and later ones: the number in the header or, if the number is unknown, half as many again as
/// there are, so that few blocks suffice and little is wasted.
std::uint64_t ArcSink::next_block(std::uint64_t count) const {
  constexpr std::uint64_t min = std::uint64_t{1} << 16;
  constexpr std::uint64_t max = std::uint64_t{1} << 24;
  constexpr std::uint64_t max_announced = std::uint64_t{1} << 26;  // a header may announce more arcs than there are
  const std::uint64_t more =
      open_ended_ ? std::clamp(given_ / 2, min, max) : std::min(header_.arcs - given_, max_announced);
  return std::max(count, more);
}

void* ArcSink::room(std::uint64_t count, WeightKind kind) {
  context_.throw_if_cancelled();
  if (!begun_) throw Failure(StatusCode::failed, "GraphSink::arcs was called before begin");
  if (kind != weights_) throw Failure(StatusCode::failed, "GraphSink::arcs: not the weight type of the request");
  if (!open_ended_ && count > header_.arcs - given_)
    throw BadInput(fmt::format("more arcs than the header says, {}", header_.arcs));
  if (blocks_.empty() || blocks_.back().arcs - blocks_.back().used < count) {
    if (open_ended_ && static_cast<double>(count * arc_bytes_) > static_cast<double>(available_memory()))
      throw BadInput(fmt::format("more than {} arcs need more memory than is free", given_));
    const std::uint64_t arcs = next_block(count);
    blocks_.push_back({make_big_array<unsigned char>(arcs * arc_bytes_), arcs, 0});
  }
  Block& block = blocks_.back();
  void* const room = block.memory.get() + block.used * arc_bytes_;
  block.used += count;
  given_ += count;
  return room;
}

void ArcSink::start_ids(std::uint64_t count) {
  if (has_ids_) throw Failure(StatusCode::failed, "GraphSink::ids or names was called twice");
  has_ids_ = true;
  ids_given_ = count;
}

void ArcSink::ids(std::span<const std::uint64_t> of_vertices) {
  start_ids(of_vertices.size());
  ids_ = VertexIds::of_numbers({of_vertices.begin(), of_vertices.end()});
}

void ArcSink::names(std::span<const std::string_view> of_vertices) {
  start_ids(of_vertices.size());
  std::string text;
  std::vector<std::uint64_t> ends;
  ends.reserve(of_vertices.size());
  for (const std::string_view name : of_vertices) {
    text += name;
    ends.push_back(text.size());
  }
  ids_ = VertexIds::of_names(std::move(text), std::move(ends));
}

void ArcSink::coordinates(const Coordinates& of_vertices) {
  if (coordinates_) throw Failure(StatusCode::failed, "GraphSink::coordinates was called twice");
  if (const std::optional<PointFault> fault = fault_in(of_vertices)) {
    const VertexIds ids = has_ids_ ? ids_ : VertexIds(header_.first_id);
    throw BadInput(fmt::format("vertex {} {}", ids.text(fault->vertex), fault->what));
  }
  coordinates_ = {{of_vertices.points.begin(), of_vertices.points.end()}, of_vertices.geographic};
}

void ArcSink::note(Note kind, std::string_view text) {
  std::vector<std::string>& kept = notes_[static_cast<std::size_t>(kind)];
  std::string line = on_one_line(text);
  if (std::ranges::find(kept, line) == kept.end()) kept.push_back(std::move(line));
}

std::string ArcSink::fault() const {
  if (!begun_) return "never called begin";
  if (header_.arcs == unknown_arcs) return "never called finish";
  if (given_ != header_.arcs) return fmt::format("announced {} arcs but gave {}", header_.arcs, given_);
  if (has_ids_ && ids_given_ != header_.vertices) return "did not give each vertex one id";
  return coordinates_ && coordinates_.points().size() != header_.vertices ? "did not give each vertex one point" : "";
}

VertexIds ArcSink::take_ids() { return has_ids_ ? std::move(ids_) : VertexIds(header_.first_id); }

}  // namespace wayfront::host
