// A cancelled plugin must stop soon, leave nothing running, and be ready for the next call.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"
#include "run/host_context.hpp"

namespace wayfront::host::conformance {
namespace {

using Clock = std::chrono::steady_clock;

/// Large enough that a slow plugin is still running when it is cancelled.
template <WeightType W>
std::unique_ptr<StoredGraph> large_graph(const Suite& suite) {
  const Vertex side = suite.options.quick ? 120 : 300;
  return grid<W>(side, side, 71).build(OffsetKind::offsets32);
}

/// Solves while `stop` cancels: checks how long the plugin took to stop, and what it returned.
void stopped(const Suite& suite, Subject& subject, std::optional<std::chrono::milliseconds> after) {
  HostContext& context = subject.context();
  context.start(0, false);
  Clock::time_point told = Clock::now();
  std::jthread stopper;
  if (after) {
    stopper = std::jthread([&context, &told, wait = *after] {
      std::this_thread::sleep_for(wait);
      told = Clock::now();
      context.cancel();
    });
  } else {
    context.cancel();
  }
  const Subject::Answer answer = subject.solve(0, false);
  const Clock::time_point back = Clock::now();
  if (stopper.joinable()) stopper.join();
  const double late = std::chrono::duration<double>(back - told).count();
  if (late > suite.options.patience)
    throw Failed(
        fmt::format("returned {:.1f} s after it was cancelled; check RunContext::cancelled() more often", late));
  if (!answer.damage.empty()) throw Failed(answer.damage);
  if (answer.status.code == StatusCode::cancelled) return;
  require_ok(answer.status, "a cancelled solve");
  if (answer.certificate.finding != Finding::right)
    throw Failed(fmt::format("it was cancelled and called its answer complete, but {}", answer.certificate.reason));
}

/// Any write from now on happens after the call has ended.
void require_quiet(OutputBuffers& buffers) {
  Output& output = buffers.fresh();
  const auto* const words = static_cast<const unsigned char*>(output.distances);
  const std::vector<unsigned char> before(words, words + std::size_t{output.vertices} * 4);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  if (!buffers.damage().empty() || !std::equal(before.begin(), before.end(), words))
    throw Failed("wrote into the host's buffers after its call had ended");
}

template <WeightType W>
void cancelled(const Suite& suite, std::optional<std::chrono::milliseconds> after) {
  const auto graph = large_graph<W>(suite);
  Subject subject(suite, *graph);
  stopped(suite, subject, after);
  require_quiet(subject.buffers(false));
  told_of("the solve after a cancelled one", [&] { subject.check<W>(0, solve_plainly<W>(*graph, 0)); });
}

/// Preparing may ignore the cancellation or stop; the next prepare must work.
template <WeightType W>
void cancelled_prepare(const Suite& suite) {
  const auto graph = large_graph<W>(suite);
  Subject subject(suite);
  subject.context().start(0, false);
  subject.context().cancel();
  const auto start = Clock::now();
  const Status status = subject.instance().prepare(*graph, subject.context());
  const double late = std::chrono::duration<double>(Clock::now() - start).count();
  if (status.code != StatusCode::cancelled) require_ok(status, "a cancelled prepare");
  if (late > suite.options.patience)
    throw Failed(fmt::format("prepare returned {:.1f} s after it was cancelled", late));
  subject.prepare(*graph);
  subject.check<W>(0, solve_plainly<W>(*graph, 0));
}

}  // namespace

void add_cancellation_cases(const Suite& suite, Cases& cases) {
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    const auto add = [&](const char* name, std::function<void()> body) {
      add_case(cases, weight_kind<W>, name, std::move(body));
    };
    using std::chrono::milliseconds;
    add("cancelled before it starts", [&suite] { cancelled<W>(suite, std::nullopt); });
    add("cancelled after 1 ms", [&suite] { cancelled<W>(suite, milliseconds(1)); });
    add("cancelled after 20 ms", [&suite] { cancelled<W>(suite, milliseconds(20)); });
    add("cancelled while preparing", [&suite] { cancelled_prepare<W>(suite); });
  });
}

}  // namespace wayfront::host::conformance
