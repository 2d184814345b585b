#include "engine/claims/claim_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/errors.hpp"
#include "engine/verifier.hpp"
#include "graph/rows_view.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// Judges a claim as if a plugin had given it.
class ClaimJudge {
 public:
  ClaimJudge(const LoadedGraph& loaded, std::span<const Vertex> sources, const Asked& scope, Claim& claim,
             unsigned threads)
      : loaded_(loaded), graph_(*loaded.graph), sources_(sources), scope_(scope), claim_(claim), threads_(threads) {
    scope_.predecessors = false;  // those that the claim has are proved with it
    output_.kind = graph_.info().weights;
    output_.vertices = graph_.info().vertices;
    output_.rows = static_cast<std::uint32_t>(sources_.size());
  }

  std::string derive() {
    return visit_rows(graph_.csr(), [&]<class W>(const RowsView<W>& csr) {
      claim_.distances.resize(sources_.size() * csr.vertices * sizeof(W));
      claim_.written.resize(sources_.size() * csr.vertices, unreached<double>);
      std::string fault;
      for (std::uint32_t row = 0; row < sources_.size() && fault.empty(); ++row) fault = derive_row(csr, row);
      return fault;
    });
  }

  ClaimVerdict judge() {
    if (!claim_.cycle.empty()) return cycle();
    if (claim_.distances.empty())
      if (std::string fault = derive(); !fault.empty()) {
        claim_.distances.clear();
        return refuted(std::move(fault));
      }
    if (claim_.misfit) return misfit(*claim_.misfit);
    output_.distances = claim_.distances.data();
    output_.predecessors = claim_.predecessors.empty() ? nullptr : claim_.predecessors.data();
    with_weight_type(output_.kind, [&]<WeightType W>() { set_exact_to<W>(); });
    ClaimVerdict verdict = judged(sources_);
    if (verdict.finding == Finding::right) return verdict;
    verdict.worst = worst();
    if (sources_.size() == 1) verdict.reason += other_source();
    return verdict;
  }

 private:
  static ClaimVerdict refuted(std::string reason) { return {Finding::wrong, std::move(reason), {}, {}}; }
  std::string id(Vertex v) const { return loaded_.ids.text(v); }

  ClaimVerdict judged(std::span<const Vertex> sources) {
    ClaimVerdict verdict;
    verdict.figures.outcome = output_.outcome;
    Verifier verifier(graph_, loaded_.ids, scope_, threads_, 0, false);
    const Ending ending = verifier.check(sources, output_, verdict.figures);
    if (ending.status == RunStatus::interrupted)
      throw UserError(ExitCode::interrupted, claim_.name + ": checking was interrupted");
    verdict.finding = verdict.figures.certificate.finding;
    verdict.reason = ending.reason;
    if (ending.status != RunStatus::ok && verdict.finding == Finding::right) verdict.finding = Finding::undecided;
    return verdict;
  }

  ClaimVerdict cycle() {
    if (claim_.cycle.size() > 1 && claim_.cycle.front() == claim_.cycle.back()) claim_.cycle.pop_back();
    output_.outcome = Outcome::negative_cycle;
    output_.cycle.assign(claim_.cycle.begin(), claim_.cycle.end());
    return judged(sources_);
  }

  /// A distance that the type of the weights does not have.
  ClaimVerdict misfit(const Misfit& misfit) const {
    const GraphInfo& info = graph_.info();
    const std::string entry = fmt::format("from source {}: vertex {} has distance {}", id(sources_[misfit.row]),
                                          id(misfit.vertex), misfit.value);
    const std::string others = claim_.misfits == 1 ? "" : fmt::format("; {} more do not fit", claim_.misfits - 1);
    if (!std::isfinite(misfit.value)) return refuted(entry + ", which is not a distance" + others);
    const double size = std::abs(misfit.value);
    const double most = with_weight_type(
        info.weights, [&]<WeightType W>() { return static_cast<double>(std::numeric_limits<W>::max()); });
    if (size < most && is_floating(info.weights))
      return refuted(fmt::format("{}, which is not a {}{}; --weights float64 is for programs that add in float64",
                                 entry, name(info.weights), others));
    if (size < most)
      return refuted(entry + (size < 0x1p53 ? ", but all weights are integers" : ", of which digits are missing") +
                     others);
    if (size > info.vertices * std::max(std::abs(info.min_weight), std::abs(info.max_weight)))
      return refuted(entry + ", but no path is that long" + others);
    return {Finding::overflow,
            fmt::format("{}, which does not fit {}; use --weights {}", entry, name(info.weights),
                        is_floating(info.weights) ? "float64" : "int64"),
            {},
            {}};
  }

  /// With a limit a row is judged up to it, with a count up to its largest distance.
  template <WeightType W>
  void set_exact_to() {
    if (scope_.whole()) return;
    exact_to_.resize(sources_.size() * sizeof(W));
    output_.exact_to = exact_to_.data();
    for (std::uint32_t row = 0; row < sources_.size(); ++row) {
      W last = limit_as<W>(scope_.limit);
      if (scope_.count != 0) {
        W largest = std::numeric_limits<W>::lowest();
        std::uint64_t reached = 0;
        for (const W d : output_.distances_as<W>(row)) {
          if (d == unreached<W>) continue;
          largest = std::max(largest, d);
          ++reached;
        }
        if (reached >= scope_.count) last = std::min(last, largest);
      }
      output_.exact_to_as<W>(row) = last;
    }
  }

  template <WeightType W>
  std::string derive_row(const RowsView<W>& csr, std::uint32_t row) {
    enum class State : std::uint8_t { unknown, on_the_way, known };
    const std::span<W> d = claim_.distances_as<W>(row, csr.vertices);
    const std::size_t first = std::size_t{row} * csr.vertices;
    const std::span<const Vertex> before = std::span(claim_.predecessors).subspan(first, csr.vertices);
    const Vertex source = sources_[row];
    std::ranges::fill(d, unreached<W>);
    std::vector<State> states(csr.vertices, State::unknown);
    std::vector<Vertex> chain;
    if (before[source] != no_vertex)
      return fmt::format("the source {} has vertex {} as its predecessor", id(source), id(before[source]));
    d[source] = 0;
    for (Vertex start = 0; start < csr.vertices; ++start) {
      Vertex v = start;
      for (; states[v] == State::unknown && before[v] != no_vertex; v = before[v]) {
        states[v] = State::on_the_way;
        chain.push_back(v);
      }
      if (states[v] == State::on_the_way) return fmt::format("the predecessors of vertex {} form a cycle", id(v));
      states[v] = State::known;
      for (; !chain.empty(); chain.pop_back()) {
        const Vertex to = chain.back();
        const auto arc = lightest_arc(csr, before[to], to);
        if (!arc)
          return fmt::format("vertex {} has predecessor {}, but there is no arc {} -> {}", id(to), id(before[to]),
                             id(before[to]), id(to));
        if (d[before[to]] == unreached<W>)
          return fmt::format(
              "vertex {} has predecessor {}, but the predecessors lead from there to vertex {} instead of "
              "the source",
              id(to), id(before[to]), id(v));
        d[to] = saturating_add(d[before[to]], csr.weights[*arc]);
        states[to] = State::known;
      }
    }
    std::ranges::transform(d, claim_.written.begin() + static_cast<std::ptrdiff_t>(first), [](W value) {
      return value == unreached<W> ? unreached<double> : static_cast<double>(value);
    });
    return {};
  }

  std::optional<WorstArc> worst() const {
    std::optional<WorstArc> found;
    for (std::uint32_t row = 0; row < sources_.size(); ++row) {
      std::optional<WorstArc> arc = worst_arc(graph_, sources_[row], output_, row, loaded_.ids);
      if (arc && (!found || arc->excess > found->excess)) found = std::move(arc);
    }
    return found;
  }

  /// If the answer is right from another source, a clause that says so.
  std::string other_source() {
    const std::span<const double> written(claim_.written);
    const auto zero = std::ranges::find(written, 0.0);
    if (zero == written.end() || std::find(zero + 1, written.end(), 0.0) != written.end()) return {};
    const auto source = static_cast<Vertex>(zero - written.begin());
    if (source == sources_.front()) return {};
    if (judged({&source, 1}).finding != Finding::right) return {};
    return fmt::format("; it is the right answer from source {}", id(source));
  }

  const LoadedGraph& loaded_;
  const Graph& graph_;
  std::span<const Vertex> sources_;
  Asked scope_;
  Claim& claim_;
  unsigned threads_;
  Output output_;
  std::vector<char> exact_to_;
};

}  // namespace

bool can_be_judged(const Asked& scope, const GraphInfo& graph) {
  return scope.targets.empty() && (scope.whole() || graph.min_weight >= 0);
}

std::string derive_distances(const LoadedGraph& loaded, std::span<const Vertex> sources, Claim& claim) {
  return ClaimJudge(loaded, sources, {}, claim, 1).derive();
}

ClaimVerdict judge_claim(const LoadedGraph& loaded, std::span<const Vertex> sources, const Asked& scope, Claim& claim,
                         unsigned threads) {
  return ClaimJudge(loaded, sources, scope, claim, threads).judge();
}

void ClaimError::compare(const LoadedGraph& loaded, const Claim& claim, std::uint32_t first,
                         std::span<const Vertex> sources, std::span<const Vertex> targets, const Output& right) {
  const bool negative = loaded.graph->info().min_weight < 0;
  with_weight_type(right.kind, [&]<WeightType W>() {
    for (std::uint32_t row = 0; row < sources.size(); ++row) {
      const std::span<const W> d = right.distances_as<W>(row);
      const std::span<const double> written =
          std::span(claim.written).subspan((std::size_t{first} + row) * right.vertices, right.vertices);
      const std::span<const W> read = claim.distances_as<W>(first + row, right.vertices);
      double scale_of_all = 0;
      for (const W value : d)
        if (value != unreached<W>) scale_of_all = std::max(scale_of_all, std::abs(static_cast<double>(value)));
      const auto look = [&](Vertex v) {
        const bool reached = d[v] != unreached<W>;
        if (!reached && written[v] == unreached<double>) return;
        const auto entry_text = [&] {
          return fmt::format("{} instead of {}", written[v], reached ? fmt::to_string(d[v]) : "unreached");
        };
        if (!reached || !std::isfinite(written[v])) {
          if (contradicted.empty())
            contradicted = fmt::format("from source {}: vertex {} has distance {}", loaded.ids.text(sources[row]),
                                       loaded.ids.text(v), entry_text());
          return;
        }
        double difference = std::abs(written[v] - static_cast<double>(d[v]));
        if constexpr (std::is_integral_v<W>) {  // beyond 2^53, too
          if (static_cast<double>(read[v]) == written[v])
            difference = std::abs(static_cast<double>(WideSum<W>(read[v]) - d[v]));
          else if (difference == 0)  // the type does not have what was written, but it is near
            difference = 0.5;
        }
        if (difference == 0) return;
        const double scale = negative ? scale_of_all : std::abs(static_cast<double>(d[v]));
        const double now = difference / scale;  // infinite for a distance of 0
        if (now < relative || (now == relative && difference <= absolute)) return;
        relative = now;
        absolute = difference;
        vertex = v;
        source = sources[row];
        entry = entry_text();
      };
      if (targets.empty())
        for (Vertex v = 0; v < d.size(); ++v) look(v);
      else
        for (const Vertex v : targets) look(v);
    }
  });
}

}  // namespace wayfront::host
