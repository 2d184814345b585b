#include "arrays.hpp"
#include "wayfront/wayfront_lab.hpp"

namespace wayfront {

TEST_CASE("plugins are compared on a graph in memory: a row for each solve, and a verdict for each run") {
  const auto arrays = random_arrays<std::int32_t>(300, 1);
  const Library library({.plugins = {WAYFRONT_FAULTY_PLUGINS}, .threads = 2});
  std::uint64_t last = 0;
  const Comparison comparison =
      compare(library, library.adopt(arrays.view()),
              {{"dijkstra"}, {"delta-stepping", {{"delta", 10}}, "narrow"}, {"wrong-distance"}},
              {.sources = {1, 2}, .repeats = 3, .warmups = 0, .progress = [&](auto done, auto) { last = done; }});
  REQUIRE(comparison.runs().size() == 3);
  const ComparisonRun &base = comparison.runs()[0], &other = comparison.runs()[1], &wrong = comparison.runs()[2];
  CHECK(base.verdict == "baseline");
  CHECK(base.ratio == 1);
  CHECK(base.median > 0);
  CHECK(other.run == "narrow");
  CHECK(other.plugin == "delta-stepping");
  CHECK(other.status == "ok");
  CHECK(other.ratio > 0);
  CHECK(wrong.status == "wrong");
  CHECK(host::contains(wrong.reason, "source"));
  CHECK(last > 0);
  const auto rows_of = [&](std::string_view run) {
    return std::ranges::count(comparison.rows(), run, &ComparisonRow::run);
  };
  CHECK(rows_of("dijkstra") == 6);
  CHECK(rows_of("narrow") == 6);
  for (const ComparisonRow& row : comparison.rows()) {
    CHECK(row.seconds > 0);
    CHECK((row.source == "1" || row.source == "2"));
  }
  CHECK(host::contains(comparison.report("json"), "\"schema\""));
  CHECK(host::contains(comparison.report("html"), "<html"));
  CHECK_THROWS_AS((void)comparison.report("xml"), UsageError);
}

TEST_CASE("a comparison that makes no sense is refused, and one can be stopped") {
  const auto arrays = random_arrays<std::int32_t>(50, 1);
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  CHECK_THROWS_AS((void)compare(library, graph, {}), UsageError);
  CHECK_THROWS_AS((void)compare(library, graph, {{"dijkstra"}, {"dijkstra"}}), UsageError);
  CHECK_THROWS_AS((void)compare(library, graph, {{"dijkstra"}}, {.sources = {50}}), UsageError);
  CHECK_THROWS_AS((void)compare(library, graph, {{"no-such-plugin"}}), PluginError);
  CHECK_THROWS_AS((void)compare(library, graph, {{"dijkstra", {{"no_such_option", 1}}}}), UsageError);
  for (const CompareOptions& odd : {CompareOptions{.repeats = 0}, CompareOptions{.random_sources = 0},
                                    CompareOptions{.random_sources = 0, .repeats = 0},
                                    CompareOptions{.seed = std::uint64_t{1} << 63}, CompareOptions{.timeout = 1e-9}}) {
    const std::string text = said<UsageError>([&] { (void)compare(library, graph, {{"dijkstra"}}, odd); });
    for (const char* unknown : {"/proc/", "64 bits", "comparison:"})  // of which the caller has never heard
      CHECK_MESSAGE(!host::contains(text, unknown), text);
  }
  const Comparison once = compare(library, graph, {{"dijkstra"}}, {.sources = {1, 2, 1}, .repeats = 1});
  CHECK(once.rows().size() == 2);  // a source that is listed again is solved once
  std::stop_source stop;
  stop.request_stop();
  CHECK_THROWS_AS((void)compare(library, graph, {{"dijkstra"}}, {.stop = stop.get_token()}), CancelledError);
  std::stop_source later;
  const auto other = host::after(std::chrono::milliseconds(300), [&] { later.request_stop(); });
  const Library napping({.plugins = {WAYFRONT_NAP_PLUGIN}});
  const auto start = std::chrono::steady_clock::now();
  CHECK_THROWS_AS((void)compare(napping, graph, {{"nap", {{"milliseconds", 40'000}}}}, {.stop = later.get_token()}),
                  CancelledError);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));  // it ends the solve that goes on
}

TEST_CASE("a stop ends the preparation of a run, in a process of its own and in this one") {
  const host::Scratch scratch;
  const auto file = scratch.write("p.toml",
                                  "[graph]\nloader = \"generate\"\noptions = { kind = \"grid\", rows = 10 }\n"
                                  "[problem]\nsources = [0]\n[measure]\ntimeout = 1e5\n[[run]]\nplugin = \"nap\"\n");
  const Library napping({.plugins = {WAYFRONT_NAP_PLUGIN}});
  ::setenv("NAP_PREPARES", "1", 1);
  for (const char* isolation : {"process", "none"}) {
    std::stop_source stop;
    const auto other = host::after(std::chrono::milliseconds(100), [&] { stop.request_stop(); });
    CHECK_THROWS_AS(
        (void)run(napping, file, {std::string("measure.isolation=\"") + isolation + "\""}, stop.get_token()),
        CancelledError);
  }
  ::unsetenv("NAP_PREPARES");
}

TEST_CASE("a pipeline file is executed without writing anything") {
  const host::Scratch scratch;
  const auto file = scratch.write("p.toml",
                                  "[graph]\nloader = \"generate\"\noptions = { kind = \"grid\", rows = 10 }\n"
                                  "[problem]\nsources = [0]\n[report]\ndirectory = \"results\"\n"
                                  "[[run]]\nplugin = \"dijkstra\"\n");
  const Library library;
  const Comparison comparison = run(library, file, {"measure.repeats=2"});
  CHECK(comparison.rows().size() == 2);
  CHECK(comparison.runs().front().status == "ok");
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "results"));
  CHECK_THROWS_AS((void)run(library, file, {"measure.repeat=2"}), UsageError);
}

}  // namespace wayfront
