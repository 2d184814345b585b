// One graph of the campaign: answers to it, the oracle's word and the certificate's.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "answers.hpp"
#include "certify/projection.hpp"
#include "certify/verify.hpp"
#include "graph/stored_graph.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::certificates {

enum class Count : std::uint8_t {
  graphs,
  answers,
  accepted,
  refused,
  undecided,  // right, but said to be within rounding of zero
  overflow,   // of the refused ones: with this verdict
  solved,     // graphs by their truth, from here on in the order of Truth
  out_of_range,
  falling,
  unsupported,
  limited_right,  // answers that are exact up to a distance
  limited_wrong,
};

inline constexpr std::string_view count_names[] = {"graphs",
                                                   "answers",
                                                   "accepted and right",
                                                   "refused and wrong",
                                                   "undecided",
                                                   "verdict overflow",
                                                   "graphs solved",
                                                   "graphs out of range",
                                                   "graphs falling",
                                                   "graphs unsupported",
                                                   "limited and right",
                                                   "limited and wrong"};

struct Counts {
  std::array<std::uint64_t, std::size(count_names)> values{};

  std::uint64_t& operator[](Count count) { return values[static_cast<std::size_t>(count)]; }
  void add(const Counts& other) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
  }
};

using host::Certificate;
using host::Finding;

inline constexpr int changed_answers = 24;
inline constexpr int questions = 3;        // beside that for all distances
inline constexpr int limited_answers = 8;  // to each of them
inline constexpr const char* verdict_names[] = {"right", "wrong", "overflow", "undecided"};
inline constexpr const char* truth_names[] = {"solved", "out of range", "falling", "unsupported"};

template <class W>
std::string text(W value) {
  if constexpr (std::is_floating_point_v<W>)
    if (std::isnan(value)) return fmt::format("nan:{:x}", std::bit_cast<Bits<W>>(value));
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
        if (const auto fault = judge(cycle_claim(plain_, random_), false, full_); !fault.empty()) return fault;
      return {};
    }
    ++counts_.values[static_cast<std::size_t>(Count::solved) + static_cast<std::size_t>(oracle_->truth())];
    Answers<W> answers(plain_, *oracle_, random_);
    for (const Answer<W>& answer : answers.plain())
      if (auto fault = judge(answer, true, full_); !fault.empty()) return fault;
    for (int i = 0; i < changed_answers; ++i)
      if (auto fault = judge(answers.changed(), false, full_); !fault.empty()) return fault;
    for (int i = 0; i < questions; ++i) {
      Posed posed{answers.question(), {}};
      for (int k = 0; k < limited_answers; ++k) {
        Answer<W> answer = k < 2 ? answers.plain()[static_cast<std::size_t>(k)] : answers.changed();
        answers.stop_early(answer, posed.asked);
        if (auto fault = judge(answer, false, posed); !fault.empty()) return fault;
      }
    }
    return {};
  }

 private:
  /// A question, and the digest of the right answers to it.
  struct Posed {
    Asked asked;
    std::string digest;
  };

  /// "" where oracle and certificate agree.
  std::string judge(const Answer<W>& answer, bool is_plain, Posed& posed) {
    std::vector<W> distances = answer.distances;
    std::vector<Vertex> predecessors = answer.predecessors;
    Output output;
    output.kind = weight_kind<W>;
    output.vertices = plain_.vertices;
    output.distances = distances.data();
    output.predecessors = answer.has_predecessors ? predecessors.data() : nullptr;
    output.outcome = answer.outcome;
    output.cycle.assign(answer.cycle.begin(), answer.cycle.end());
    W exact_to = answer.exact_to;
    if (exact_to != absent<W> || random_.percent(50)) output.exact_to = &exact_to;
    std::vector<Vertex> tree(plain_.vertices);
    const bool with_tree = random_.percent(50);
    const Problem question{
        .source = plain_.source,
        .more = {.targets = posed.asked.targets, .limit = posed.asked.limit, .count = posed.asked.count}};
    // Some on one thread in one part, some on several in parts of few elements.
    thread_local host::Arena alone(1), together(4);
    const std::uint64_t kind = counts_[Count::answers] % 4;
    const host::Crew crew = kind == 0   ? host::Crew(together, 3)
                            : kind == 1 ? host::Crew(together, 1)
                                        : host::Crew(alone);
    const Certificate certificate =
        host::certify(*graph_, question, output, 0, with_tree ? tree.data() : nullptr, crew);
    const Ruling ruling = oracle_ ? oracle_->rule(answer, posed.asked) : Ruling{};
    ++counts_[Count::answers];
    if (exact_to != absent<W>) ++counts_[ruling.right ? Count::limited_right : Count::limited_wrong];
    std::string fault = verdict_fault(answer, ruling, certificate, is_plain);
    if (fault.empty() && certificate.finding == Finding::right && answer.outcome == Outcome::solved) {
      fault = figures_fault(certificate, with_tree ? &tree : nullptr, posed);
      host::cut(*graph_, question, output, 0, crew);
      if (fault.empty()) fault = cut_fault(distances, answer.has_predecessors ? &predecessors : nullptr, posed.asked);
      if (fault.empty() && output.exact_to != nullptr && exact_to != static_cast<W>(oracle_->wanted(posed.asked)))
        fault = "the cut answer is exact up to " + text(exact_to);
    }
    if (fault.empty()) return {};
    return described(answer, ruling, certificate, fault, posed.asked);
  }

  std::string cut_fault(const std::vector<W>& distances, const std::vector<Vertex>* tree, const Asked& asked) const {
    if (distances != oracle_->cut_distances(asked)) return "the cut answer is wrong: " + list(distances);
    if (tree != nullptr && !oracle_->is_tree(*tree, oracle_->wanted(asked), false))
      return "the cut predecessors are wrong: " + list(*tree);
    return {};
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
        if (!solved || answer.exact_to != absent<W> || !oracle_ || oracle_->truth() == Truth::solved ||
            oracle_->truth() == Truth::unsupported)
          return "the verdict is overflow, but all distances fit";
        ++counts_[Count::overflow];
        break;
      case Finding::wrong:
        // With negative floats the sums that stop at the end of the range need not end at what tight arcs hold up.
        if (is_plain && oracle_->truth() == Truth::out_of_range &&
            (!is_floating(weight_kind<W>) || !oracle_->negative_weights()))
          return "a distance does not fit, and nothing else is wrong, but the verdict is not overflow";
    }
    if (ruling.right) return "a right answer is refused";
    if (certificate.reason.empty()) return "an answer is refused without a reason";
    ++counts_[Count::refused];
    return {};
  }

  /// What the certificate of a right answer says beside the verdict.
  std::string figures_fault(const Certificate& certificate, const std::vector<Vertex>* tree, Posed& posed) {
    if (tree != nullptr && !oracle_->is_tree(*tree, oracle_->wanted(posed.asked), false))
      return "the certificate's tree is wrong: " + list(*tree);
    Vertex reached = 0;
    std::uint64_t edges = 0;
    std::conditional_t<std::is_floating_point_v<W>, double, Wide> total = 0;
    double max = -std::numeric_limits<double>::infinity();
    const std::vector<W> distances = oracle_->cut_distances(posed.asked);
    for (const W distance : distances) {
      if (distance == unreached<W>) continue;
      ++reached;
      total += distance;
      max = std::max(max, static_cast<double>(distance));
    }
    if (reached == 0) max = 0;
    for (const Arc<W>& arc : plain_.arcs) edges += distances[arc.source] != unreached<W>;
    if (certificate.reached != reached) return "the number of reached vertices is wrong";
    if (certificate.reached_edges != edges) return "the number of reached edges is wrong";
    if (certificate.max_distance != max) return "the largest distance is wrong";
    if (!is_floating(weight_kind<W>) && certificate.distance_sum != static_cast<double>(total))
      return "the distance sum is wrong";
    if (posed.digest.empty()) posed.digest = certificate.digest;
    if (certificate.digest != posed.digest) return "the digests of two right answers differ";
    return {};
  }

  std::string described(const Answer<W>& answer, const Ruling& ruling, const Certificate& certificate,
                        const std::string& fault, const Asked& asked) const {
    std::string lines = fault + "\n";
    const auto line = [&](std::string_view name, const std::string& value) {
      lines += fmt::format("  {}: {}\n", name, value);
    };
    line("graph", fmt::format("{}, offsets of {} bits, {} vertices, {} arcs, source {}, weights {}",
                              host::name(weight_kind<W>), plain_.offsets == OffsetKind::offsets32 ? 32 : 64,
                              plain_.vertices, plain_.arcs.size(), plain_.source, plain_.weights));
    for (const Arc<W>& arc : plain_.arcs)
      line("arc", fmt::format("{} -> {} ({})", arc.source, arc.target, text(arc.weight)));
    line("question", fmt::format("limit {}, targets: {}, count {}", asked.limit, list(asked.targets), asked.count));
    line("answer", answer.what);
    line("exact to", text(answer.exact_to));
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
  Posed full_;
};

/// Makes graph `number` of the campaign `seed` and tries it. Returns the first disagreement with the graph and the
/// answer in full, or "".
inline std::string try_graph(std::uint64_t seed, std::uint64_t number, Counts& counts) {
  Random random(seed, number);
  constexpr WeightKind kinds[] = {WeightKind::int32, WeightKind::float32, WeightKind::int64, WeightKind::float64};
  return with_weight_type(kinds[random.below(4)], [&]<WeightType W>() { return Trial<W>(random, counts).run(); });
}

}  // namespace wayfront::certificates
