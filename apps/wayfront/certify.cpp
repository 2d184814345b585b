#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "answers/claims/claim.hpp"
#include "base/characters.hpp"
#include "base/json/json_text.hpp"
#include "commands.hpp"
#include "engine/claims/claim_judge.hpp"
#include "graph/weight_kind.hpp"
#include "solving.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::app {
namespace {

struct CertifyArguments {
  SolvingArguments solving;
  std::filesystem::path answer, predecessors, cycle;
  double tolerance = 0;
  std::string missing = "error";
  bool json = false;

  void add_to(std::vector<Option>& rows) {
    solving.add_to(rows, "GRAPH");
    rows.push_back(
        {"ANSWER", &answer,
         "The answer: what solve and matrix write, or text or CSV with an id and a distance on each line; compressed or "
         "not."});
    solving.question.add(rows, "--nearest", "The distances are those from the nearest of the sources.");
    rows.push_back({"--predecessors", &predecessors, "Prove the predecessors in this file, too, or them alone."});
    rows.push_back({"--cycle", &cycle, "Prove the negative cycle in this file: the ids of its vertices in order."});
    rows.push_back(
        {"--tolerance", &tolerance,
         "Accept distances that differ from the right ones by at most this part of them: 1e-9. By default 0: "
         "they must be equal."});
    rows.push_back(Option{"--missing", &missing, "What vertices without an entry are: an error, or unreached."}.one_of(
        {"error", "unreached"}));
    rows.push_back({"--json", &json, "Print JSON."});
  }
};

using host::Claim;
using host::ClaimContent;
using host::ExitCode;
using host::Finding;
using host::UserError;

struct Verdict {
  host::ClaimVerdict found;
  std::optional<host::ClaimError> error;  // from certified distances, if these were needed
};

class Certification {
 public:
  Certification(const CertifyArguments& arguments, const host::PluginRegistry& plugins)
      : arguments_(arguments),
        question_(arguments.solving.question.question()),
        solving_(arguments.solving, checked(question_), plugins),
        claim_(read()) {}

  int run() {
    Verdict verdict = decide();
    const bool proved = verdict.found.finding == Finding::right;
    if (!proved && !claim_.graph_digest.empty() && claim_.graph_digest != graph().digest)
      verdict.found.reason += fmt::format("; the file says that its graph has the digest {}, but that of {} is {}",
                                          claim_.graph_digest, graph().name, graph().digest);
    arguments_.json ? print_json(verdict) : print_text(verdict);
    return static_cast<int>(proved ? ExitCode::fine : ExitCode::failed_run);
  }

 private:
  const host::LoadedGraph& graph() const { return solving_.graph(); }
  std::string id(Vertex v) const { return graph().ids.text(v); }
  bool relative() const { return arguments_.tolerance > 0; }

  static std::filesystem::path input(const std::filesystem::path& file) { return file == "-" ? "/dev/stdin" : file; }

  Claim read() const {
    const host::ClaimShape shape{.ids = graph().ids,
                                 .graph = graph().graph->info(),
                                 .sources = solving_.sources(),
                                 .asked = solving_.asked(),
                                 .missing_unreached = arguments_.missing == "unreached",
                                 .if_missing = "; --missing unreached says that such vertices are not reached"};
    if (!arguments_.cycle.empty()) {
      Claim claim = read_claim(input(arguments_.cycle), shape, ClaimContent::cycle);
      if (claim.cycle.empty()) fail(ExitCode::input, "{}: has no cycle", claim.name);
      return claim;
    }
    if (arguments_.answer.empty()) return read_claim(input(arguments_.predecessors), shape, ClaimContent::predecessors);
    Claim claim = read_claim(input(arguments_.answer), shape, ClaimContent::distances);
    if (arguments_.predecessors.empty()) return claim;
    Claim tree = read_claim(input(arguments_.predecessors), shape, ClaimContent::predecessors);
    if (tree.predecessors.empty()) fail(ExitCode::input, "{}: has no predecessors", tree.name);
    if (!tree.distances.empty() || !claim.predecessors.empty())
      fail(ExitCode::input, "{} and {}: both have {}; name one of them", claim.name, tree.name,
           tree.distances.empty() ? "predecessors" : "distances");
    claim.predecessors = std::move(tree.predecessors);
    return claim;
  }

  /// Whether the answer does not say enough to be judged alone.
  bool is_partial() const { return !host::can_be_judged(solving_.asked(), graph().graph->info()); }

  Verdict decide() {
    if (claim_.cycle.empty() && (relative() || is_partial())) return compared();
    Verdict verdict;
    verdict.found =
        host::judge_claim(graph(), solving_.sources(), solving_.asked(), claim_, host::available_processors());
    if (verdict.found.finding == Finding::wrong && claim_.cycle.empty() && !claim_.distances.empty()) {
      try {
        verdict.error = error_of(claim_);
      } catch (const UserError& error) {  // no plugin has the right answer: there is nothing to compare with
        if (error.code() == ExitCode::interrupted) throw;
      }
    }
    return verdict;
  }

  /// Against certified distances; nothing after a negative cycle.
  std::optional<host::ClaimError> error_of(const Claim& claim) {
    host::ClaimError error;
    std::uint32_t row = 0;
    const bool solved = solving_.solve([&](std::span<const Vertex> sources, const Output& output, auto) {
      error.compare(graph(), claim, row, sources, solving_.targets(), output);
      row += static_cast<std::uint32_t>(sources.size());
    });
    if (!solved) return std::nullopt;
    return error;
  }

  Verdict compared() {
    Verdict verdict;
    const auto refuted = [&](std::string reason) {
      verdict.found.finding = Finding::wrong;
      verdict.found.reason = std::move(reason);
      return verdict;
    };
    std::vector<Claim*> claims;
    Claim tree;
    if (!claim_.distances.empty()) claims.push_back(&claim_);
    if (!claim_.predecessors.empty()) {
      if (is_partial())
        refuse("predecessors of a part of the vertices are not checked; leave out --to, --limit and --count");
      tree.predecessors = claim_.predecessors;
      if (std::string fault = host::derive_distances(graph(), solving_.sources(), tree); !fault.empty())
        return refuted(std::move(fault));
      claims.push_back(&tree);
    }
    for (const Claim* const claim : claims) {
      const auto error = error_of(*claim);
      if (!error)
        return refuted(fmt::format("{} reaches a negative cycle, so no distances are right", solving_.cycle_from()));
      if (!verdict.error || error->relative > verdict.error->relative || !error->contradicted.empty())
        verdict.error = error;
      if (!error->contradicted.empty()) return refuted(error->contradicted);
    }
    const host::ClaimError& error = *verdict.error;
    if (!(error.relative <= arguments_.tolerance))
      return refuted(
          fmt::format("from source {}: vertex {} has distance {}", id(error.source), id(error.vertex), error.entry));
    return verdict;
  }

  std::string name() const { return host::printable(claim_.name); }

  std::string sources_text() const {
    const auto& sources = solving_.sources();
    if (question_.nearest) return "the nearest source";
    return sources.size() == 1 ? "source " + id(sources.front()) : fmt::format("{} sources", sources.size());
  }

  void print_text(const Verdict& verdict) const {
    const host::Call& figures = verdict.found.figures;
    if (verdict.found.finding != Finding::right) {
      print(fmt::format("{}: {}: {}\n", name(), verdict.found.finding == Finding::wrong ? "refuted" : "not proved",
                        verdict.found.reason));
      if (verdict.found.worst) print(fmt::format("worst arc: {}\n", verdict.found.worst->text));
      print(tolerance_text(verdict));
      return;
    }
    if (!claim_.cycle.empty()) {
      print(fmt::format(
          "{}: proved: {} a negative cycle of {} arcs and weight {}\n", name(),
          solving_.sources().size() == 1 ? sources_text() + " reaches" : "one of " + sources_text() + " reaches",
          claim_.cycle.size(), host::weight_text(figures.cycle_weight, graph().graph->info().weights)));
      return;
    }
    if (verdict.error) {
      const host::ClaimError& error = *verdict.error;
      print(fmt::format(
          "{}: proved{}: the {} from {} {}{}\n", name(),
          relative() ? fmt::format(" within {}", arguments_.tolerance) : "", content_text(), sources_text(),
          error.relative == 0 ? std::string("equal certified ones")
                              : fmt::format("differ from certified ones by at most {:.3g} of {} (vertex {}: {})",
                                            error.relative, scale_text(), id(error.vertex), error.entry),
          unchecked()));
      return;
    }
    const host::Certificate& it = figures.certificate;
    print(fmt::format(
        "{}: proved: the {} from {} are right: {} of {} vertices reached, largest distance {}, digest {}{}\n", name(),
        content_text(), sources_text(), reached(it), std::uint64_t{solving_.vertices()} * solving_.sources().size(),
        largest_distance(), it.digest, unchecked()));
  }

  /// Without the vertex before the sources, from which the distances from the nearest are proved.
  std::uint64_t reached(const host::Certificate& it) const { return it.reached - (question_.nearest ? 1 : 0); }

  std::string unchecked() const { return claim_.unchecked(solving_.asked().limit); }

  /// Of a claim that was judged, which has "unreached" for what was not asked for.
  std::string largest_distance() const {
    return with_weight_type(graph().graph->info().weights, [&]<WeightType W>() {
      std::optional<W> largest;
      for (std::uint32_t row = 0; row < solving_.sources().size(); ++row)
        for (const W d : claim_.distances_as<W>(row, graph().graph->info().vertices))
          if (d != unreached<W> && (!largest || d > *largest)) largest = d;
      return largest ? fmt::to_string(*largest) : "0";
    });
  }

  std::string content_text() const {
    const std::size_t targets = solving_.targets().size();
    if (targets != 0) return fmt::format("distances of {} {}", targets, targets == 1 ? "target" : "targets");
    if (claim_.predecessors.empty()) return "distances";
    return arguments_.answer.empty() ? "predecessors" : "distances and predecessors";
  }
  const char* scale_text() const {
    return graph().graph->info().min_weight < 0 ? "the largest distance" : "each distance";
  }

  std::string tolerance_text(const Verdict& verdict) const {
    if (!verdict.error) return {};
    const host::ClaimError& error = *verdict.error;
    if (!error.contradicted.empty()) return fmt::format("no tolerance accepts it: {}\n", error.contradicted);
    if (std::isinf(error.relative))
      return fmt::format("no tolerance accepts it: vertex {} has distance {}\n", id(error.vertex), error.entry);
    if (error.relative == 0) return {};
    return fmt::format("smallest tolerance that accepts it: {} (vertex {}: {})\n", error.relative, id(error.vertex),
                       error.entry);
  }

  void print_json(const Verdict& verdict) const {
    constexpr const char* verdicts[] = {"proved", "refuted", "overflow", "undecided"};
    const host::ClaimVerdict& found = verdict.found;
    nlohmann::json sources = nlohmann::json::array();
    for (const Vertex source : solving_.sources()) sources.push_back(graph().ids[source]);
    nlohmann::json all = {{"graph", graph().name},
                          {"graph_digest", graph().digest},
                          {"weights", host::name(graph().graph->info().weights)},
                          {"answer", claim_.name},
                          {"sources", std::move(sources)},
                          {"verdict", verdicts[static_cast<int>(found.finding)]},
                          {"tolerance", arguments_.tolerance}};
    if (!found.reason.empty()) all["reason"] = found.reason;
    if (const std::string text = unchecked(); !text.empty()) all["not_checked"] = text.substr(2);
    if (!found.figures.certificate.digest.empty()) {
      all["digest"] = found.figures.certificate.digest;
      all["reached"] = reached(found.figures.certificate);
      all["distance_sum"] = found.figures.certificate.distance_sum;
      all["distance_max"] = nlohmann::json::parse(largest_distance());
    }
    if (!found.figures.cycle.empty()) {
      all["cycle"] = found.figures.cycle;
      all["cycle_weight"] = weight_number(found.figures.cycle_weight, graph().graph->info().weights);
    }
    if (found.worst)
      all["worst_arc"] = {{"from", graph().ids[found.worst->from]},
                          {"to", graph().ids[found.worst->to]},
                          {"excess", found.worst->excess},  // null: infinite
                          {"text", found.worst->text}};
    if (verdict.error) {
      const host::ClaimError& error = *verdict.error;
      const bool bounded = error.contradicted.empty() && std::isfinite(error.relative);
      all["largest_error"] = {{"relative", bounded ? nlohmann::json(error.relative) : nlohmann::json()},
                              {"absolute", error.absolute}};
      if (error.vertex != no_vertex) all["largest_error"]["vertex"] = graph().ids[error.vertex];
    }
    print(host::json_text(all));
  }

  static const host::Question& checked(const host::Question& question) {
    if (question.nearest > 1)
      refuse("--nearest {}: certify checks the nearest source only; leave the number out", question.nearest);
    return question;
  }

  const CertifyArguments& arguments_;
  const host::Question question_;
  Solving solving_;
  Claim claim_;
};

int certify_answer(const CertifyArguments& arguments, const host::PluginRegistry& plugins) {
  if (arguments.answer.empty() && arguments.predecessors.empty() && arguments.cycle.empty())
    refuse("name the file of an ANSWER, --predecessors or --cycle");
  if (!arguments.cycle.empty() && !(arguments.answer.empty() && arguments.predecessors.empty()))
    refuse("--cycle is an answer of its own: leave out ANSWER and --predecessors");
  const auto files = {arguments.solving.graph.file, arguments.answer, arguments.predecessors, arguments.cycle};
  if (std::ranges::count(files, std::filesystem::path("-")) > 1)
    refuse("only one file can be -, which is standard input");
  if (!(arguments.tolerance >= 0) || std::isinf(arguments.tolerance))
    refuse("--tolerance must be a number from 0 on, but is {}", arguments.tolerance);
  return Certification(arguments, plugins).run();
}

}  // namespace

Command certify_command() {
  return command("certify", "Prove or refute distances, predecessors or a cycle that any program wrote.",
                 certify_answer);
}

}  // namespace wayfront::app
