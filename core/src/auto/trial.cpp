#include "auto/trial.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "auto/cost_models.hpp"
#include "auto/outsiders.hpp"
#include "graph/csr.hpp"
#include "graph/rows_view.hpp"

namespace wayfront::host {
namespace {

constexpr std::size_t max_trials = 4;
// Seconds that a question has to take: of a shorter one, a call within the budget is too short to tell what many sources take.
constexpr double min_question = 0.25;
constexpr double doubt_of_guess = 4;  // by which a plugin may be faster than guessed
constexpr double lead =
    1.25;  // that a measured time needs over the expected one of the front runner, if that is not tried
constexpr double cold = 2;  // by which a trial may be slower than what it is worth
// The first call is slow until memory and code are warm: it does not count if others fit.
constexpr int warm_calls = 3, max_calls = 8;
constexpr double shortest = 1e-5;  // seconds: the shortest limit of a call

/// Sources of a call in which a source takes no longer than in a larger one. On devices, and with a structure that suits
/// some graphs alone, sources are solved together: one alone takes longer.
std::size_t min_call_of(const Plugin& plugin, const Choice& choice, const TrialCalls& calls) {
  constexpr std::size_t batch = 16;  // that models are for
  constexpr double gain = 1.3;
  bool together = plugin.has(capability::device) && plugin.has(capability::batch);
  const Terms terms = terms_of(choice.features, 1);
  for (const CostModel& model : cost_models())
    if (std::string_view(model.plugin) == plugin.about().name && model.max_growth > 0 && model.suits(choice.features) &&
        is_known(model.batch))
      together = together || cost(model.solve, terms) > gain * cost(model.batch, terms);
  const std::size_t at_once =
      plugin.has(capability::batch) && !plugin.has(capability::device) ? choice.threads : calls.instances;
  return std::clamp<std::size_t>(together ? std::max(batch, at_once) : at_once, 1, calls.sources);
}

/// A candidate with its number, its place in the list.
struct Entrant {
  Candidate candidate;
  std::size_t max_call = 1, min_call = 1;  // sources of a call
  double doubt = doubt_of_model;
  bool guessed = false;
  double start = 0, prepare = 0, each = 0;  // seconds: expected, or measured
  bool tried = false, held = false, out = false;
  double spent = 0;  // seconds in its trial

  double fixed() const { return start + prepare; }
  double trial() const { return fixed() + static_cast<double>(min_call) * each; }
};

class Trial {
 public:
  Trial(Choice& choice, std::uint64_t sources, TrialBench& bench)
      : choice_(choice), sources_(static_cast<double>(sources)), bench_(bench) {
    for (const Candidate& it : choice.ranking)
      if (it.total) enter(it, false);
    if (!entrants_.empty())
      for (const Candidate& it : outsiders(choice)) enter(it, true);
  }

  TrialResult run() {
    if (entrants_.size() < 2 || whole(best()) < min_question) return {};
    std::size_t trials = 0;
    for (Entrant* it = next(); it != nullptr && trials < max_trials && !interrupted_ && bench_.left() > 0;
         it = next(), ++trials)
      attempt(*it);
    if (trials == 0) return {};
    return conclude();
  }

 private:
  void enter(const Candidate& it, bool guessed) {
    const TrialCalls calls = bench_.calls(*it.plugin);
    Entrant made{.candidate = it,
                 .max_call = calls.sources,
                 .min_call = min_call_of(*it.plugin, choice_, calls),
                 .guessed = guessed};
    if (guessed) {
      made.doubt = doubt_of_guess;
      *made.candidate.solve /= static_cast<double>(made.min_call);  // it is for one thread
    }
    made.start = bench_.start(*it.plugin);
    made.prepare = *made.candidate.prepare;
    made.each = *made.candidate.solve;
    entrants_.push_back(std::move(made));
  }

  /// Seconds before the first solve, as far as they are part of the question.
  double once(const Entrant& it) const { return it.prepare + (choice_.starts_device ? it.start : 0); }
  double whole(const Entrant& it) const { return once(it) + sources_ * it.each; }
  /// What is still to pay if it is chosen.
  double rest(const Entrant& it) const { return (it.held ? 0 : once(it)) + sources_ * it.each; }
  bool any_held() const { return std::ranges::any_of(entrants_, &Entrant::held); }

  /// Of those that have not failed, that with the smallest rest. What was measured needs a lead over the front runner of the
  /// models as long as that one is only expected. Of the others, what is only expected needs a lead over what was measured.
  Entrant& best() {
    const bool measured = any_held();
    const auto value = [&](const Entrant& it) {
      const auto known = it.candidate.known;
      const bool unknown =  // neither a guess nor a bound is a reason to choose it, if there are others
          (it.guessed && known != Candidate::Known::measured) || (measured && known == Candidate::Known::at_least);
      const bool is_front = &it == entrants_.data();
      return std::tuple(it.out, unknown, rest(it) * (it.tried || !measured ? 1 : is_front ? 1 / lead : lead));
    };
    return *std::ranges::min_element(entrants_, {}, value);
  }

  /// What trials may still take, if `best` is chosen.
  double allowed(const Entrant& best) const {
    double spent = 0;
    for (const Entrant& it : entrants_)
      if (&it != &best) spent += it.spent;
    return trial_share * whole(best) - spent;
  }

  /// Those that could be better than `best` and whose trial fits.
  std::vector<Entrant*> rivals(const Entrant& best) {
    std::vector<Entrant*> found;
    const double left = allowed(best);
    for (Entrant& it : entrants_)
      if (&it != &best && !it.tried && !it.out && it.trial() <= left &&
          once(it) + sources_ * it.each / it.doubt < rest(best))
        found.push_back(&it);
    return found;
  }

  /// The next one to try, or null. First the best one, unless it could not lose within the budget: then after its rivals,
  /// as it would be prepared anyway.
  Entrant* next() {
    Entrant& first = best();
    const std::vector<Entrant*> others = rivals(first);
    if (!first.tried && (any_held() ? others.empty() || first.trial() <= allowed(first)
                                    : !others.empty() && first.trial() <= allowed(first)))
      return &first;
    if (others.empty()) return nullptr;
    // Models before guesses; and the cheapest to try first.
    return *std::ranges::min_element(others, {}, [](const Entrant* it) { return std::pair(it->guessed, it->trial()); });
  }

  /// What it has to be better than: the one that is held, or else what is expected of the others. The first one gets the
  /// benefit of the doubt.
  double to_beat(const Entrant& it, bool is_first) const {
    double lowest = std::numeric_limits<double>::infinity();
    for (const Entrant& other : entrants_) {
      if (&other == &it || other.out) continue;
      if (other.held) return rest(other);
      if (!other.guessed) lowest = std::min(lowest, whole(other) * (is_first ? other.doubt : 1));
    }
    return lowest;
  }

  void attempt(Entrant& it) {
    const Entrant& first = best();
    const bool is_first = &it == &first;
    const double left = allowed(first);
    const bool fits = it.trial() <= left;  // or it is the first one, and would be prepared without trials, too
    const double slot = left / static_cast<double>(std::min(rivals(first).size() + 1, max_trials));
    const auto number = static_cast<std::size_t>(&it - entrants_.data());
    const double began = bench_.now();
    const auto spent = [&] { return it.spent = bench_.now() - began; };
    it.tried = true;
    double seconds = 0;
    const double shortest_call = static_cast<double>(it.min_call) * it.each;
    const double budget = left - shortest_call;
    const double patience = is_first
                                ? std::max(budget, patience_of(*it.candidate.plugin, it.prepare, to_beat(it, false)))
                                : std::min(budget, std::max(slot, cold * it.fixed()));
    const double question_left = bench_.left();
    Ending ending = bench_.prepare(number, it.candidate, std::min(patience, question_left), seconds);
    const double ready = spent();
    if (ending.status == RunStatus::timeout && patience < question_left) {
      if (is_first) return drop(it, out_of_patience(patience));
      it.prepare = std::max(it.prepare, patience);  // only the budget is exceeded
      it.candidate.known = Candidate::Known::at_least;
      return let_go(it);
    }
    if (ending.status != RunStatus::ok) return drop(it, ending);
    it.start = std::max(0.0, ready - seconds);
    it.prepare = seconds;
    const bool within = fits && (!is_first || ready <= left);
    const double room = within ? slot - ready : trial_share * whole(it);
    const double max_each = cold * to_beat(it, is_first) / sources_;
    std::size_t solved = 0;
    double warm_seconds = 0, warm_sources = 0;
    for (int call = 0; call < max_calls; ++call) {
      const double before = it.spent, unused = room - (before - ready);
      const std::size_t count = call == 0 ? it.min_call : call_of(it, unused / 2);
      const auto sources = static_cast<double>(count);
      if (call > 0 && sources * it.each > unused) break;
      if (call >= warm_calls && it.each > max_each) break;
      const double call_budget =
          is_first ? std::max({left - before, cold * shortest_call, within ? 0 : sources * max_each}) : left - before;
      const double call_left = bench_.left();
      if (call_left <= 0 && call == 0) return let_go(it);
      if (call_left <= 0) break;
      const double limit =
          std::min(call_left, std::max(shortest, std::min(call_budget, std::max(unused, sources * max_each))));
      ending = bench_.solve(number, solved, count, limit, seconds);
      spent();
      if (ending.status == RunStatus::timeout) {
        if (call > 0) break;
        it.each = std::max(it.each, limit / sources);
        it.candidate.known = Candidate::Known::at_least;
        return let_go(it);
      }
      if (ending.status != RunStatus::ok) return drop(it, ending);
      solved += count;
      if (call > 0) {
        warm_seconds += seconds;
        warm_sources += sources;
      }
      it.each = std::max(call == 0 ? seconds / sources : warm_seconds / warm_sources, 1e-9);
    }
    it.candidate.known = Candidate::Known::measured;
    hold(it);
  }

  /// How many sources a call of that many seconds has: at least as many as the smallest call.
  static std::size_t call_of(const Entrant& it, double seconds) {
    const double rounds = std::max(seconds, 0.0) / (it.each * static_cast<double>(it.min_call));
    const std::size_t max_call = it.max_call / it.min_call;
    return it.min_call * (rounds >= static_cast<double>(max_call)
                              ? max_call
                              : std::max<std::size_t>(1, static_cast<std::size_t>(rounds)));
  }

  /// Keeps it prepared, or the one that was kept before, whichever is better.
  void hold(Entrant& it) {
    it.held = true;
    for (Entrant& other : entrants_) {
      if (&other == &it || !other.held) continue;
      Entrant& worse = rest(it) < rest(other) ? other : it;
      let_go(worse);
      return;
    }
  }

  void let_go(Entrant& it) {
    const double before = bench_.now();
    bench_.release(static_cast<std::size_t>(&it - entrants_.data()));
    it.held = false;
    it.spent += bench_.now() - before;
  }

  void drop(Entrant& it, const Ending& ending) {
    let_go(it);
    if (ending.status == RunStatus::interrupted) {
      interrupted_ = true;
      return;
    }
    it.out = true;
    dropped_.push_back(fmt::format("{} {} in its trial: {}", it.candidate.plugin->about().name,
                                   ending.status == RunStatus::skipped ? "declined" : "failed", ending.reason));
  }

  TrialResult conclude() {
    const auto plugin_of = [](const Entrant& it) { return it.candidate.plugin; };
    TrialResult result;
    result.dropped = std::move(dropped_);
    Entrant* chosen = &best();
    for (Entrant& it : entrants_)
      if (it.held && (interrupted_ || &it != chosen)) let_go(it);
    for (Entrant& it : entrants_) {
      result.seconds += it.spent;
      it.candidate.prepare = it.prepare;
      it.candidate.solve = it.each;
      it.candidate.total = whole(it);
    }
    if (chosen->held) {
      result.kept = static_cast<std::size_t>(chosen - entrants_.data());
      result.prepare = chosen->prepare;
      result.seconds -= chosen->fixed();
    }
    std::vector<Candidate> ranking = {chosen->candidate};
    for (const Entrant& it : entrants_)
      if (&it != chosen && !it.out && (it.tried || !it.guessed)) ranking.push_back(it.candidate);
    std::ranges::stable_sort(ranking.begin() + 1, ranking.end(), {}, [](const Candidate& it) { return *it.total; });
    const auto is_settled = [&](const Plugin* plugin) {
      const auto entrant = std::ranges::find(entrants_, plugin, plugin_of);
      return (entrant != entrants_.end() && entrant->out) ||
             std::ranges::find(ranking, plugin, &Candidate::plugin) != ranking.end();
    };
    for (const Candidate& it : choice_.ranking)
      if (!it.total && !is_settled(it.plugin)) ranking.push_back(it);  // without a model
    choice_.ranking = std::move(ranking);
    set_patience(choice_.ranking);
    choice_.reason = reason(result.seconds);
    return result;
  }

  std::string reason(double seconds) const {
    const Candidate& first = choice_.ranking.front();
    std::string text = fmt::format("{} {} for each source",
                                   first.known == Candidate::Known::measured ? "measured" : "expected to take",
                                   time_text(*first.solve));
    if (*first.prepare > 0.01 * *first.total) text += fmt::format(" after {} to prepare", time_text(*first.prepare));
    text += fmt::format(", {} in all", time_text(*first.total));
    for (std::size_t i = 1; i < std::min<std::size_t>(choice_.ranking.size(), max_trials); ++i) {
      const Candidate& it = choice_.ranking[i];
      if (!it.total) break;
      constexpr std::string_view words[] = {"expected", "measured", "stopped"};
      text += fmt::format("{} {} {}{} ({})", i == 1 ? ";" : ",", it.plugin->about().name,
                          it.known == Candidate::Known::at_least ? "more than " : "", time_text(*it.total),
                          words[static_cast<std::size_t>(it.known)]);
    }
    return text + fmt::format("; trials took {}", time_text(seconds)) + choice_.circumstances;
  }

  Choice& choice_;
  const double sources_;
  TrialBench& bench_;
  std::vector<Entrant> entrants_{};
  std::vector<std::string> dropped_{};
  bool interrupted_ = false;
};

}  // namespace

TrialResult try_candidates(Choice& choice, std::uint64_t sources, TrialBench& bench) {
  if (!choice.trials || choice.ranking.empty() || sources == 0) return {};
  return Trial(choice, sources, bench).run();
}

double trial_start(const Plugin& plugin, bool process, bool device_started) {
  constexpr double of_process = 0.01;
  return (process ? of_process : 0) +
         (plugin.has(capability::device) && (process || !device_started) ? device_start : 0);
}

std::vector<Vertex> drawn_sources(const Graph& graph, std::size_t count) {
  std::vector<Vertex> drawn;
  const Vertex vertices = graph.info().vertices;
  if (vertices == 0) return drawn;
  std::mt19937_64 random(1);
  const ArcsView arcs = arcs_view(graph.csr());
  const auto take = [&](Vertex v) {
    if (arcs.degree(v) != 0 && std::ranges::find(drawn, v) == drawn.end()) drawn.push_back(v);
  };
  for (std::size_t tries = 8 * count; tries > 0 && drawn.size() < count; --tries)
    take(static_cast<Vertex>(random() % vertices));
  for (Vertex v = 0; v < vertices && drawn.size() < count; ++v) take(v);  // few have arcs
  std::ranges::sort(drawn);
  return drawn;
}

std::vector<Vertex> spread_sources(std::span<const Vertex> sources, std::size_t first, std::size_t count) {
  constexpr double golden = 0.618;
  std::vector<Vertex> some;
  const std::size_t all = sources.size();
  auto step = std::max<std::size_t>(1, static_cast<std::size_t>(golden * static_cast<double>(all)));
  while (std::gcd(step, all) > 1) ++step;
  for (std::size_t i = first; i < first + std::min(count, all); ++i) some.push_back(sources[i % all * step % all]);
  return some;
}

}  // namespace wayfront::host
