#include "attributed/named_arcs.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ids/rank_ends.hpp"
#include "text/fields.hpp"
#include "text/numbers.hpp"

namespace wayfront::attributed {
namespace {

/// Whether no label is missing and all are different.
bool are_names(std::span<const std::string> labels) {
  ids::NameMap seen;
  for (std::size_t v = 0; v < labels.size(); ++v)
    if (labels[v].empty() || seen.of(labels[v]) != v) return false;
  return true;
}

}  // namespace

void Places::fail(std::uint64_t place, std::string_view what, StatusCode code) const {
  const std::string at = place == 0     ? std::string()
                         : item.empty() ? ':' + std::to_string(place)
                                        : ": " + item + ' ' + std::to_string(place);
  throw BadInput(format + ": " + file + at + ": " + std::string(what), code);
}

template <WeightType W>
NamedArcs<W>::NamedArcs(Places places, const LoadRequest& request, GraphSink& sink, RunContext& context,
                        const std::string& weight, PointColumns points)
    : NamedEdges(std::move(places), weight.empty() ? "weight" : weight, std::move(points)),
      exact_(request.exact),
      asked_(!weight.empty()),
      sink_(sink),
      context_(context) {
  sink_.begin({.arcs = unknown_arcs});
  pending_.reserve(block);
}

Vertex NamedEdges::mention(std::string_view name, std::uint64_t place) {
  if (name.empty()) places_.fail(place, "the name of a vertex is empty");
  const Vertex vertex = names_.of(name);
  if (vertex == mentioned_.size()) mentioned_.push_back(place);
  return vertex;
}

Vertex NamedEdges::declare(std::string_view name, std::uint64_t place) {
  const Vertex vertex = mention(name, place);
  const bool fresh = std::size_t{vertex} + 1 == mentioned_.size() && mentioned_.back() == place;
  if (!fresh && mentioned_[vertex] == declared)
    places_.fail(place, "the vertex '" + textfile::shown(name) + "' a second time");
  mentioned_[vertex] = declared;
  return vertex;
}

void NamedEdges::place(Vertex vertex, std::size_t column, std::string_view value, std::uint64_t place) {
  if (points_.set(vertex, column, value)) return;
  if (points_.asked()) places_.fail(place, "the coordinate '" + textfile::shown(value) + "' is not a number");
  BadPlace& bad = bad_places_[column];
  if (bad.count++ == 0) bad.value = textfile::shown(value), bad.place = place;
}

/// Of the coordinates that were found, in this column and the next.
template <WeightType W>
void NamedArcs<W>::note_bad_places(std::size_t first_column) {
  for (const std::size_t column : {first_column, first_column + 1}) {
    const auto found = bad_places_.find(column);
    if (found == bad_places_.end()) continue;
    const BadPlace& bad = found->second;
    const std::string others = bad.count == 1 ? "" : " (the first of " + std::to_string(bad.count) + ")";
    sink_.note(Note::doubt, "the coordinate '" + bad.value + "' of " + (places_.item.empty() ? "line " : "node ") +
                                std::to_string(bad.place) + others +
                                " is not a number, so that the vertex has no place; correct it, or leave coordinates "
                                "out with coordinates = \"none\", on the command line --loader " +
                                places_.format + " --set coordinates=none");
  }
}

/// Of vertices in the order of the file, with these names.
template <WeightType W>
void NamedArcs<W>::give_points(std::span<const std::string_view> names, bool numbers, std::uint64_t first_id) {
  PointColumns::Found found = points_.find(names.size());
  if (found.names.empty()) {
    if (points_.asked() && !names.empty())
      places_.fail(0, "no vertex has the attributes " + points_.asked_names() + ", which coordinates names");
    return;
  }
  std::vector<Point> points(numbers ? names.size() : 0);
  for (std::size_t v = 0; v < points.size(); ++v) {
    const std::uint64_t number = ids::number_of(names[v]).value_or(0);
    const auto vertex = ids_.empty()
                            ? number - first_id
                            : static_cast<std::uint64_t>(std::ranges::lower_bound(ids_, number) - ids_.begin());
    points[vertex] = found.points[v];
  }
  try {
    sink_.coordinates({numbers ? points : found.points, found.geographic});
  } catch (const BadInput& error) {
    places_.fail(0, std::string(error.what()) +
                        "; coordinates = \"none\" leaves coordinates out, on the command line "
                        "--loader " +
                        places_.format + " --set coordinates=none");
  }
  sink_.note(Note::reading,
             "coordinates are the vertices' " + found.names + (found.geographic ? ", in degrees" : ", in a plane") +
                 (found.unknown == 0 ? "" : "; vertices without them: " + std::to_string(found.unknown)));
  note_bad_places(found.first);
}

template <WeightType W>
void NamedArcs<W>::add(Vertex source, Vertex target, std::string_view weight, bool directed, std::uint64_t place) {
  Arc<W> arc{source, target, W{}};
  if (weight.empty()) {
    if (first_without_ == 0) first_without_ = place;
  } else {
    if (first_with_ == 0) first_with_ = place;
    try {
      arc.weight = textfile::read_weight<W>(weight, {textfile::Reals::whole_ones, exact_});
    } catch (const BadInput& error) {
      places_.fail(place, error.what(), error.code());
    }
  }
  if (!std::exchange(any_, true)) directed_ = directed;
  if (directed != directed_ && !std::exchange(mixed_, true)) {
    if (!directed_) add_reverses();
    directed_ = true;
  }
  push(arc);
  if (mixed_ && !directed && source != target) push({target, source, arc.weight});
}

template <WeightType W>
void NamedArcs<W>::push(const Arc<W>& arc) {
  pending_.push_back(arc);
  if (pending_.size() == block) flush();
}

template <WeightType W>
void NamedArcs<W>::flush() {
  context_.throw_if_cancelled();
  if (pending_.empty()) return;
  blocks_.push_back(sink_.arcs<W>(pending_.size()));
  std::ranges::copy(pending_, blocks_.back().begin());
  count_ += pending_.size();
  pending_.clear();
}

/// So far all were edges without a direction.
template <WeightType W>
void NamedArcs<W>::add_reverses() {
  flush();
  const std::vector<std::span<Arc<W>>> edges = blocks_;
  for (const std::span<Arc<W>> part : edges)
    for (const Arc<W>& arc : part)
      if (arc.source != arc.target) push({arc.target, arc.source, arc.weight});
}

/// Whether all names are numbers. Then these are the ids, and vertices are in their order.
template <WeightType W>
bool NamedArcs<W>::number_vertices(std::span<const std::string_view> names, GraphHeader& header) {
  std::vector<std::uint64_t> numbers;  // different ones, as the names are
  numbers.reserve(names.size());
  for (const std::string_view name : names) {
    const std::optional<std::uint64_t> number = ids::number_of(name);
    if (!number) return false;
    numbers.push_back(*number);
  }
  ids::Numbering numbering = ids::rank_mapped_ends<W>(blocks_, numbers, context_);
  header.first_id = numbering.first_id;
  ids_ = std::move(numbering.ids);
  return true;
}

template <WeightType W>
void NamedArcs<W>::finish(bool directed, std::span<const std::string> others, std::span<const std::string> labels) {
  const std::span<const std::string_view> given = names_.names();
  for (std::size_t v = 0; v < mentioned_.size(); ++v)
    if (mentioned_[v] != declared)
      places_.fail(mentioned_[v], "an edge at '" + textfile::shown(given[v]) + "', which is not among the vertices");
  std::string candidates;
  for (const std::string& it : others) candidates += (candidates.empty() ? "'" : ", '") + textfile::shown(it) + '\'';
  const bool weighted = first_with_ != 0;
  if (!weighted && asked_ && any_)
    places_.fail(0, "no edge has the attribute '" + textfile::shown(weight_) + "'" +
                        (candidates.empty() ? "" : ", but edges have " + candidates));
  if (weighted && first_without_ != 0)
    places_.fail(first_without_, "an edge without the attribute '" + textfile::shown(weight_) +
                                     "', which others have; give each edge a weight");
  flush();
  GraphHeader header{.vertices = static_cast<Vertex>(given.size()),
                     .arcs = count_,
                     .directed = any_ ? directed_ : directed,
                     .weighted = weighted || !any_};
  const bool labelled = !labels.empty() && are_names(labels);
  const bool any_label = std::ranges::any_of(labels, [](const std::string& it) { return !it.empty(); });
  const std::vector<std::string_view> called(labels.begin(), labels.end());
  const std::span<const std::string_view> all = labelled ? std::span<const std::string_view>(called) : given;
  const bool numbers = number_vertices(all, header);
  sink_.finish(header);
  if (!numbers) sink_.names(all);
  if (!ids_.empty()) sink_.ids(ids_);
  give_points(all, numbers, header.first_id);
  if (weighted)
    sink_.note(Note::reading, "weights are the edges' '" + textfile::shown(weight_) + "'");
  else if (any_ && !candidates.empty())
    sink_.note(Note::doubt, "edges have no '" + textfile::shown(weight_) + "', but " + candidates +
                                ", of which weight = \"NAME\" takes one, on the command line --loader " +
                                places_.format + " --set weight=NAME");
  if (any_label && !labelled)
    sink_.note(Note::reading, "vertices are called by their ids, because some labels are missing or alike");
  if (mixed_) sink_.note(Note::reading, "edges without a direction are arcs in both directions, beside arcs with one");
}

template class NamedArcs<std::int32_t>;
template class NamedArcs<float>;
template class NamedArcs<std::int64_t>;
template class NamedArcs<double>;

}  // namespace wayfront::attributed
