#include "trial.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "answers.hpp"
#include "certify/verify.hpp"
#include "graph/stored_graph.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::certificates {
namespace {

using host::Certificate;
using host::Finding;

constexpr int changed_answers = 24;
constexpr const char* verdict_names[] = {"right", "wrong", "overflow", "undecided"};
constexpr const char* truth_names[] = {"solved", "out of range", "falling", "unsupported"};

template <class W>
std::string text(W value) {
  if constexpr (std::is_floating_point_v<W>)
    if (std::isnan(value)) return fmt::format("nan:{:08x}", std::bit_cast<std::uint32_t>(value));
  return fmt::format("{}", value);
}

template <class W>
std::string list(const std::vector<W>& values) {
  std::vector<std::string> texts;
  for (const W value : values) texts.push_back(text(value));
  return fmt::format("{}", fmt::join(texts, " "));
}

template <WeightType W>
class Trial {
 public:
  Trial(Random& random, Counts& counts)
      : random_(random),
        counts_(counts),
        plain_(random_graph<W>(random)),
        graph_(host::make_graph<W>(plain_.vertices, std::span<const Arc<W>>(plain_.arcs), plain_.offsets)) {
    if (plain_.vertices > 0) oracle_.emplace(plain_);
  }

  std::string run() {
    ++counts_[Count::graphs];
    if (!oracle_) {  // no source: nobody asks for distances, but claims of cycles are read
      for (int i = 0; i < changed_answers; ++i)
        if (const auto fault = judge(cycle_claim(plain_, random_), false); !fault.empty()) return fault;
      return {};
    }
    ++counts_.values[static_cast<std::size_t>(Count::solved) + static_cast<std::size_t>(oracle_->truth())];
    Answers<W> answers(plain_, *oracle_, random_);
    for (const Answer<W>& answer : answers.plain())
      if (auto fault = judge(answer, true); !fault.empty()) return fault;
    for (int i = 0; i < changed_answers; ++i)
      if (auto fault = judge(answers.changed(), false); !fault.empty()) return fault;
    return {};
  }

 private:
  /// "" where oracle and certificate agree.
  std::string judge(const Answer<W>& answer, bool is_plain) {
    std::vector<W> distances = answer.distances;
    std::vector<Vertex> predecessors = answer.predecessors;
    Output output;
    output.kind = weight_kind<W>;
    output.vertices = plain_.vertices;
    output.distances = distances.data();
    output.predecessors = answer.has_predecessors ? predecessors.data() : nullptr;
    output.outcome = answer.outcome;
    output.cycle.assign(answer.cycle.begin(), answer.cycle.end());
    std::vector<Vertex> tree(plain_.vertices);
    const bool with_tree = random_.percent(50);
    const Certificate certificate = host::certify(*graph_, plain_.source, output, with_tree ? tree.data() : nullptr);
    const Ruling ruling = oracle_ ? oracle_->rule(answer) : Ruling{};
    ++counts_[Count::answers];
    std::string fault = verdict_fault(answer, ruling, certificate, is_plain);
    if (fault.empty() && certificate.finding == Finding::right && answer.outcome == Outcome::solved)
      fault = figures_fault(certificate, with_tree ? &tree : nullptr);
    if (fault.empty()) return {};
    return described(answer, ruling, certificate, fault);
  }

  std::string verdict_fault(const Answer<W>& answer, const Ruling& ruling, const Certificate& certificate,
                            bool is_plain) {
    const bool solved = answer.outcome == Outcome::solved;
    switch (certificate.finding) {
      case Finding::right:
        if (!ruling.right) return "a wrong answer is accepted";
        ++counts_[Count::accepted];
        return {};
      case Finding::undecided:
        if (!ruling.maybe_undecided) return "the verdict is undecided, but the sum of the cycle is not near zero";
        ++counts_[ruling.right ? Count::undecided : Count::refused];
        return {};
      case Finding::overflow:
        if (!solved || !oracle_ || oracle_->truth() == Truth::solved || oracle_->truth() == Truth::unsupported)
          return "the verdict is overflow, but all distances fit";
        ++counts_[Count::overflow];
        break;
      case Finding::wrong:
        // With negative floats the sums that stop at the end of the range need not end at what tight arcs hold up.
        if (is_plain && oracle_->truth() == Truth::out_of_range &&
            (weight_kind<W> == WeightKind::int32 || !oracle_->negative_weights()))
          return "a distance does not fit, and nothing else is wrong, but the verdict is not overflow";
    }
    if (ruling.right) return "a right answer is refused";
    if (certificate.reason.empty()) return "an answer is refused without a reason";
    ++counts_[Count::refused];
    return {};
  }

  /// What the certificate of a right answer says beside the verdict.
  std::string figures_fault(const Certificate& certificate, const std::vector<Vertex>* tree) {
    if (tree != nullptr && !oracle_->is_tree(*tree)) return "the certificate's tree is wrong: " + list(*tree);
    Vertex reached = 0;
    std::uint64_t edges = 0;
    double total = 0;
    double max = 0;  // that of the source is 0
    for (Vertex v = 0; v < plain_.vertices; ++v) {
      const W distance = oracle_->distances()[v];
      if (distance == unreached<W>) continue;
      ++reached;
      total += static_cast<double>(distance);
      max = std::max(max, static_cast<double>(distance));
    }
    for (const Arc<W>& arc : plain_.arcs) edges += oracle_->distances()[arc.source] != unreached<W>;
    if (certificate.reached != reached) return "the number of reached vertices is wrong";
    if (certificate.reached_edges != edges) return "the number of reached edges is wrong";
    if (certificate.max_distance != max) return "the largest distance is wrong";
    if (weight_kind<W> == WeightKind::int32 && certificate.distance_sum != total) return "the distance sum is wrong";
    if (digest_.empty()) digest_ = certificate.digest;
    if (certificate.digest != digest_) return "the digests of two right answers differ";
    return {};
  }

  std::string described(const Answer<W>& answer, const Ruling& ruling, const Certificate& certificate,
                        const std::string& fault) const {
    std::string lines = fault + "\n";
    const auto line = [&](std::string_view name, const std::string& value) {
      lines += fmt::format("  {}: {}\n", name, value);
    };
    line("graph", fmt::format("{}, offsets of {} bits, {} vertices, {} arcs, source {}, weights {}",
                              weight_kind<W> == WeightKind::int32 ? "int32" : "float32",
                              plain_.offsets == OffsetKind::offsets32 ? 32 : 64, plain_.vertices, plain_.arcs.size(),
                              plain_.source, plain_.weights));
    for (const Arc<W>& arc : plain_.arcs)
      line("arc", fmt::format("{} -> {} ({})", arc.source, arc.target, text(arc.weight)));
    line("answer", answer.what);
    line("outcome", fmt::format("{}", static_cast<int>(answer.outcome)));
    line("distances", list(answer.distances));
    if (answer.has_predecessors) line("predecessors", list(answer.predecessors));
    line("cycle", list(answer.cycle));
    if (oracle_) line("truth", truth_names[static_cast<std::size_t>(oracle_->truth())]);
    if (oracle_) line("distances that the oracle knows", list(oracle_->distances()));
    line("oracle", ruling.right ? "right" : "wrong");
    line("certificate",
         fmt::format("{}: {}", verdict_names[static_cast<std::size_t>(certificate.finding)], certificate.reason));
    return lines;
  }

  Random& random_;
  Counts& counts_;
  RandomGraph<W> plain_;
  std::unique_ptr<host::StoredGraph> graph_;
  std::optional<Oracle<W>> oracle_;
  std::string digest_;
};

}  // namespace

std::string try_graph(std::uint64_t seed, std::uint64_t number, Counts& counts) {
  Random random(seed, number);
  if (random.percent(50)) return Trial<std::int32_t>(random, counts).run();
  return Trial<float>(random, counts).run();
}

}  // namespace wayfront::certificates
