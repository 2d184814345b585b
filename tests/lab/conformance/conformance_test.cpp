// The suite against plugins that are correct and plugins with one fault each.
#include "conformance/conformance.hpp"

#include <sys/wait.h>

#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "../../test.hpp"
#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "faulty_plugin.hpp"

namespace wayfront::host {
namespace conformance_test {

ConformanceOptions quick(std::string only = "") {
  ConformanceOptions options;
  options.quick = true;
  options.threads = 2;
  options.patience = 30;  // nothing here is about time unless it says so
  options.limit = 300;
  options.only = std::move(only);
  return options;
}

ConformanceResult check(const std::string& plugin, const ConformanceOptions& options) {
  return check_plugin(faulty(plugin), options, nullptr);
}

/// Runs the cases whose name contains `only`; one of them must fail with `sentence` in its reason.
void must_catch(const Plugin& plugin, const std::string& only, std::string_view sentence) {
  CAPTURE(plugin.file);
  CAPTURE(sentence);
  const ConformanceResult result = check_plugin(plugin, quick(only), nullptr);
  CHECK_FALSE(result.passed());
  std::string reasons;
  for (const CaseReport& report : result.cases)
    if (report.result == CaseResult::failed) reasons += to_text(report) + "\n";
  CAPTURE(reasons);
  CHECK(contains(reasons, sentence));
}

void must_catch(const std::string& plugin, const std::string& only, std::string_view sentence) {
  must_catch(faulty(plugin), only, sentence);
}

TEST_CASE("a correct plugin passes every case, and what it declines is skipped with its reason") {
  std::size_t heard = 0;
  const ConformanceResult result = check_plugin(faulty("correct"), quick(), [&](const CaseReport& report) {
    ++heard;
    if (report.result == CaseResult::failed) FAIL_CHECK(to_text(report));
  });
  CHECK(result.passed());
  CHECK(heard == result.cases.size());
  CHECK(result.cases.size() > 120);
  REQUIRE(result.count(CaseResult::skipped) == 1);
  const auto skipped =
      std::ranges::find(result.cases, CaseResult::skipped, [](const CaseReport& report) { return report.result; });
  CHECK(skipped->name == "option count = 9");
  CHECK(skipped->reason == "the plugin declines: a count of 9 is one too many");
  for (const char* name : {"option flag = false", "option flag = true", "option count = 1", "option factor = 0",
                           "option factor = 1", "option order = \"forward\"", "option order = \"backward\""})
    CHECK(std::ranges::count(result.cases, name, [](const CaseReport& report) { return report.name; }) == 1);
}

TEST_CASE("each fault is caught with its own sentence") {
  must_catch("wrong_distance", "int32: grid", "but its best in-arc ");
  must_catch("unwritten_entry", "int32: chain of", "entry of vertex 99999 was not written");
  must_catch("wrong_cycle", "int32: negative cycle", "the cycle uses arc ");
  must_catch("wrong_cycle", "int32: 30 random graphs with negative cycles", "the cycle ");
  must_catch(with_bug("cycle_missed"), "float32: negative self-loop", "vertex 1 has distance");
  must_catch("throws", "float32: grid", "solve failed: more than 100 vertices are too many for me");
  must_catch("throws_number", "one vertex with self-loops", "not a std::exception");
  must_catch(with_bug("writes_behind"), "int32: one vertex",
             "memory after the array of distances was written: it has 1 entries");
  must_catch("wrong_predecessors", "int32: grid", "the source 0 has vertex 0 as its predecessor instead of none");
  must_catch(with_bug("sums_wrap"), "int32: distances that wrap around",
             "distances overflow here, which must be an error, but ");
  must_catch("half_done", "cancelled before it starts", "it was cancelled and called its answer complete, but vertex ");
  must_catch("wrong_at_option_end", "option lanes = 64", "source 0 has distance 1 instead of 0");
  must_catch("shares_state", "int32: two instances", "two instances at once: ");
  for (const std::string type : {"int32", "float32", "int64", "float64"})
    must_catch("loses_order", type + ": keeps the order", "although its rounds have limits (the first: 499");
  must_catch("inexact_work", "work counters repeat", "although the plugin declares them exact");
}

TEST_CASE("faults in limits, targets, counts and batches are caught, for every type of weights") {
  for (const std::string type : {"int32", "float32", "int64", "float64"}) {
    must_catch("guesses_beyond_limit", type + ": early ends on every graph",
               "up to which the row is exact, but it is ");
    must_catch("unwritten_beyond_limit", type + ": early ends on 30 random", " was not written");
    must_catch("stops_before_targets", type + ": early ends on every graph", "but what was asked needs ");
    must_catch("targets_not_final", type + ": early ends on every graph", "but the reference says ");
    must_catch("sorts_targets", type + ": targets alone on every graph", "but the reference says ");
    must_catch("sorts_targets", type + ": batches on 30 random", "but the reference says ");
    must_catch("within_is_open", type + ": reductions on every graph", "'within' is ");
    must_catch("within_is_open", type + ": batches of 1, 2, 31", "'within' is ");
    must_catch("forgets_sum", type + ": batches of 1, 2, 31", "'sum' was not written");
    must_catch("finds_faults", type + ": reductions on 30 random", "its own check of the row counts 3 faults");
    must_catch(with_bug("count_one_short"), type + ": early ends on every graph", "but what was asked needs ");
    must_catch("mixes_rows", type + ": batches on every graph", "but the reference says ");
    must_catch("limits_first_row", type + ": batches on 30 random", "up to which the row is exact, but it is ");
  }
  for (const char* only : {"int32: early ends", "int32: grid"}) CHECK(check("mixes_rows", quick(only)).passed());
  CHECK(check("forgets_sum", quick("int32: reductions")).passed());
}

TEST_CASE("a plugin may decline graphs with its default options, and it is said how many") {
  const ConformanceResult all = check("declines", quick("int32: all weights zero"));
  REQUIRE(all.cases.size() >= 1);
  CHECK(all.cases[0].result == CaseResult::skipped);
  CHECK(all.cases[0].reason == "the plugin declines with its default options: weights of zero are not for me");
  CHECK_FALSE(all.passed());  // nothing else was tried
  CHECK(contains(summary(faulty("declines"), all), "\n  1 skipped: the plugin declines"));

  // Of many graphs in one case the others count.
  const ConformanceResult some = check("declines", quick("int32: 60 random graphs"));
  REQUIRE(some.cases.size() >= 1);
  CHECK(some.cases[0].result == CaseResult::passed);
  CHECK(contains(some.cases[0].reason, "weights of zero are not for me (for "));
  CHECK(some.passed());

  for (const char* only : {"int32: all weights zero", "int32: 60 random graphs"}) {
    ConformanceOptions strict = quick(only);
    strict.strict = true;
    CHECK(check("declines", strict).cases.at(0).result == CaseResult::failed);
  }
  ConformanceOptions strict = quick("option count = 9");
  strict.strict = true;
  CHECK(check("correct", strict).cases.at(0).result == CaseResult::skipped);  // options may
}

TEST_CASE("a fault behind a declined graph of the same case is found") {
  must_catch("declines_and_errs", "int32: 60 random graphs", "graph ");
}

TEST_CASE("a fault at floats only, in one bit, leaves the integer cases alone") {
  must_catch("wrong_at_float", "float32: sums that round", "but ");
  CHECK(check("wrong_at_float", quick("int32: sums")).cases.empty());
  CHECK(check("wrong_at_float", quick("int32: grid")).passed());
}

TEST_CASE("faults hide outside of the cases that look for them") {
  CHECK(check("wrong_at_option_end", quick("option lanes = 1 ")).cases.empty());
  CHECK(check("wrong_at_option_end", quick("option lanes = 1")).passed());
  CHECK(check("half_done", quick("int32: grid")).passed());
}

TEST_CASE("a plugin that stops late is told by how much") {
  ConformanceOptions options = quick("int32: cancelled before");
  options.patience = 0.2;
  const ConformanceResult result = check("ignores_cancel", options);
  REQUIRE(result.cases.size() == 1);
  CHECK(result.cases[0].result == CaseResult::failed);
  CHECK(contains(result.cases[0].reason, "s after it was cancelled; check RunContext::cancelled()"));
}

#if !defined(__SANITIZE_THREAD__)  // the race is the point of it
TEST_CASE("a plugin that writes after its call has ended is caught") {
  // The suite looks for a moment, in which a machine that has much to do may not let the writer run.
  std::string reason;
  for (int attempt = 0; attempt < 200 && reason.empty(); ++attempt)
    reason = check("writes_late", quick("int32: cancelled before")).cases.at(0).reason;
  CHECK(contains(reason, "wrote into the host's buffers after its call had ended"));
}
#endif

TEST_CASE("without its device nothing is checked, which is said once and is not a pass") {
  const ConformanceResult result = check("no_device", quick());
  CHECK_FALSE(result.passed());
  CHECK(result.cases.empty());
  const std::string text = summary(faulty("no_device"), result);
  CHECK(text.starts_with("no-device: not checked: device 0 is not there; nothing can be tried\n"));
  CHECK(std::ranges::count(text, '\n') == 2);
}

TEST_CASE("each case is announced before it runs") {
  std::vector<std::string> order;
  ConformanceOptions options = quick("int32: two vertices");
  options.starting = [&](std::string_view name) { order.emplace_back(name); };
  check_plugin(faulty("correct"), options, [&](const CaseReport& report) { order.push_back(report.name); });
  CHECK(order == std::vector<std::string>{"int32: two vertices, both ways", "int32: two vertices, both ways",
                                          "int32: two vertices, one way", "int32: two vertices, one way"});
}

TEST_CASE("a plugin that hangs does not hang the suite: the process ends and names the case") {
  const std::string command = std::string(WAYFRONT_CONFORMANCE_DRIVER) + " " + WAYFRONT_FAULTY_PLUGINS +
                              "/hangs.so 0.3 'int32: one vertex' 2>&1";
  FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 256> piece{};
  while (std::fgets(piece.data(), static_cast<int>(piece.size()), pipe) != nullptr) text += piece.data();
  const int ended = pclose(pipe);
  CHECK(WIFEXITED(ended));
  CHECK(WEXITSTATUS(ended) == 1);
  CHECK(contains(text, "hangs: case 'int32: one vertex' did not return within 0.3 s; giving up"));
}

/// With cases in processes of their own, as the command has it.
ConformanceResult check_apart(const std::string& plugin, ConformanceOptions options) {
  options.apart = true;
  return check_plugin(read_plugin(std::string(WAYFRONT_FAULTY_PLUGINS) + "/" + plugin + ".so"), options, nullptr);
}

TEST_CASE("in processes of their own, cases that hang are named and the others go on") {
  ConformanceOptions options = quick("vertex");
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // under which a process takes long to end
  options.limit = 5;
#else
  options.limit = 0.5;
#endif
  const ConformanceResult result = check_apart("hangs", options);
  REQUIRE(result.cases.size() >= 4);
  const std::size_t failed = result.count(CaseResult::failed);
  CHECK(failed >= 2);
  for (const CaseReport& report : result.cases)
    if (report.result == CaseResult::failed)
      CHECK(report.reason == fmt::format("did not return within {} s", options.limit));
}

TEST_CASE("cases apart end as they do together") {
  for (const char* plugin : {"correct", "wrong_distance", "declines"}) {
    CAPTURE(plugin);
    const ConformanceOptions options = quick("two vertices");
    const ConformanceResult together = check(plugin, options), apart = check_apart(plugin, options);
    REQUIRE(together.cases.size() == apart.cases.size());
    for (std::size_t i = 0; i < apart.cases.size(); ++i) {
      CHECK(apart.cases[i].name == together.cases[i].name);
      CHECK(apart.cases[i].result == together.cases[i].result);
      CHECK(apart.cases[i].reason == together.cases[i].reason);
    }
  }
  CHECK(check_apart("no_device", quick()).obstacle == "device 0 is not there; nothing can be tried");
  CHECK(check_apart("correct", quick("no such case")).cases.empty());
}

TEST_CASE("reports for programs") {
  ConformanceResult result;
  result.cases = {{"a", CaseResult::passed, "", 0.5},
                  {"b <&>", CaseResult::failed, "it says \"no\"\x01\xff", 0.25},
                  {"c", CaseResult::skipped, "why", 0}};
  const Plugin plugin = faulty("correct");
  const nlohmann::json json = conformance_json(plugin, result);
  CHECK(json.at("cases").at(1).at("result") == "failed");
  CHECK(json.at("not_checked").is_null());
  result = {};
  result.obstacle = "no device";
  CHECK(conformance_json(plugin, result).at("not_checked") == "no device");
}

TEST_CASE("reports as text") {
  const ConformanceResult result = check("wrong_distance", quick("int32: two vertices"));
  REQUIRE(result.cases.size() == 2);
  const std::string text = to_text(result.cases[0]);
  CHECK(text.starts_with("failed   int32: two vertices, both ways ("));
  CHECK(contains(text,
                 " s)\n           2 vertices, 2 arcs, int32 weights, 32-bit offsets, from source 0: vertex 1 has "
                 "distance 2, but"));
  const std::string sum = summary(faulty("wrong_distance"), result);
  CHECK(sum.starts_with("wrong-distance: 0 passed, 2 failed, 0 skipped ("));
  CHECK(sum.ends_with("\n  int32: two vertices, both ways\n  int32: two vertices, one way"));
}

TEST_CASE("what the hard graphs are for is in them") {
  using conformance::Kind;
  const auto kinds = [](const auto& named) {
    using Graph = decltype(named.make());
    using W = decltype(Graph{}.arcs.front().weight);
    const auto test = named.make();
    const auto graph = test.build(OffsetKind::offsets32);
    std::vector<Kind> all;
    for (const Vertex source : test.sources)
      all.push_back(conformance::solve_plainly<std::remove_reference_t<W>>(*graph, source).kind);
    return all;
  };
  for (const auto& named : conformance::hard_graphs(true)) {
    CAPTURE(named.name);
    for (const Kind kind : kinds(named)) CHECK(kind == Kind::distances);
  }
  int cycles = 0;
  for (const auto& named : conformance::with_weights<float>(conformance::negative_graphs())) {
    CAPTURE(named.name);
    for (const Kind kind : kinds(named)) {
      CHECK(kind != Kind::overflow);
      cycles += kind == Kind::negative_cycle;
    }
  }
  CHECK(cycles >= 10);
  int overflows = 0;
  for (const bool negative : {false, true})
    for (const auto& named : conformance::extreme_graphs<std::int32_t>(negative))
      overflows += kinds(named)[0] == Kind::overflow;
  CHECK(overflows == 5);
}

}  // namespace conformance_test
}  // namespace wayfront::host
