// What makes a plugin look faster than it is: answers that it keeps, and work outside of timed calls. Times here are
// processor time; a case fails only if the time is several times too short or too long.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "base/process.hpp"
#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"

namespace wayfront::host::conformance {
namespace {

constexpr Vertex sources = 6;

Vertex source_of(Vertex i, Vertex vertices) { return static_cast<Vertex>(std::uint64_t{i} * 7919 % vertices); }

/// A graph on which a solve takes long enough to be measured.
template <WeightType W>
std::unique_ptr<StoredGraph> large(const Suite& suite) {
  const Vertex side = suite.options.quick ? 80 : 200;
  return grid<W>(side, side, 72).build(OffsetKind::offsets32);
}

/// The processor time of one correct solve.
double cost(Subject& subject, Vertex source) {
  subject.context().start(0, false);
  Output& output = subject.buffers(false).fresh();
  const double start = processor_seconds();
  const Status status = subject.instance().solve({source, false}, output, subject.context());
  const double taken = processor_seconds() - start;
  require_ok(status, "solve");
  return taken;
}

/// The first source is left out: its solve includes whatever a plugin builds at first use.
template <WeightType W>
void kept_answers(const Suite& suite) {
  constexpr double too_little = 1.0 / 8, noticed = 0.3e-3;
  const auto graph = large<W>(suite);
  Subject subject(suite);
  subject.prepare(*graph);
  std::vector<double> first, again;
  for (std::vector<double>* const costs : {&first, &again})
    for (Vertex i = 0; i < sources; ++i) costs->push_back(cost(subject, source_of(i, graph->info().vertices)));
  for (std::size_t i = 1; i < first.size(); ++i)
    if (first[i] < noticed || again[i] > too_little * first[i]) return;
  throw Failed(
      fmt::format("answers are kept between solves: solving again took {:.3g} ms of processor time instead of {:.3g} "
                  "ms, and as much less from each of {} sources",
                  1e3 * again[1], 1e3 * first[1], sources - 1));
}

void require_rest(const char* after) {
  constexpr std::chrono::milliseconds pause(500);
  constexpr double allowed = 0.025;
  const double start = processor_seconds();
  std::this_thread::sleep_for(pause);
  const double taken = processor_seconds() - start;
  if (taken > allowed)
    throw Failed(
        fmt::format("it used {:.3g} s of processor time within {:.3g} s after {} had ended: it must do its work within "
                    "its calls, whose time is measured",
                    taken, std::chrono::duration<double>(pause).count(), after));
}

/// Waits a while for threads of earlier cases, which look for more work before they sleep.
void settle() {
  constexpr std::chrono::milliseconds pause(20);
  constexpr double at_rest = 0.001;
  for (int i = 0; i < 100; ++i) {
    const double start = processor_seconds();
    std::this_thread::sleep_for(pause);
    if (processor_seconds() - start < at_rest) return;
  }
}

template <WeightType W>
void rest_between_calls(const Suite& suite) {
  const auto graph = large<W>(suite);
  settle();
  Subject subject(suite);
  subject.prepare(*graph);
  require_rest("prepare");
  cost(subject, 0);
  require_rest("solve");
}

}  // namespace

void add_cheat_cases(const Suite& suite, Cases& cases) {
  bool added = false;  // what does not depend on weights: once is enough
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    add_case(cases, weight_kind<W>, "the same sources again cost the same", [&suite] { kept_answers<W>(suite); });
    if (!std::exchange(added, true))
      add_case(cases, weight_kind<W>, "no work between calls", [&suite] { rest_between_calls<W>(suite); });
  });
}

}  // namespace wayfront::host::conformance
