#include "engine/verifier.hpp"

#include "../certify/judged.hpp"
#include "wayfront/cpu/row_reduction.hpp"

namespace wayfront::host {
namespace verifier_test {

/// 0 -> 1 -> 2 with weights 2 and 3, and 0 -> 2 with 5.
TEST_CASE("the verifier compares what it has proved, row by row, and proves everything else") {
  const auto graph = graph_of<std::int32_t>(3, {{0, 1, 2}, {1, 2, 3}, {0, 2, 5}, {2, 0, 1}});
  for (const unsigned threads : {1U, 2U, 16U}) {
    Verifier verifier(*graph, {}, {.predecessors = true}, threads, 1 << 20, false);
    const std::vector<Vertex> sources = {0, 1};
    const std::int32_t all = unreached<std::int32_t>;
    std::vector<std::int32_t> distances, exact_to;
    std::vector<Vertex> given;
    const auto checked = [&](std::vector<std::int32_t> d, std::vector<Vertex> p = {}) {
      distances = std::move(d);
      exact_to = {all, all};
      given = std::move(p);
      Output output = output_of(distances, exact_to);
      output.predecessors = given.empty() ? nullptr : given.data();
      Call figures;
      const Ending ending = verifier.check(sources, output, figures);
      CHECK(ending.status == (figures.certificate.finding == Finding::right ? RunStatus::ok : RunStatus::wrong));
      return figures;
    };
    const std::vector<std::int32_t> right = {0, 2, 5, 4, 0, 3};
    const Vertex none = no_vertex;
    const Call first = checked(right);
    CHECK(first.certificate.finding == Finding::right);
    CHECK(first.compared == 0);
    const std::vector<Vertex> tree(verifier.last_right().predecessors.begin(),
                                   verifier.last_right().predecessors.end());
    CHECK(tree == std::vector<Vertex>{none, 0, 0, 2, none, 1});
    const Call again = checked(right);
    CHECK(again.compared == 2);
    CHECK(again.certificate.digest == first.certificate.digest);
    CHECK(again.certificate.reached == 6);
    CHECK(again.certificate.reached_edges == first.certificate.reached_edges);
    CHECK(again.certificate.distance_sum == 14);
    CHECK(again.certificate.max_distance == 5);
    CHECK(std::ranges::equal(verifier.last_right().predecessors, tree));
    CHECK(checked({0, 2, 5, 4, 0, 4}).certificate.finding == Finding::wrong);  // the last entry
    CHECK(checked({4, 0, 3, 0, 2, 5}).certificate.finding == Finding::wrong);  // of other sources
    CHECK(checked(right, {none, 0, 0, 2, none, 1}).compared == 0);
    CHECK(checked(right, {none, 0, 1, 2, none, 1}).compared == 1);  // another tree of the first row is as right
    CHECK(checked(right, {none, 0, 1, 2, none, 1}).compared == 2);
    CHECK(checked(right, {none, 0, 0, 2, none, 1}).compared == 2);
    CHECK(checked(right, {none, 0, 0, 2, none, 0}).certificate.finding == Finding::wrong);
    CHECK(checked(right).compared == 2);
  }
}

TEST_CASE("what is proved for one question is no proof for another one") {
  const auto graph = graph_of<std::int32_t>(3, {{0, 1, 2}, {1, 2, 3}});
  Verifier verifier(*graph, {}, {.targets = {1}}, 1, 1 << 20, false);
  const Vertex source = 0;
  const auto checked = [&] {
    std::vector<std::int32_t> distances = {0, 2, unreached<std::int32_t>}, exact_to = {2};
    Output output = output_of(distances, exact_to);
    Call figures;
    return verifier.check({&source, 1}, output, figures).status;
  };
  CHECK(checked() == RunStatus::ok);
  CHECK(checked() == RunStatus::ok);
  verifier.ask({});
  CHECK(checked() == RunStatus::wrong);
}

/// 0 -> 1 -> 2 with weights 2 and 3, and 3 alone.
TEST_CASE("reductions of rows are compared with proved rows of the chosen sources alone") {
  const auto graph = graph_of<std::int32_t>(4, {{0, 1, 2}, {1, 2, 3}});
  Asked scope;
  scope.reduce = Reducing{.within = 2, .check = true};
  for (const bool protect : {false, true}) {
    Verifier verifier(*graph, {}, scope, 1, 1 << 20, protect);
    const std::vector<Vertex> sources = {0, 1, 3};
    const std::vector<std::vector<std::int32_t>> rows = {
        {0, 2, 5, unreached<std::int32_t>},
        {unreached<std::int32_t>, 0, 3, unreached<std::int32_t>},
        {unreached<std::int32_t>, unreached<std::int32_t>, unreached<std::int32_t>, 0}};
    std::vector<Reduction<std::int32_t>> given(3);
    std::vector<Vertex> solved;
    bool whole_is_wrong = false;
    std::vector<std::int32_t> memory;
    Output whole;
    const auto solve_whole = [&](std::span<const Vertex> some, Output*& answer) {
      memory.clear();
      for (const Vertex source : some) {
        const auto& row = rows[static_cast<std::size_t>(std::ranges::find(sources, source) - sources.begin())];
        memory.insert(memory.end(), row.begin(), row.end());
        solved.push_back(source);
      }
      if (whole_is_wrong) memory[1] = 1;
      whole = output_of(memory);
      whole.vertices = 4;
      whole.rows = static_cast<std::uint32_t>(some.size());
      answer = &whole;
      return Ending{};
    };
    const auto checked = [&](const auto& change, Call& figures) {
      for (std::size_t i = 0; i < 3; ++i) given[i] = reduce_row<std::int32_t>(rows[i], scope.limit, 2);
      given[1].faults = given[2].faults = 0;
      change();
      Output output;
      output.vertices = 4;
      output.rows = 3;
      output.reductions = given.data();
      solved.clear();
      figures = {};
      return verifier.check(sources, output, figures, solve_whole);
    };
    Call figures;
    verifier.certify_rows_of(std::vector<Vertex>{0, 3});
    CHECK(checked([] {}, figures).status == RunStatus::ok);
    CHECK(solved == std::vector<Vertex>{0, 3});
    CHECK(figures.certified == 2U);
    CHECK(figures.checked == 2);
    CHECK(figures.unchecked == 1);
    CHECK(figures.compared == 0);
    REQUIRE(verifier.last_right().reduced.size() == 3);
    CHECK(verifier.last_right().reduced[0].sum.integer() == 7);
    CHECK(checked([] {}, figures).status == RunStatus::ok);
    CHECK(solved.empty() != protect);  // a plugin in this process could change what was proved
    CHECK(figures.compared == (protect ? 0 : 2));
    // Of a chosen row every difference is wrong, of another one what cannot be.
    Ending ending = checked([&] { ++given[0].sum.low; }, figures);
    CHECK(ending.status == RunStatus::wrong);
    CHECK(ending.reason == "from source 0: its figure 'sum' is 8, but the certified row of all distances gives 7");
    CHECK(checked([&] { ++given[1].sum.low; }, figures).status == RunStatus::ok);
    CHECK(checked([&] { given[1].reached = 9; }, figures).status == RunStatus::wrong);
    ending = checked([&] { given[1].faults = 4; }, figures);
    CHECK(ending.reason == "from source 1: the plugin's own check of the row found 4 contradictions");
    verifier.certify_rows_of(sources);
    CHECK(checked([&] { ++given[1].sum.low; }, figures).status == RunStatus::wrong);
    // The rows that it is compared with have to be right themselves.
    whole_is_wrong = true;
    ending = checked([&] { --given[0].within; }, figures);
    CHECK(ending.status == RunStatus::wrong);
    CHECK(contains(ending.reason, "with which reductions are compared"));
    // Figures and the digest do not depend on who reduced the rows.
    Call one, other;
    const std::vector<ReducedRow> reduced(verifier.last_right().reduced.begin(), verifier.last_right().reduced.end());
    verifier.conclude_reductions(reduced, one);
    CHECK(one.certificate.reached == 6);
    CHECK(one.certificate.max_distance == 5);
    std::vector<ReducedRow> changed = reduced;
    changed[2].within = 0;
    verifier.conclude_reductions(changed, other);
    CHECK(one.certificate.digest != other.certificate.digest);
  }
}

/// 0 -> 1 -> 2 -> 3 with weights 2, 3 and 4, and 4 alone; targets 3, 1, 4 and 1 again.
TEST_CASE("distances of targets alone are compared with those of an answer that is proved") {
  constexpr std::int32_t all = unreached<std::int32_t>;
  const auto graph = graph_of<std::int32_t>(5, {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 0, 1}});
  const std::vector<Vertex> sources = {0, 1};
  const std::vector<std::int32_t> whole_rows = {0, 2, 5, 9, all, 8, 0, 3, 7, all};
  const std::vector<std::int32_t> right = {9, 2, all, 2, 7, 0, all, 0};
  for (const std::uint64_t memory : {0U, 1U << 20}) {
    Asked scope;
    scope.targets = {3, 1, 4, 1};
    Verifier verifier(*graph, {}, scope, 2, memory, false);
    verifier.expect_targets_alone();
    std::size_t whole_solves = 0;
    std::vector<std::int32_t> given = whole_rows, exact_to(2, all), whole_exact_to(2, all), distances;
    Output output, whole;
    const auto checked = [&](std::vector<std::int32_t> row, Call& figures) {
      distances = std::move(row);
      output = output_of(distances, exact_to);
      return verifier.check(sources, output, figures, [&](std::span<const Vertex> some, Output*& it) -> Ending {
        whole_solves += some.size();
        whole = output_of(given, whole_exact_to);
        whole.rows = static_cast<std::uint32_t>(some.size());
        whole.distances = given.data() + (some[0] == 0 ? 0 : 5);
        it = &whole;
        return {};
      });
    };
    Call figures;
    CHECK(checked(right, figures).status == RunStatus::ok);
    CHECK(figures.compared == 0);
    CHECK(whole_solves == 2);
    CHECK(figures.certificate.reached == 8);  // of all vertices as near as the farthest target
    CHECK(verifier.last_right().targets.size() == 4);
    std::vector<std::int32_t> rows;
    for_whole_rows(sources, verifier.last_right(), [&](std::span<const Vertex> some, const Output& row) {
      CHECK(some.size() == 1);
      for (const std::int32_t d : row.distances_as<std::int32_t>()) rows.push_back(d);
    });
    CHECK(rows == std::vector<std::int32_t>{all, 2, all, 9, all, all, 0, all, 7, all});

    const std::string digest = figures.certificate.digest;
    CHECK(checked(right, figures).status == RunStatus::ok);
    CHECK(figures.compared == (memory == 0 ? 0 : 2));
    CHECK(whole_solves == (memory == 0 ? 4 : 2));
    CHECK(figures.certificate.digest == digest);

    const auto refused = [&](std::vector<std::int32_t> row, const std::string& reason) {
      const Ending ending = checked(std::move(row), figures);
      CHECK(ending.status == RunStatus::wrong);
      CHECK_MESSAGE(contains(ending.reason, reason), ending.reason);
    };
    refused({9, 2, all, 2, 7, 0, all, 1}, "from source 1: target 1 has distance 1, but the certified answer");
    refused({9, 2, 12, 2, 7, 0, all, 0}, "from source 0: target 4 has distance 12, but");
    refused({all, 2, all, 2, 7, 0, all, 0}, "has no distance, but");
    refused({std::numeric_limits<std::int32_t>::lowest(), 2, all, 2, 7, 0, all, 0}, "target 3 was not written");
    refused({2, 9, all, 2, 7, 0, all, 0}, "target 3 has distance 2, but");
    given[3] = 8;  // the same mistake in both answers: the certificate finds it
    if (memory == 0)
      refused({8, 2, all, 2, 7, 0, all, 0}, "of all distances, with which those of the targets are compared");
  }
}

TEST_CASE("the host applies the limit to distances of targets alone") {
  constexpr std::int32_t all = unreached<std::int32_t>;
  const auto graph = graph_of<std::int32_t>(3, {{0, 1, 2}, {1, 2, 3}});
  Asked scope;
  scope.targets = {2, 1};
  scope.limit = 4;
  Verifier verifier(*graph, {}, scope, 1, 1 << 20, false);
  std::vector<std::int32_t> distances = {5, 2}, exact_to = {all}, whole_rows = {0, 2, 5};
  Output output = output_of(distances, exact_to), whole = output_of(whole_rows, exact_to);
  Call figures;
  const Vertex source = 0;
  const Ending ending = verifier.check({&source, 1}, output, figures, [&](auto, Output*& it) -> Ending {
    it = &whole;
    return {};
  });
  CHECK_MESSAGE(ending.status == RunStatus::ok, ending.reason);
  CHECK(distances == std::vector<std::int32_t>{all, 2});
}

/// 0 -> 1 -> 2 -> 0 with weights 2, 3 and 1.
TEST_CASE("where rows are drawn, the others only have to be possible, whole or with targets alone") {
  constexpr std::int32_t all = unreached<std::int32_t>;
  const auto graph = graph_of<std::int32_t>(4, {{0, 1, 2}, {1, 2, 3}, {2, 0, 1}});
  const std::vector<Vertex> sources = {0, 1, 2};
  const std::vector<std::int32_t> right = {0, 2, 5, all, 4, 0, 3, all, 1, 3, 0, all};
  std::vector<std::int32_t> distances, exact_to, targets_exact_to(3, all), entries;
  Output output, part;
  const auto whole_of = [&](Verifier& verifier, std::vector<std::int32_t> d, Call& figures) {
    distances = std::move(d);
    exact_to.assign(3, all);
    output = output_of(distances, exact_to);
    figures = {};
    return verifier.check(sources, output, figures);
  };
  Call figures;
  const auto refused = [](const Ending& ending, const std::string& reason) {
    CHECK(ending.status == RunStatus::wrong);
    CHECK_MESSAGE(contains(ending.reason, reason), ending.reason);
  };
  const auto changed = [&](std::size_t place, std::int32_t entry) {
    std::vector<std::int32_t> d = right;
    d[place] = entry;
    return d;
  };
  Verifier verifier(*graph, {}, {}, 2, 0, false);
  verifier.certify_rows_of(std::vector<Vertex>{1}, true);
  CHECK(whole_of(verifier, right, figures).status == RunStatus::ok);
  CHECK(figures.certified == 1U);
  CHECK(figures.certificate.reached == 9);
  CHECK(figures.certificate.distance_sum == 18);
  CHECK(figures.certificate.max_distance == 5);
  const std::string digest = figures.certificate.digest;
  CHECK(whole_of(verifier, changed(2, 6), figures).status == RunStatus::ok);  // nobody looks
  CHECK(figures.certificate.digest != digest);                                // but another plugin's answer differs
  refused(whole_of(verifier, changed(6, 4), figures), "from source 1: ");
  refused(whole_of(verifier, changed(9, std::numeric_limits<std::int32_t>::lowest()), figures),
          "from source 2: entry of vertex 1 was not written");
  refused(whole_of(verifier, changed(9, -1), figures), "from source 2: the distance of vertex 1 is -1");
  refused(whole_of(verifier, changed(0, 1), figures), "from source 0: the distance of the source is 1");
  verifier.certify_rows_of(std::vector<Vertex>{0}, true);
  CHECK(whole_of(verifier, right, figures).status == RunStatus::ok);
  CHECK(figures.certificate.digest == digest);  // whatever the figures is
  verifier.certify_rows_of(std::vector<Vertex>{1});
  refused(whole_of(verifier, changed(2, 6), figures),
          "from source 0: ");  // for reductions alone: all whole rows are proved
  CHECK(!figures.certified);

  Verifier with_trees(*graph, {}, {.predecessors = true}, 1, 0, false);
  with_trees.certify_rows_of(std::vector<Vertex>{1}, true);
  CHECK(whole_of(with_trees, right, figures).status == RunStatus::ok);
  CHECK(!figures.certified);  // trees come out of proofs
  CHECK(with_trees.last_right().predecessors.size() == 12);

  Asked scope;
  scope.targets = {2, 3, 0};
  Verifier of_targets(*graph, {}, scope, 1, 0, false);
  of_targets.certify_rows_of(std::vector<Vertex>{1}, true);
  std::size_t whole_solves = 0;
  const auto targets_of = [&](std::vector<std::int32_t> d) {
    entries = std::move(d);
    part = output_of(entries, targets_exact_to);
    figures = {};
    return of_targets.check(sources, part, figures, [&](std::span<const Vertex> some, Output*& it) -> Ending {
      CHECK(std::ranges::equal(some, std::vector<Vertex>{1}));
      ++whole_solves;
      distances.assign(right.begin() + 4, right.begin() + 8);
      exact_to.assign(1, all);
      output = output_of(distances, exact_to);
      it = &output;
      return {};
    });
  };
  CHECK(targets_of({5, all, 0, 3, all, 4, 0, all, 1}).status == RunStatus::ok);
  CHECK(whole_solves == 1);
  CHECK(figures.certified == 1U);
  CHECK(figures.compared == 0);
  CHECK(figures.certificate.reached == 6);
  const std::string of_entries = figures.certificate.digest;
  refused(targets_of({5, all, 0, 3, all, 5, 0, all, 1}), "from source 1: target 0 has distance 5");
  refused(targets_of({5, -2, 0, 3, all, 4, 0, all, 1}), "from source 0: the distance of vertex 3 is -2");
  CHECK(whole_of(of_targets, right, figures).status == RunStatus::ok);  // of a plugin that gives whole rows
  CHECK(figures.certificate.digest == of_entries);
}

}  // namespace verifier_test
}  // namespace wayfront::host
