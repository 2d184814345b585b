// Pipelines whose runs wreck their device, run by the real program: what is said of them, and that the others go on.
#include <nlohmann/json.hpp>

#include "gpu_test.hpp"
#include "pipeline/plan.hpp"

namespace wayfront::host {
namespace {

using cuda::device_here;

/// The folder with bin/ and lib/ that the running program belongs to.
std::filesystem::path build() { return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path(); }

/// A run of `wayfront run` on two small graphs' worth of sources, with [[run]] tables `runs`.
class Pipeline {
 public:
  Pipeline(const std::string& measure, const std::string& runs) {
    const auto file = scratch_.write("p.toml",
                                     "[graph]\nloader = \"generate\"\n"
                                     "options = { kind = \"rmat\", scale = 12 }\n"
                                     "[problem]\nsources = { random = 3, seed = 1 }\n"
                                     "[report]\ndirectory = \"out\"\n[measure]\nrepeats = 2\ntimeout = 5\n" +
                                         measure + runs);
    const std::string command = "cd " + scratch_.path().string() + " && " + (build() / "bin/wayfront").string() +
                                " run p.toml -q --plugins " + (build() / "lib/wayfront/wrecks").string() +
                                " > table.txt";
    exit_status = std::system(command.c_str());
    std::ifstream report(scratch_.path() / "out/report.json");
    REQUIRE_MESSAGE(report.good(), "no report was written");
    const nlohmann::json results = nlohmann::json::parse(report);
    for (const nlohmann::json& run : results["runs"]) runs_[run["label"]] = run;
  }

  /// Checks that the run was measured to the end: two repeats of three sources.
  void check_whole(const std::string& label) const {
    const nlohmann::json& run = runs_.at(label);
    INFO(label << ": " << run["reason"].get<std::string>());
    CHECK(run["status"] == "ok");
    CHECK(run["samples"].size() == 6);
  }

  /// Checks what became of a run: its status, and what the reason says.
  void check(const std::string& label, const std::string& status, const std::string& reason) const {
    const nlohmann::json& run = runs_.at(label);
    INFO(label << ": " << run["status"].get<std::string>() << ": " << run["reason"].get<std::string>());
    CHECK(run["status"] == status);
    CHECK(contains(run["reason"].get<std::string>(), reason));
  }

  const nlohmann::json& run(const std::string& label) const { return runs_.at(label); }

  int exit_status = 0;

 private:
  Scratch scratch_;
  std::map<std::string, nlohmann::json> runs_;
};

TEST_CASE("whatever one run does to its device, the others are measured to the end") {
  if (!device_here()) return;
  const Pipeline it("", R"(
[[run]]
plugin = "adds"
[[run]]
plugin = "device-wreck"
[run.sweep]
how = ["address", "trap", "hang", "exhaust", "crash"]
[[run]]
plugin = "near-far"
[[run]]
plugin = "dijkstra"
)");
  for (const char* const healthy : {"adds", "near-far", "dijkstra"}) it.check_whole(healthy);
  it.check("device-wreck how=address", "failed", "CUDA: cudaErrorIllegalAddress");
  it.check("device-wreck how=trap", "failed", "CUDA: cudaErrorLaunchFailure");
  it.check("device-wreck how=hang", "timeout", "did not return");
  it.check("device-wreck how=exhaust", "failed", "of device memory");
  it.check("device-wreck how=crash", "failed", "crashed: segmentation fault");
}

TEST_CASE("a plugin that finds too little device memory says what it needs and what there is") {
  if (!device_here()) return;
  const Pipeline it("", R"(
[[run]]
plugin = "device-wreck"
options = { how = "exhaust", when = "prepare", spare = 600 }
[[run]]
plugin = "adds"
[[run]]
plugin = "dijkstra"
)");
  it.check_whole("device-wreck");
  it.check_whole("dijkstra");
  it.check("adds", "failed", "of device memory");
}

TEST_CASE(
    "a device buffer that the environment has fail ends its run with a sentence; reports have the memory of others") {
  if (!device_here()) return;
  setenv("WAYFRONT_FAIL_DEVICE_BUFFER", "2", 1);  // NOLINT(concurrency-mt-unsafe)
  const Pipeline it("", "[[run]]\nplugin = \"adds\"\n[[run]]\nplugin = \"dijkstra\"\n");
  unsetenv("WAYFRONT_FAIL_DEVICE_BUFFER");  // NOLINT(concurrency-mt-unsafe)
  it.check("adds", "failed", "of device memory, and the driver could not give it");
  it.check_whole("dijkstra");
  const Pipeline whole("", "[[run]]\nplugin = \"adds\"\n[[run]]\nplugin = \"dijkstra\"\n");
  whole.check_whole("adds");
  CHECK(whole.run("adds")["device_memory"]["peak_bytes"] > 1'000'000);
  CHECK(!whole.run("dijkstra").contains("device_memory"));
}

TEST_CASE("a process that keeps the device busy makes others slow, and nothing else") {
  if (!device_here()) return;
  std::atomic<bool> ended = false;
  std::thread neighbour([&ended] {
    const Pipeline busy("", "[[run]]\nplugin = \"device-wreck\"\noptions = { how = \"hang\" }\n");  // for 5 s
    busy.check("device-wreck", "timeout", "did not return");
    ended = true;
  });
  do {
    const Pipeline it("", R"(
[[run]]
plugin = "adds"
options = { pool_fraction = 0.0 }
[[run]]
plugin = "near-far"
)");
    it.check_whole("adds");
    it.check_whole("near-far");
  } while (!ended);
  neighbour.join();
}

TEST_CASE("in one process a lost device ends the runs that need it, each with the reason, and no other") {
  if (!device_here()) return;
  const Pipeline it("isolation = \"none\"\n", R"(
[[run]]
plugin = "adds"
[[run]]
plugin = "device-wreck"
[[run]]
plugin = "dijkstra"
)");
  it.check_whole("dijkstra");
  it.check("device-wreck", "failed", "CUDA: cudaErrorIllegalAddress");
  it.check("adds", "failed", "CUDA: cudaErrorIllegalAddress");
}

}  // namespace
}  // namespace wayfront::host
