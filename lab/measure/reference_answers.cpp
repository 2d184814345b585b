#include "measure/reference_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/claims/claim.hpp"
#include "answers/solution_writer.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "call/call.hpp"
#include "certify/asked.hpp"
#include "engine/claims/claim_judge.hpp"
#include "engine/choice/choice.hpp"
#include "engine/engine.hpp"
#include "load/loaded_graph.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// The answers in the file that measure.verify names, proved before anything is measured.
class FileAnswers {
 public:
  /// Reads the answers from all `sources`, rows in their order; with {source} in the name, a file for each. `label` is
  /// that of the case. Refers to the graph, the scope and the sources.
  /// With `nearest` the only source is virtual. Throws the errors of read_claim().
  FileAnswers(const std::string& name, const std::string& label, double tolerance, const LoadedGraph& loaded,
              const Asked& scope, std::span<const Vertex> sources);

  /// Whether prove() can be called: if not, check() has to see a right answer to each batch.
  bool stands_alone() const;
  /// The certified answer from these sources, which follow each other in those of the constructor. Throws UserError
  /// (failed_run) if it is not right, or if predecessors in the file are not.
  Call prove(std::span<const Vertex> batch, unsigned threads);
  /// Throws UserError (failed_run) if the answer differs from this one, which is right, by more than the tolerance.
  void check(std::span<const Vertex> batch, const Output& right);

  const std::string& name() const { return name_; }
  /// After prove() or check() of all batches: what is known of the file, as a sentence.
  std::string finding() const;

 private:
  std::uint32_t row_of(std::span<const Vertex> batch) const;
  Claim rows(std::uint32_t first, std::size_t count) const;
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string name_;
  double tolerance_;
  const LoadedGraph& loaded_;
  const Asked& scope_;
  std::span<const Vertex> sources_;
  Claim claim_;
  double largest_error_ = 0;
};

namespace {

template <class T>
void append_to(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

template <class T>
std::vector<T> slice_of(const std::vector<T>& all, std::size_t first, std::size_t count) {
  if (all.empty()) return {};
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

FileAnswers::FileAnswers(const std::string& name, const std::string& label, double tolerance, const LoadedGraph& loaded,
                         const Asked& scope, std::span<const Vertex> sources)
    : name_(target_name(name, label, "{source}")),
      tolerance_(tolerance),
      loaded_(loaded),
      scope_(scope),
      sources_(sources) {
  ClaimShape shape{.ids = loaded.ids,
                   .graph = loaded.graph->info(),
                   .sources = sources,
                   .asked = scope,
                   .sources_name = "problem.sources",
                   .targets_name = "problem.targets"};
  try {
    if (name_.find("{source}") == name_.npos) {
      claim_ = read_claim(name_, shape, ClaimContent::distances);
    } else {
      for (std::size_t i = 0; i < sources.size(); ++i) {
        shape.sources = sources.subspan(i, 1);
        Claim one =
            read_claim(target_name(name, label, to_text(loaded.ids[sources[i]])), shape, ClaimContent::distances);
        const auto require = [&](bool holds, std::string_view what) {
          if (!holds) throw UserError(ExitCode::failed_run, fmt::format("{}: {}", one.name, what));
        };
        require(one.cycle.empty(), "a cycle is the answer from all sources; leave {source} out of the name");
        require(i == 0 || (one.distances.size() == claim_.distances.size() / i &&
                           one.predecessors.size() == claim_.predecessors.size() / i),
                "has other columns than the file of the first source");
        append_to(claim_.distances, one.distances);
        append_to(claim_.written, one.written);
        append_to(claim_.predecessors, one.predecessors);
        if (one.misfit && !claim_.misfit)
          claim_.misfit = {static_cast<std::uint32_t>(i), one.misfit->vertex, one.misfit->value};
        claim_.misfits += one.misfits;
        claim_.others += one.others;
        claim_.labels |= one.labels;
      }
    }
  } catch (const UserError& error) {
    throw UserError(error.code(), fmt::format("measure.verify: file: {}", error.what()));
  }
  if (claim_.distances.empty() && claim_.cycle.empty())
    if (const std::string fault = derive_distances(loaded, sources, claim_); !fault.empty()) refuse(fault);
  if (!stands_alone()) claim_.predecessors.clear();  // then the distances are compared alone
}

void FileAnswers::refuse(const std::string& reason) const {
  throw UserError(ExitCode::failed_run, fmt::format("measure.verify: file: {}: {}", name_, reason));
}

bool FileAnswers::stands_alone() const {
  return !claim_.cycle.empty() || (tolerance_ == 0 && can_be_judged(scope_, loaded_.graph->info()));
}

std::uint32_t FileAnswers::row_of(std::span<const Vertex> batch) const {
  return static_cast<std::uint32_t>(std::ranges::find(sources_, batch.front()) - sources_.begin());
}

Claim FileAnswers::rows(std::uint32_t first, std::size_t count) const {
  const std::size_t vertices = loaded_.graph->info().vertices, size = weight_size(loaded_.graph->info().weights);
  Claim part;
  part.name = claim_.name;
  part.distances = slice_of(claim_.distances, first * vertices * size, count * vertices * size);
  part.written = slice_of(claim_.written, first * vertices, count * vertices);
  part.predecessors = slice_of(claim_.predecessors, first * vertices, count * vertices);
  part.cycle = claim_.cycle;
  if (claim_.misfit && claim_.misfit->row >= first && claim_.misfit->row < first + count) {
    part.misfit = claim_.misfit;
    part.misfit->row -= first;
    part.misfits = claim_.misfits;
  }
  return part;
}

Call FileAnswers::prove(std::span<const Vertex> batch, unsigned threads) {
  Claim part = rows(row_of(batch), batch.size());
  ClaimVerdict verdict = judge_claim(loaded_, batch, scope_, part, threads);
  if (verdict.finding == Finding::right) return std::move(verdict.figures);
  refuse(verdict.worst ? fmt::format("{} (worst arc: {})", verdict.reason, verdict.worst->text) : verdict.reason);
}

void FileAnswers::check(std::span<const Vertex> batch, const Output& right) {
  if (right.outcome == Outcome::negative_cycle) refuse("there is a negative cycle, so no distances are right");
  ClaimError error;
  error.compare(loaded_, claim_, row_of(batch), batch, scope_.targets, right);
  if (!error.contradicted.empty()) refuse(error.contradicted);
  largest_error_ = std::max(largest_error_, error.relative);
  if (error.relative <= tolerance_) return;
  refuse(fmt::format("from source {}: vertex {} has distance {}, and the tolerance is {}",
                     loaded_.ids.text(error.source), loaded_.ids.text(error.vertex), error.entry, tolerance_));
}

std::string FileAnswers::finding() const {
  const std::string unchecked = claim_.unchecked(scope_.limit);
  if (stands_alone() || largest_error_ == 0)
    return fmt::format("{} is proved; all answers must equal it{}", name_, unchecked);
  return fmt::format("{} differs from certified distances by at most {:.3g} of them; all answers must equal these{}",
                     name_, largest_error_, unchecked);
}

/// The plugin whose certified distances a file is compared with, where the pipeline names none.
static const Plugin& chosen_for(const CaseSetting& setting) {
  const Plugin& chooser = setting.plugins.algorithm("");
  return *choose(chooser, Settings::defaults(chooser.options()), *setting.graph.graph, {}, setting.plugins,
                 setting.threads)
              .ranking.front()
              .plugin;
}

void ReferenceAnswers::obtain(const CaseParts& parts, bool all_there, const CallWatch::GiveUp& give_up) {
  const CaseSetting& setting = parts.setting;
  const MeasurePlan& measure = setting.pipeline.measure;
  const bool has_file = !measure.verify_file.empty();
  const auto note = [&parts](const std::string& text) { parts.observer.note("measure.verify: " + text); };
  if (measure.reference == nullptr && !has_file) return;
  if (all_there && !has_file)
    return note(
        fmt::format("all samples were there, so they are not compared with '{}'", measure.reference->about().name));
  parts.observer.step(has_file ? "checking the file of measure.verify" : "solving the reference");
  const CallWatch::Call work = parts.own_work([&] {
    note(parts.budget.left_of_all().reason + " before the reference's answers were certified");
    give_up();
  });
  const CallWatch::GiveUp overdue = [&parts, note, give_up] {
    note("the reference " + parts.budget.overdue());
    give_up();
  };
  if (!has_file) return solve(parts, overdue, *measure.reference, nullptr);
  FileAnswers file(measure.verify_file, setting.planned.label, measure.verify_tolerance, setting.graph,
                   parts.ground.verifier.scope(), parts.plan.sources());
  if (file.stands_alone()) {
    whose_ = file.name();
    for (const std::span<const Vertex> sources : parts.plan.batches())
      answers_.emplace(setting.graph.ids[sources.front()], file.prove(sources, setting.threads));
    if (measure.reference != nullptr) solve(parts, overdue, *measure.reference, nullptr);
  } else {
    solve(parts, overdue, measure.reference != nullptr ? *measure.reference : chosen_for(setting), &file);
  }
  if (stop_requested) return;
  finding_ = file.finding();
  note(finding_);
}

/// Each answer is also compared with that of `file`, which may be null.
void ReferenceAnswers::solve(const CaseParts& parts, const CallWatch::GiveUp& give_up, const Plugin& plugin,
                             FileAnswers* file) {
  whose_ = plugin.about().name;
  const double timeout = parts.setting.pipeline.measure.rules.timeout;
  const Settings options = Settings::defaults(plugin.options());
  Engine reference(parts.ground, plugin, options, {.label = "reference", .give_up = give_up, .whole_rows = true});
  /// Whether `call` was made: not if the program was asked to stop.
  const auto made = [&](const auto& call) {
    const TimeBudget::Limit limit = parts.budget.left_of_all(timeout);
    const Ending ending = limit.seconds > 0 ? call(limit.seconds) : Ending{RunStatus::timeout, limit.reason};
    if (ending.status == RunStatus::timeout && !limit.reason.empty())
      throw OutOfTime(limit.reason + " while the reference was solved");
    if (ending.status != RunStatus::ok && ending.status != RunStatus::interrupted)
      throw UserError(ExitCode::failed_run, fmt::format("measure.verify: reference: {}", ending.reason));
    return ending.status == RunStatus::ok;
  };
  double seconds = 0;
  if (!made([&](double limit) { return reference.prepare(limit, seconds); })) return;
  for (const std::span<const Vertex> sources : parts.plan.batches()) {
    Call answer;
    if (!made([&](double limit) { return reference.answer(sources, limit, answer); })) return;
    if (file != nullptr) file->check(sources, *parts.ground.verifier.last_right().output);
    answers_.emplace(parts.setting.graph.ids[sources.front()], std::move(answer));
  }
  reference.end(parts.budget.deadline(timeout));
}

Ending ReferenceAnswers::compare(const Sample& sample) const {
  const auto known = answers_.find(sample.source);
  if (known == answers_.end()) return {};
  const Call& answer = known->second;
  if (same_answer(sample, answer)) return {};
  if (sample.outcome != answer.outcome)  // both are certified
    return {RunStatus::failed,
            fmt::format("from source {}: {}, and the answer of '{}' {}: a cycle lost in rounding", sample.source,
                        sample.outcome == Outcome::solved ? "it has distances" : "it has a negative cycle", whose_,
                        answer.outcome == Outcome::solved ? "has distances" : "is a negative cycle")};
  return {RunStatus::wrong, fmt::format("from source {}: the answer differs from that of '{}'", sample.source, whose_)};
}

}  // namespace wayfront::host
