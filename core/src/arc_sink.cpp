#include "arc_sink.hpp"

#include <fmt/format.h>

#include "available_memory.hpp"
#include "csr.hpp"

namespace wayfront::host {
namespace {

constexpr std::uint64_t arc_bytes = sizeof(Arc<std::int32_t>);
static_assert(arc_bytes == sizeof(Arc<float>));

/// The two largest indices mean "none" and "not written".
constexpr Vertex most_vertices = no_vertex - 1;

}  // namespace

double bytes_needed(const GraphHeader& header, bool mirrored) {
  const double arcs = static_cast<double>(header.arcs);
  const double edges = mirrored ? 2 * arcs : arcs;
  const double offset = edges <= 0xffff'ffffU ? 4 : 8;
  constexpr double edge_bytes = 8;  // target and weight
  return arcs * arc_bytes + edges * edge_bytes + (header.vertices + 2.0) * offset;
}

ArcSink::ArcSink(WeightKind weights, RunContext& context) : weights_(weights), context_(context) {}

void ArcSink::begin_both_ways(const GraphHeader& header) {
  if (header.directed) throw Failure(StatusCode::failed, "GraphSink::begin_both_ways is for undirected graphs");
  start(header, false);
}

void ArcSink::start(const GraphHeader& header, bool mirrored) {
  if (begun_) throw Failure(StatusCode::failed, "GraphSink::begin was called twice");
  if (header.vertices > most_vertices)
    throw BadInput(fmt::format("{} vertices; at most {} have an index of 32 bits", header.vertices, most_vertices));
  const double needed = bytes_needed(header, mirrored);
  const double available = static_cast<double>(available_memory());
  if (needed > available)
    throw BadInput(fmt::format("{} vertices and {} arcs need {} of memory, but {} are available", header.vertices,
                               header.arcs, bytes_text(needed), bytes_text(available)));
  memory_ = make_big_array<unsigned char>(header.arcs * arc_bytes);
  header_ = header;
  mirrored_ = mirrored;
  begun_ = true;
}

void* ArcSink::room(std::uint64_t count, WeightKind kind) {
  context_.throw_if_cancelled();
  if (!begun_) throw Failure(StatusCode::failed, "GraphSink::arcs was called before begin");
  if (kind != weights_) throw Failure(StatusCode::failed, "GraphSink::arcs: not the weight type of the request");
  if (count > header_.arcs - given_) throw BadInput(fmt::format("more arcs than the header says, {}", header_.arcs));
  if (header_.arcs != 0) context_.progress(static_cast<double>(given_) / static_cast<double>(header_.arcs));
  void* const room = memory_.get() + given_ * arc_bytes;
  given_ += count;
  return room;
}

}  // namespace wayfront::host
