// The conformance suite for loaders that read files: ours pass it, and each fault is caught by its own sentence.
#include <fmt/format.h>

#include "conformance/conformance.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace check_test {

ConformanceResult check(const Plugin& plugin, const std::vector<std::filesystem::path>& files,
                        std::string_view only = "", const std::filesystem::path& keep = {}) {
  ConformanceOptions options;
  options.quick = true;
  options.threads = 2;
  options.limit = 300;
  options.files = files;
  options.only = only;
  options.keep = keep;
  return check_plugin(plugin, options, nullptr);
}

TEST_CASE("our loaders pass, with a file of each format") {
  const Scratch scratch;
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex i = 0; i < 30; ++i) arcs.push_back({i * 7 % 11, i * 5 % 9, static_cast<std::int32_t>(i) * 3});
  const LoadedGraph graph = graph_of<std::int32_t>(11, arcs, 1);
  std::vector<std::pair<std::string, std::filesystem::path>> files;
  for (const char* format : {"dimacs", "matrix-market", "edge-list", "galois", "gapbs", "gml", "npy", "npz"}) {
    files.emplace_back(format, scratch.path() / format);
    save(graph, files.back().second, format);
  }
  for (const std::string seed : {"metis/weighted.graph", "ligra/weighted.adj", "tntp/small.tntp"})
    files.emplace_back(seed.substr(0, seed.find('/')),
                       std::filesystem::path(WAYFRONT_TEST_DATA) / "../fuzz/seeds" / seed);
  for (const auto& [loader, file] : files) {
    CAPTURE(loader);
    const Plugin& plugin = loaders().find(PluginKind::loader, loader);
    const ConformanceResult result = check(plugin, {file});
    for (const CaseReport& it : result.cases) CHECK_MESSAGE(it.result == CaseResult::passed, to_text(it));
    CHECK(result.cases.size() == (plugin.has(capability::writes) ? 9 : 7));
    CHECK(result.passed());
  }
}

TEST_CASE("without a file only what needs none is checked, and the rest is said to be skipped") {
  const ConformanceResult result = check(load_plugin(WAYFRONT_FAULTY_READER), {});
  CHECK(result.passed());
  CHECK(result.count(CaseResult::passed) == 2);
  CHECK(result.count(CaseResult::skipped) == 1);
}

TEST_CASE("each fault of a loader is caught") {
  const Plugin reader = load_plugin(WAYFRONT_FAULTY_READER);
  struct Fault {
    const char* way;
    const char* only;
    const char* sentence;
  };
  for (const Fault& fault :
       {Fault{"drifting", "is loaded", "the graph differs from load to load"},
        Fault{"unchecked", "is damaged", "gave an arc at vertex"},
        Fault{"silent", "is damaged", "fails without a reason"}, Fault{"placeless", "is damaged", "name their line"},
        Fault{"miscounting", "names the line", "makes no sense, but the error names another line"},
        Fault{"unknown", "is recognised", "sniff does not recognise it"},
        Fault{"unsure", "is recognised", "a confidence of 101"}}) {
    CAPTURE(std::string(fault.way));
    const Scratch scratch;
    std::string content = fmt::format("reader {}\n", fault.way);
    for (int i = 0; i < 60; ++i) content += fmt::format("{} {} {}\n", i, (i * 7) % 60, i + 1);
    const auto file = scratch.write("x.txt", content);
    const ConformanceResult result = check(reader, {file}, fault.only, scratch.path() / "kept");
    REQUIRE(result.cases.size() == 1);
    CHECK(result.cases[0].result == CaseResult::failed);
    CHECK_MESSAGE(contains(result.cases[0].reason, fault.sentence), result.cases[0].reason);
    if (std::string_view(fault.way) == "unchecked") {  // the damaged copy is there to debug with
      const auto kept = scratch.path() / "kept" / "x.txt-is-damaged-x.txt";
      CHECK(result.cases[0].reason.ends_with("; kept as " + kept.string()));
      CHECK(content_of(kept).starts_with("reader"));
    }
  }
  const Scratch scratch;
  const auto file = scratch.write("x.txt", "reader well\n0 1 5\n1 2 6\n2 3 7\n");
  const ConformanceResult right = check(reader, {file});
  for (const CaseReport& it : right.cases) CHECK_MESSAGE(it.result == CaseResult::passed, to_text(it));
}

TEST_CASE("what a loader writes has to be what it reads") {
  const ConformanceResult result = check(load_plugin(WAYFRONT_FAULTY_WRITER), {});
  CHECK_FALSE(result.passed());
  for (const CaseReport& it : result.cases)
    if (it.result == CaseResult::failed) {
      CHECK(it.name == "writes graphs and reads them back");
      CHECK_MESSAGE(contains(it.reason,
                             "a loop and parallel arcs: a graph of 3 vertices and 4 arcs was written, but a graph "
                             "of 3 vertices and 3 arcs was read from it"),
                    it.reason);
    }
}

}  // namespace check_test
}  // namespace wayfront::host
