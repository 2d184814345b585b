#include "conformance/graphs.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace crauser_cpu_test {

const std::string criteria[] = {"crauser", "martin", "in", "in_or_out"};
const std::string directions[] = {"successors", "predecessors"};
const std::string forms[] = {"flags", "queue"};

std::string options(const std::string& criterion, const std::string& direction, const std::string& form) {
  return "criterion = \"" + criterion + "\"\ndirection = \"" + direction + "\"\nfrontier = \"" + form + "\"";
}

template <WeightType W>
Answer<W> solve(const std::string& text, Vertex vertices, const std::vector<Arc<W>>& arcs, Vertex source) {
  return host::solve<W>(WAYFRONT_CRAUSER_CPU, text, vertices, arcs, source);
}

/// The definition in the plugin's header, word by word over sets and arc lists, without the SDK's sums.
struct Rounds {
  std::vector<std::uint64_t> settled;  // by each round
  std::uint64_t pushed_along = 0;      // arcs out of what was settled
  std::uint64_t looked_along = 0;      // arcs into what was not, summed over the rounds
};

std::int32_t sum(std::int32_t a, std::int32_t b) {
  constexpr std::int64_t max = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::min(max, std::int64_t{a} + b));
}
float sum(float a, float b) { return a + b; }

template <WeightType W>
Rounds count(Vertex vertices, const std::vector<Arc<W>>& arcs, Vertex source, const std::string& criterion) {
  std::vector<W> d(vertices, unreached<W>);
  std::vector<bool> is_settled(vertices, false);
  d[source] = 0;
  Rounds rounds;
  for (;;) {
    std::vector<Vertex> waiting;
    for (Vertex v = 0; v < vertices; ++v)
      if (!is_settled[v] && d[v] != unreached<W>) waiting.push_back(v);
    if (waiting.empty()) return rounds;
    const auto lightest = [&](Vertex v, Vertex Arc<W>::*end) {
      W min = unreached<W>;
      for (const Arc<W>& arc : arcs)
        if (arc.*end == v) min = std::min(min, arc.weight);
      return min;
    };
    W min = unreached<W>, threshold = unreached<W>;
    for (const Vertex v : waiting) {
      min = std::min(min, d[v]);
      threshold = std::min(threshold, sum(d[v], lightest(v, &Arc<W>::source)));
    }
    std::vector<Vertex> frontier;
    for (const Vertex v : waiting) {
      const bool out = d[v] <= threshold;
      const bool in = d[v] <= sum(min, lightest(v, &Arc<W>::target));
      const bool martin = d[v] <= min;
      if (criterion == "crauser" ? out : criterion == "martin" ? martin : criterion == "in" ? in : in || out)
        frontier.push_back(v);
    }
    rounds.settled.push_back(frontier.size());
    for (const Vertex v : frontier) is_settled[v] = true;
    std::vector<W> lowered = d;
    for (const Arc<W>& arc : arcs) {
      if (!is_settled[arc.target]) ++rounds.looked_along;
      if (std::ranges::find(frontier, arc.source) == frontier.end()) continue;
      ++rounds.pushed_along;
      lowered[arc.target] = std::min(lowered[arc.target], sum(d[arc.source], arc.weight));
    }
    d = lowered;
  }
}

TEST_CASE_TEMPLATE("rounds are those of the definition, in every form and direction", W, std::int32_t, float) {
  std::uint64_t more_than_martin = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const conformance::TestGraph<W> test = conformance::random_graph<W>(seed);
    if (test.vertices > 90 || test.arcs.size() > 1500) continue;
    const Vertex source = test.sources.back();
    std::vector<std::uint64_t> lengths;
    for (const std::string& criterion : criteria) {
      const Rounds expected = count(test.vertices, test.arcs, source, criterion);
      lengths.push_back(expected.settled.size());
      for (const std::string& direction : directions)
        for (const std::string& form : forms) {
          CAPTURE(seed);
          CAPTURE(criterion);
          CAPTURE(direction);
          CAPTURE(form);
          const auto answer = solve(options(criterion, direction, form), test.vertices, test.arcs, source);
          REQUIRE(answer.solved.ok());
          CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
          std::vector<std::uint64_t> active;
          for (const RoundRecord& record : answer.records) active.push_back(record.active);
          CHECK(active == expected.settled);
          const Work& work = answer.output.work;
          CHECK(work.rounds == expected.settled.size());
          CHECK(work.settled == std::reduce(expected.settled.begin(), expected.settled.end()));
          CHECK(work.relaxed == (direction == "successors" ? expected.pushed_along : expected.looked_along));
          if (form == "flags") CHECK(work.pushed == 0);
        }
    }
    CHECK(lengths[0] <= lengths[1]);
    CHECK(lengths[3] <= lengths[1]);
    more_than_martin += lengths[0] < lengths[1] ? 1 : 0;
  }
  CHECK(more_than_martin > 5);  // the comparison saw graphs on which the criteria differ
}

TEST_CASE("sums that do not fit neither wrap nor hold a round up") {
  constexpr std::int32_t max = std::numeric_limits<std::int32_t>::max();
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, max - 1}, {0, 2, max - 2}, {1, 3, max}, {2, 4, 3}};
  for (const std::string& criterion : criteria)
    for (const std::string& direction : directions)
      for (const std::string& form : forms) {
        const auto answer = solve(options(criterion, direction, form), 5, arcs, 0);
        REQUIRE(answer.solved.ok());
        CHECK(answer.distances == std::vector<std::int32_t>{0, max - 1, max - 2, max, max});
        CHECK(answer.certificate.finding == Finding::overflow);
        CHECK(answer.output.work.rounds == (criterion == "martin" ? 3 : 2));
      }
}

TEST_CASE("a chain of weight zero takes a round each, and records say how far rounds go") {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 0}, {1, 2, 0}, {2, 3, 4}, {0, 4, 3}, {4, 3, 9}};
  const auto answer = solve(options("crauser", "successors", "queue"), 5, arcs, 0);
  CHECK(answer.output.work.rounds == 4);
  REQUIRE(answer.records.size() == 4);
  CHECK(answer.records[0].limit == 0);
  CHECK(answer.records[1].limit == 0);
  CHECK(answer.records[2].limit == 4);  // vertices 2 and 4
  CHECK(answer.records[2].active == 2);
  CHECK(answer.records[3].limit == std::numeric_limits<double>::infinity());
}

}  // namespace crauser_cpu_test
}  // namespace wayfront::host
