#include "engine/verifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <new>
#include <utility>

#include "answers/shortest_path.hpp"
#include "base/digest.hpp"
#include "base/float_mode.hpp"
#include "base/process.hpp"
#include "certify/reduced/undrawn_row.hpp"
#include "certify/verify.hpp"

namespace wayfront::host {
namespace {

/// Of the rows of a batch: `decisive` is the row whose finding counts. A cycle is right if one source reaches it.
Certificate summary_of(std::span<const Certificate> rows, Outcome outcome, std::size_t& decisive) {
  const bool any = outcome == Outcome::negative_cycle;
  const auto found =
      std::ranges::find_if(rows, [any](const Certificate& row) { return (row.finding == Finding::right) == any; });
  decisive = found == rows.end() ? 0 : static_cast<std::size_t>(found - rows.begin());
  Certificate sum = rows[decisive];
  if (any || rows.size() == 1) return sum;
  Digest digest;
  sum.reached = sum.reached_edges = 0;
  sum.distance_sum = 0;
  for (const Certificate& row : rows) {
    sum.reached += row.reached;
    sum.reached_edges += row.reached_edges;
    sum.distance_sum += row.distance_sum;
    sum.max_distance = std::max(sum.max_distance, row.max_distance);
    digest.add(row.digest.data(), row.digest.size());
  }
  sum.digest = digest.hex();
  return sum;
}

/// Of a row that is not proved.
Certificate certificate_unless(std::string fault) {
  return {fault.empty() ? Finding::right : Finding::wrong, std::move(fault)};
}

enum class Row : std::uint8_t {
  open,     // nothing is known of it
  undrawn,  // it does not have to be more than possible
  known,    // it equals one that was proved before
  proved,
};

}  // namespace

std::string sources_text(std::span<const Vertex> sources, const VertexIds& ids) {
  const std::string first = ids.text(sources.front());
  return sources.size() == 1 ? "source " + first : fmt::format("{} sources, the first {}", sources.size(), first);
}

void for_whole_rows(std::span<const Vertex> sources, const Verifier::Answer& answer,
                    FunctionRef<void(std::span<const Vertex> sources, const Output& output)> take) {
  if (answer.targets.empty()) return take(sources, *answer.output);
  std::vector<std::uint64_t> distances(answer.vertices);  // of any type
  std::uint64_t exact_to = 0;
  Output whole;
  whole.kind = answer.output->kind;
  whole.vertices = answer.vertices;
  whole.distances = distances.data();
  whole.exact_to = &exact_to;
  with_weight_type(whole.kind, [&]<WeightType W>() {
    std::ranges::fill(whole.distances_as<W>(), unreached<W>);
    whole.exact_to_as<W>() = unreached<W>;
  });
  for (std::uint32_t i = 0; i < sources.size(); ++i) {
    place_targets(*answer.output, i, answer.targets, whole);
    take(sources.subspan(i, 1), whole);
  }
}

/// An answer on its way to a verdict.
struct Verifier::Case {
  std::span<const Vertex> sources;
  Output& output;
  Projection projection;
  bool derive;  // predecessors, into trees_
  bool drawn;   // whether drawn rows alone are certified
  std::vector<Certificate> certificates;
  std::vector<Row> rows;

  Vertex* tree(std::vector<Vertex>& trees, std::uint32_t i) const {
    return derive ? trees.data() + std::size_t{i} * output.vertices : nullptr;
  }
  bool fails() const {
    return std::ranges::any_of(certificates, [](const Certificate& row) { return row.finding != Finding::right; });
  }
};

Verifier::Verifier(const Graph& graph, const VertexIds& ids, Asked scope, unsigned threads, std::uint64_t memory,
                   bool protect)
    : graph_(graph),
      ids_(ids),
      scope_(std::move(scope)),
      arena_(threads),
      // Reductions are so small that all are kept, and not worth a page each that could be write-protected.
      known_{{CertifiedAnswers(memory, protect), CertifiedAnswers(memory, protect),
              CertifiedAnswers(protect ? 0 : std::numeric_limits<std::uint64_t>::max(), false)}} {}

void Verifier::ask(Asked scope) {
  scope_ = std::move(scope);
  sampled_ = {};
  draws_whole_rows_ = false;
  for (CertifiedAnswers& answers : known_) answers.clear();
}

std::size_t Verifier::rows_at_once() const {
  constexpr std::uint64_t max_rows = 64, max_bytes = std::uint64_t{1} << 28;
  const GraphInfo& graph = graph_.info();
  const std::uint64_t row = std::max<std::uint64_t>(std::uint64_t{graph.vertices} * weight_size(graph.weights), 1);
  return std::clamp<std::uint64_t>(max_bytes / row, 1, max_rows);
}

/// Threads share the rows, so that none waits for another. Where rows are few, or too large for the cache of a processor,
/// all threads work on one row after the other.
void Verifier::for_rows(std::size_t rows, FunctionRef<void(std::uint32_t row, Arena& arena)> body) {
  constexpr std::uint64_t cache = std::uint64_t{1} << 21;
  const GraphInfo& info = graph_.info();
  const bool is_large = Crew(arena_).shares(std::max<std::uint64_t>(info.vertices, info.edges));
  const bool together = rows < arena_.threads() || info.vertices * weight_size(info.weights) > cache;
  if ((is_large && together) || rows == 1) {
    for (std::uint32_t row = 0; row < rows; ++row) body(row, arena_);
    return;
  }
  arena_.parallel_for(rows, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto row = static_cast<std::uint32_t>(begin); row < end; ++row) body(row, alone_);
  });
}

Ending Verifier::for_rows_unless_stopped(std::size_t rows, FunctionRef<void(std::uint32_t row, Arena& arena)> body) {
  std::atomic<bool> is_stopped{false};
  for_rows(rows, [&](std::uint32_t i, Arena& arena) {
    if (i != 0 && stop_requested) is_stopped = true;
    if (!is_stopped) body(i, arena);
  });
  return is_stopped ? Ending{RunStatus::interrupted, "interrupted"} : Ending{};
}

Ending Verifier::check(std::span<const Vertex> sources, Output& output, Call& figures) {
  return check(sources, output, figures, [](std::span<const Vertex>, Output*&) {
    return Ending{RunStatus::failed, "there are no distances of all vertices to compare it with"};
  });
}

Ending Verifier::check(std::span<const Vertex> sources, Output& output, Call& figures, SolveWhole solve_whole) {
  const auto start = std::chrono::steady_clock::now();
  const Projection projection = projection_of(output, graph_.info().vertices);
  const bool solved = output.outcome == Outcome::solved;
  if (projection == Projection::gather && !solved)
    return {RunStatus::wrong, "a negative cycle was reported, but no weight is negative"};
  const bool is_whole = projection == Projection::none;
  Case it{.sources = sources,
          .output = output,
          .projection = projection,
          .derive = is_whole && scope_.predecessors && output.predecessors == nullptr,
          .drawn = solved && (projection == Projection::fold || (draws_whole_rows_ && !scope_.predecessors)),
          .certificates = std::vector<Certificate>(sources.size()),
          .rows = std::vector<Row>(sources.size())};
  try {
    set_float_mode();
    if (!is_whole && !solved) {  // a cycle is one row
      it.certificates = {certificate_of_cycle(sources, output)};
      it.rows = {Row::proved};
    } else {
      if (projection == Projection::fold) look_at_reductions(it, figures);
      if (Ending ending = look_at_rows(it); ending.status != RunStatus::ok) return ending;
      if (!is_whole && !it.fails())
        if (Ending ending = compare_open(it, solve_whole); ending.status != RunStatus::ok) return ending;
      keep(it);
    }
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory to check its answer"};
  }
  figures.verify = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  figures.compared = static_cast<std::uint32_t>(std::ranges::count(it.rows, Row::known));
  if (it.drawn)
    figures.certified = static_cast<std::uint32_t>(it.rows.size() - std::ranges::count(it.rows, Row::undrawn));
  const Ending ending = conclude(it, figures);
  if (ending.status == RunStatus::ok) finish(it, figures);
  return ending;
}

/// What reductions tell of themselves: whether a row may have them, and what the plugin found when it checked the row.
void Verifier::look_at_reductions(Case& it, Call& figures) {
  reduced_.resize(it.sources.size());
  for (std::uint32_t i = 0; i < it.sources.size(); ++i) {
    std::string fault = impossible_figure(it.output, i, scope_.question(it.sources[i]));
    const std::uint64_t faults = faults_found(it.output, i);
    if (fault.empty() && scope_.reduce->check && faults == Reduction<float>::not_checked) {
      ++figures.unchecked;
    } else if (fault.empty() && scope_.reduce->check) {
      ++figures.checked;
      if (faults != 0) fault = fmt::format("the plugin's own check of the row found {} contradictions", faults);
    }
    it.certificates[i] = certificate_unless(std::move(fault));
    reduced_[i] = given_row(it.output, i);
  }
}

/// Proves whole rows. A projection stays open unless it is known or not drawn.
Ending Verifier::look_at_rows(Case& it) {
  const bool is_whole = it.projection == Projection::none;
  if (it.derive) trees_.resize(it.sources.size() * std::size_t{it.output.vertices});
  return for_rows_unless_stopped(it.sources.size(), [&](std::uint32_t i, Arena& arena) {
    const Vertex source = it.sources[i];
    const Problem question = scope_.question(source);
    if (it.projection == Projection::gather) cut_targets(question, it.output, i);
    if (it.drawn && !sampled_.has(source)) {
      it.rows[i] = Row::undrawn;
      if (it.projection != Projection::fold)
        it.certificates[i] =
            certificate_unless(impossible_entry(graph_.info(), question, it.output, i, !is_whole, arena, ids_));
      return;
    }
    if (it.certificates[i].finding != Finding::right) return;
    Vertex* const tree = it.tree(trees_, i);
    if (const Certificate* const found = known(it.projection).find(source, it.output, i, tree, arena)) {
      it.rows[i] = Row::known;
      it.certificates[i] = *found;
    } else if (is_whole) {
      it.rows[i] = Row::proved;
      it.certificates[i] = certify(graph_, question, it.output, i, tree, arena, ids_);
    }
  });
}

/// Compares the rows of a projection that nothing is known of with whole rows of the same plugin, proved first.
Ending Verifier::compare_open(Case& it, SolveWhole solve_whole) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < it.rows.size(); ++i)
    if (it.rows[i] == Row::open) open.push_back(i);
  const auto not_right = [&](Certificate found) {
    found.reason =
        fmt::format("of all distances, with which {} compared: {}",
                    it.projection == Projection::fold ? "reductions are" : "those of the targets are", found.reason);
    return found;
  };
  const std::size_t at_once = rows_at_once();
  for (std::size_t first = 0; first < open.size() && !it.fails(); first += at_once) {
    const auto rows = std::span(open).subspan(first, std::min(at_once, open.size() - first));
    std::vector<Vertex> some;
    for (const std::uint32_t row : rows) some.push_back(it.sources[row]);
    Output* whole = nullptr;
    if (Ending ending = solve_whole(some, whole); ending.status != RunStatus::ok) return ending;
    if (whole->outcome != Outcome::solved) {
      Certificate cycle = certificate_of_cycle(some, *whole);
      it.certificates[rows.front()] =
          cycle.finding != Finding::right
              ? not_right(std::move(cycle))
              : certificate_unless("all distances have a negative cycle, but there are reductions of rows");
      return {};
    }
    const Ending ending = for_rows_unless_stopped(some.size(), [&](std::uint32_t i, Arena& arena) {
      Certificate found = certify(graph_, scope_.question(some[i]), *whole, i, nullptr, arena, ids_);
      if (found.finding != Finding::right)
        found = not_right(std::move(found));
      else if (std::string fault = difference(scope_, it.output, rows[i], some[i], *whole, i, ids_); !fault.empty())
        found = certificate_unless(std::move(fault));
      it.certificates[rows[i]] = std::move(found);
      it.rows[rows[i]] = Row::proved;
    });
    if (ending.status != RunStatus::ok) return ending;
  }
  return {};
}

/// What was proved: as it came, and the targets' entries of whole rows.
void Verifier::keep(const Case& it) {
  for (std::uint32_t i = 0; i < it.rows.size(); ++i) {
    if (it.rows[i] != Row::proved) continue;
    const Vertex source = it.sources[i];
    const Certificate& certificate = it.certificates[i];
    known(it.projection).keep(source, it.output, i, it.tree(trees_, i), certificate, arena_);
    if (it.projection != Projection::none || !keeps_targets_ || certificate.finding != Finding::right ||
        it.output.outcome != Outcome::solved)
      continue;
    TargetRow proved(it.output.kind, scope_.targets.size());
    proved.take(it.output, i, scope_.question(source));
    known(Projection::gather).keep(source, proved.output(), 0, nullptr, certificate, arena_);
  }
}

/// The ending of an answer whose rows have these certificates, which are summed up in the figures.
Ending Verifier::conclude(const Case& it, Call& figures) const {
  std::size_t decisive = 0;
  figures.certificate = summary_of(it.certificates, it.output.outcome, decisive);
  const Certificate& certificate = figures.certificate;
  if (certificate.finding == Finding::right) return {};
  if (stop_requested)
    return {RunStatus::interrupted, "interrupted"};  // a cancelled plugin may return an incomplete answer
  const RunStatus status = certificate.finding == Finding::overflow ? RunStatus::failed : RunStatus::wrong;
  return {status, fmt::format("from source {}: {}", ids_.text(it.sources[decisive]), certificate.reason)};
}

/// A right answer becomes the last one, without what the question does not want.
void Verifier::finish(Case& it, Call& figures) {
  const bool is_whole = it.projection == Projection::none, solved = it.output.outcome == Outcome::solved;
  if (!solved) tell_cycle(it.output.cycle, figures);
  if (is_whole && !scope_.whole())
    for_rows(it.sources.size(),
             [&](std::uint32_t i, Arena& arena) { cut(graph_, scope_.question(it.sources[i]), it.output, i, arena); });
  if (it.projection == Projection::fold && solved)
    figures.certificate = {};  // until conclude_reductions()
  else if (it.drawn)
    tell_figures(it, figures);
  last_right_ = {.output = &it.output, .vertices = graph_.info().vertices};
  if (it.projection == Projection::gather) last_right_.targets = scope_.targets;
  if (is_whole) {
    const std::size_t entries = it.sources.size() * std::size_t{it.output.vertices};
    if (it.output.predecessors != nullptr)
      last_right_.predecessors = {it.output.predecessors, entries};
    else
      last_right_.predecessors = std::span(trees_).first(it.derive ? entries : 0);
  }
  if (!scope_.reduce || !solved) return;
  if (is_whole) {
    reduced_.resize(it.sources.size());
    for_rows(it.sources.size(), [&](std::uint32_t i, Arena&) {
      reduced_[i] = reduced_row(scope_.question(it.sources[i]), scope_.reduce->within, it.output, i);
    });
  }
  last_right_.reduced = reduced_;
}

/// Of the first source that reaches it, or of the first one.
Certificate Verifier::certificate_of_cycle(std::span<const Vertex> sources, const Output& output) {
  Certificate first;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Certificate found = certify(graph_, scope_.question(sources[i]), output, 0, nullptr, arena_, ids_);
    if (found.finding == Finding::right) return found;
    if (i == 0) first = found;
  }
  return first;
}

void Verifier::tell_cycle(std::span<const Vertex> cycle, Call& figures) const {
  for (const PathArc& arc : cycle_arcs(graph_, cycle)) {
    figures.cycle.push_back(ids_[arc.from]);
    figures.cycle_arcs.push_back({arc.number, arc.weight});
    figures.cycle_weight += arc.weight;
  }
}

/// Of drawn rows and others alike, so that they do not depend on the sample.
void Verifier::tell_figures(const Case& it, Call& figures) {
  std::vector<Certificate> rows(it.sources.size());
  for_rows(rows.size(), [&](std::uint32_t i, Arena& arena) {
    rows[i] = row_figures(scope_.question(it.sources[i]), it.output, i, it.projection == Projection::gather, arena);
  });
  std::size_t decisive = 0;
  figures.certificate = summary_of(rows, it.output.outcome, decisive);
}

void Verifier::conclude_reductions(std::vector<ReducedRow> rows, Call& figures) {
  reduced_ = std::move(rows);
  last_right_.reduced = reduced_;
  const bool floats = is_floating(graph_.info().weights);
  Certificate& sum = figures.certificate;
  sum.finding = Finding::right;
  sum.reached = 0;
  sum.distance_sum = sum.max_distance = 0;
  Digest digest;
  for (const ReducedRow& row : reduced_) {
    sum.reached += row.reached;
    sum.distance_sum += row.sum.rounded();
    sum.max_distance = std::max(sum.max_distance, row.max.rounded());
    // Sums of floats depend on their order.
    const std::string line = fmt::format("{} {} {} {}\n", row.reached, row.within, row.max.rounded(),
                                         floats ? Int128{0} : row.sum.integer().value_or(0));
    digest.add(line.data(), line.size());
  }
  sum.digest = digest.hex();
}

}  // namespace wayfront::host
