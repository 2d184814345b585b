#include "answers/claims/claim.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// The number as it was stored.
double store(WeightKind kind, char* at, const WrittenNumber& number, Fit& fit) {
  return with_weight_type(kind, [&]<WeightType W>() {
    W value{};
    fit = convert(number, value);
    std::memcpy(at, &value, sizeof value);
    return static_cast<double>(value);
  });
}

}  // namespace

ClaimBuilder::ClaimBuilder(const ClaimShape& shape, std::string name) : shape_(shape) {
  claim_.name = std::move(name);
  for (std::uint32_t row = 0; row < shape.sources.size(); ++row) rows_.emplace(shape.sources[row], row);
  if (shape.ids.kind() == VertexIds::Kind::names)
    for (Vertex v = 0; v < shape.file_vertices(); ++v) names_.emplace(shape.ids.name(v), v);
}

void ClaimBuilder::fail(std::string_view place, std::string_view what) const {
  throw UserError(ExitCode::input, fmt::format("{}{}: {}", claim_.name, on_one_line(place), on_one_line(what)));
}

VertexId ClaimBuilder::id_of(std::string_view text) const {
  if (text.empty()) return std::string_view("''");  // a VertexId without a name would be the number 0
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  const bool whole = read.ec == std::errc() && read.ptr == end;
  return whole && shape_.ids.kind() != VertexIds::Kind::names ? VertexId(number) : VertexId(text);
}

std::optional<Vertex> ClaimBuilder::find(const VertexId& id) const {
  if (shape_.ids.kind() != VertexIds::Kind::names) return shape_.ids.find(id, shape_.file_vertices());
  const auto found = names_.find(to_text(id));
  return found == names_.end() ? std::nullopt : std::optional(found->second);
}

Vertex ClaimBuilder::vertex(const VertexId& id, std::string_view place) const {
  if (const std::optional<Vertex> found = find(id)) return *found;
  fail(place,
       fmt::format("the graph has no vertex {}; its ids are {}", id, shape_.ids.describe(shape_.file_vertices())));
}

std::uint64_t ClaimBuilder::positions() const {
  return shape_.targets.empty() ? shape_.file_vertices() : shape_.targets.size();
}

Vertex ClaimBuilder::at(std::uint64_t position) const {
  if (!shape_.targets.empty()) return shape_.targets[position];
  const std::span<const Vertex> order = shape_.ids.order();
  return order.empty() ? static_cast<Vertex>(position) : order[position];
}

std::uint32_t ClaimBuilder::row(const VertexId& source, std::string_view place) const {
  const auto found = rows_.find(vertex(source, place));
  if (found == rows_.end()) fail(place, fmt::format("vertex {} is not one of the sources", source));
  return found->second;
}

std::size_t ClaimBuilder::mark(std::optional<Seen>& seen, std::uint32_t row, Vertex vertex, std::string_view place,
                               const char* what) const {
  const std::size_t index = std::size_t{row} * shape_.vertices + vertex;
  if (seen->marks[index]) fail(place, fmt::format("vertex {} has a second {}", shape_.ids.text(vertex), what));
  seen->marks[index] = true;
  ++seen->count;
  return index;
}

void ClaimBuilder::distance(std::uint32_t row, Vertex vertex, const WrittenNumber& number, std::string_view place,
                            Int128 largest) {
  const std::size_t size = weight_size(shape_.kind);
  if (!distances_) {
    const std::size_t entries = shape_.sources.size() * shape_.vertices;
    distances_ = Seen{std::vector<bool>(entries)};
    claim_.distances.resize(entries * size);
    claim_.written.resize(entries, unreached<double>);
    Fit fit{};
    for (std::size_t i = 0; i < entries; ++i) store(shape_.kind, claim_.distances.data() + i * size, {}, fit);
  }
  const std::size_t index = mark(distances_, row, vertex, place, "distance");
  if (shape_.unreached(number, largest)) {
    if (number.kind != WrittenNumber::Kind::unreached && number.whole != largest && claim_.unreached_by.empty())
      claim_.unreached_by = to_text(number);
    return;
  }
  Fit fit = Fit::exact;
  claim_.written[index] = store(shape_.kind, claim_.distances.data() + index * size, number, fit);
  if (fit == Fit::exact) return;
  claim_.written[index] = fit == Fit::invalid ? std::numeric_limits<double>::quiet_NaN() : number.real;
  if (claim_.misfits++ == 0) claim_.misfit = {row, vertex, fit, to_text(number)};
}

void ClaimBuilder::predecessor(std::uint32_t row, Vertex vertex, Vertex before, std::string_view place) {
  if (!predecessors_) {
    const std::size_t entries = shape_.sources.size() * shape_.vertices;
    predecessors_ = Seen{std::vector<bool>(entries)};
    claim_.predecessors.resize(entries, no_vertex);
  }
  const std::size_t index = mark(predecessors_, row, vertex, place, "predecessor");
  if (before == vertex && shape_.virtual_source)
    before = shape_.sources[row];
  else if (before == vertex && vertex == shape_.sources[row])
    before = no_vertex;
  claim_.predecessors[index] = before;
}

void ClaimBuilder::complete(const std::optional<Seen>& seen, const char* what) const {
  if (!seen || shape_.missing_unreached || rest_unreached_) return;
  const std::uint64_t wanted = shape_.sources.size() * positions();
  if (seen->count == wanted) return;
  for (std::uint32_t row = 0; row < shape_.sources.size(); ++row)
    for (std::uint64_t i = 0; i < positions(); ++i) {
      const Vertex v = at(i);
      if (seen->marks[std::size_t{row} * shape_.vertices + v]) continue;
      const std::uint64_t others = wanted - seen->count - 1;
      fail("", fmt::format("vertex {} has no {}{}{}", shape_.ids.text(v), what,
                           others == 0 ? "" : fmt::format(", like {} {}", others, others == 1 ? "other" : "others"),
                           shape_.if_missing));
    }
}

Claim ClaimBuilder::finish() {
  if (!distances_ && !predecessors_ && claim_.cycle.empty()) fail("", "has no distances, no predecessors and no cycle");
  complete(distances_, "distance");
  complete(predecessors_, "predecessor");
  if (shape_.virtual_source && distances_) distance(0, shape_.sources.front(), WrittenNumber::of_whole(0), "");
  return std::move(claim_);
}

}  // namespace wayfront::host
