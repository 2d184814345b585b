#include "wayfront/cpu/source_batch.hpp"

#include "../../test.hpp"
#include "../threaded_context.hpp"

namespace wayfront::host {
namespace {

/// Knows whether two threads use it at once.
struct Workspace {
  Workspace() { ++made; }
  std::atomic<int> users{0};
  static inline std::atomic<int> made{0};
};

TEST_CASE("each source is solved once, with a workspace of its own, and workspaces are kept") {
  Workspaces<Workspace> workspaces;
  Workspace::made = 0;
  ThreadedContext context(4);
  std::vector<Vertex> sources;
  for (Vertex v = 0; v < 50; ++v) sources.push_back(1000 + v);
  for (int repeat = 0; repeat < 3; ++repeat) {
    std::vector<Vertex> rows(sources.size());
    const Work work = solve_each_source({.source = 1000, .sources = sources}, context, workspaces,
                                        [&](Workspace& workspace, Vertex source, std::uint32_t row) {
                                          CHECK(workspace.users.fetch_add(1) == 0);
                                          rows[row] = source;
                                          workspace.users.fetch_sub(1);
                                          return Work{.settled = 1, .relaxed = row};
                                        });
    CHECK(rows == sources);
    CHECK(work.settled == 50);
    CHECK(work.relaxed == 49 * 50 / 2);
  }
  CHECK(Workspace::made >= 1);
  CHECK(Workspace::made <= 4);
}

TEST_CASE("without sources, the source of the problem is the only one") {
  Workspaces<Workspace> workspaces;
  ThreadedContext context(4);
  const Problem problem{.source = 7};
  CHECK(sources_of(problem).size() == 1);
  const Work work = solve_each_source(problem, context, workspaces, [&](Workspace&, Vertex source, std::uint32_t row) {
    CHECK(source == 7);
    CHECK(row == 0);
    return Work{.rounds = 3};
  });
  CHECK(work.rounds == 3);
}

TEST_CASE("what a search throws reaches the caller, its workspace is given back, and a cancelled batch ends") {
  Workspaces<Workspace> workspaces;
  Workspace::made = 0;
  ThreadedContext context(2);
  const std::vector<Vertex> sources = {1, 2, 3, 4};
  const Problem problem{.source = 1, .sources = sources};
  const auto fails = [&](Workspace&, Vertex, std::uint32_t) -> Work { throw std::runtime_error("no"); };
  for (int repeat = 0; repeat < 5; ++repeat)
    CHECK_THROWS_AS(solve_each_source(problem, context, workspaces, fails), std::runtime_error);
  CHECK(Workspace::made <= 2);
  context.cancel = true;
  const auto counts = [&](Workspace&, Vertex, std::uint32_t) { return Work{.rounds = 1}; };
  CHECK_THROWS_AS(solve_each_source(problem, context, workspaces, counts), Cancelled);
}

}  // namespace
}  // namespace wayfront::host
