#include "load/graph_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>

#include "base/digest.hpp"
#include "graph/graph_inspection.hpp"
#include "little_graph.hpp"
#include "load/graph_file_layout.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a graph comes back as it was, with all that was known about it") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x.wfg";
  for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    LoadedGraph numbered = little(), named = little(), nobody = graph_of<float>(0, {}, offsets);
    numbered.ids = VertexIds::of_numbers({7, 5, 1ULL << 63, 0, 9});
    named.ids = VertexIds::of_names("aabbb,c dde", {1, 2, 6, 10, 11});
    nobody.ids = VertexIds::of_names("", {});
    const LoadedGraph graphs[] = {numbered,
                                  named,
                                  nobody,
                                  graph_of<std::int32_t>(5, {{0, 1, 7}, {0, 1, -2}, {3, 3, 0}, {4, 0, 9}}, offsets),
                                  graph_of<float>(3, {{2, 0, 0.5F}, {2, 2, -1e30F}, {0, 1, 0.0F}}, offsets),
                                  graph_of<float>(0, {}, offsets),
                                  graph_of<std::int32_t>(1, {}, offsets),
                                  graph_of<std::int32_t>(100'000, {{99'999, 0, 3}}, offsets)};
    for (const LoadedGraph& in : graphs) {
      write_graph_file(path, in);
      for (const Trust trust : {Trust::header, Trust::content}) {
        const LoadedGraph out = map(path, trust);
        CHECK(graph_digest(*out.graph) == in.digest);
        CHECK(out.graph->csr().index() == in.graph->csr().index());
        CHECK(out.graph->info().min_weight == in.graph->info().min_weight);
        CHECK(out.graph->info().max_weight == in.graph->info().max_weight);
        CHECK(out.graph->info().mean_weight == in.graph->info().mean_weight);
        CHECK(out.name == in.name);
        CHECK(out.loader == in.loader);
        CHECK(out.loader_reason == in.loader_reason);
        CHECK(out.compression == in.compression);
        CHECK(out.ids.kind() == in.ids.kind());
        for (Vertex v = 0; v < std::min(out.graph->info().vertices, 10U); ++v) CHECK(out.ids[v] == in.ids[v]);
        CHECK(out.directed == in.directed);
        CHECK(out.weighted == in.weighted);
        CHECK(out.weight_rule == in.weight_rule);
        CHECK(out.steps == in.steps);
        CHECK(out.digest == in.digest);
        CHECK(out.seconds == in.seconds);
        CHECK(out.bytes == in.bytes);
      }
    }
  }
  CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 1);  // no temporary file is left
}

TEST_CASE("arrays lie at multiples of 64 bytes of the mapping") {
  const Scratch scratch;
  write_graph_file(scratch.path() / "x.wfg", little());
  visit(map(scratch.path() / "x.wfg").graph->csr(), [](const auto& view) {
    CHECK(reinterpret_cast<std::uintptr_t>(view.offsets) % section_alignment == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(view.targets) % section_alignment == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(view.weights) % section_alignment == 0);
  });
}

TEST_CASE("a shared graph is read from its descriptor alone, and nobody can change it") {
  const LoadedGraph in = little();
  const FileHandle file(share_graph(in));
  REQUIRE(file.get() >= 0);
  CHECK(::write(file.get(), "x", 1) == -1);
  CHECK(::ftruncate(file.get(), 10) == -1);
  const LoadedGraph mapped = map_graph(file.get(), Trust::header, "shared", context());
  CHECK(graph_digest(*mapped.graph) == in.digest);
  const FileHandle again(::open(("/proc/self/fd/" + std::to_string(file.get())).c_str(), O_RDWR | O_CLOEXEC));
  CHECK(::write(again.get(), "x", 1) == -1);
  CHECK(::ftruncate(again.get(), 10) == -1);
}

TEST_CASE("a graph that was mapped from a file is shared as a copy, in which nothing changes with the file") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x.wfg";
  write_graph_file(path, little());
  LoadedGraph loaded = map(path);
  const FileHandle file(share_graph_in_place(loaded, context()));
  fs::resize_file(path, 0);
  CHECK(graph_digest(*loaded.graph) == loaded.digest);
  CHECK(graph_digest(*map_graph(file.get(), Trust::header, "shared", context()).graph) == loaded.digest);
  require_unchanged(loaded);  // it is not the file's any more
}

TEST_CASE("a file that changes before its graph is copied is told of") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x.wfg";
  for (const bool cut : {true, false}) {
    write_graph_file(path, little());
    LoadedGraph loaded = map(path);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // file times may be as coarse as a clock's tick
    if (cut)
      fs::resize_file(path, 0);
    else
      std::ofstream(path, std::ios::app) << 'x';
    for (const auto& use : std::initializer_list<std::function<void()>>{
             [&] { ::close(share_graph(loaded)); }, [&] { protect_graph(loaded, context()); },
             [&] { write_graph_file(scratch.path() / "copy.wfg", loaded); }}) {
      LoadedGraph again = loaded;  // protect_graph() exchanges its graph
      CHECK(refusal_by(ExitCode::input, [&] { use(); }).starts_with("x.wfg: changed while it was read"));
      loaded = std::move(again);
    }
    CHECK_FALSE(fs::exists(scratch.path() / "copy.wfg"));
  }
}

TEST_CASE("a protected graph no longer depends on its file, and cannot be written to") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x.wfg";
  write_graph_file(path, little());
  LoadedGraph loaded = map(path);
  protect_graph(loaded, context());
  fs::resize_file(path, 0);
  CHECK(graph_digest(*loaded.graph) == loaded.digest);
  visit(loaded.graph->csr(), [](const auto& view) {
    for (const void* const array : {static_cast<const void*>(view.offsets), static_cast<const void*>(view.targets),
                                    static_cast<const void*>(view.weights)}) {
      std::array<int, 2> ends{};
      REQUIRE(::pipe(ends.data()) == 0);
      REQUIRE(::write(ends[1], "x", 1) == 1);
      CHECK(::read(ends[0], const_cast<void*>(array), 1) == -1);  // where a write would be a crash, this is an error
      CHECK(errno == EFAULT);
      ::close(ends[0]);
      ::close(ends[1]);
    }
  });
}

TEST_CASE("writable arrays change in memory alone") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x.wfg";
  write_graph_file(path, little());
  const LoadedGraph out = map_graph(open_read(path).get(), Trust::content, "x", context(), true);
  visit(out.graph->csr(), []<class W, class O>(const CsrView<W, O>& view) { const_cast<W*>(view.weights)[0] = 4; });
  CHECK(graph_digest(*out.graph) != out.digest);
  CHECK(graph_digest(*map(path).graph) == out.digest);
}

TEST_CASE("what cannot be written says why and leaves nothing behind") {
  const Scratch scratch;
  CHECK_THROWS_WITH_AS(write_graph_file(scratch.path() / "no" / "x.wfg", little()),
                       doctest::Contains("no does not exist; create it first"), UserError);
  fs::create_directory(scratch.path() / "d");
  CHECK_THROWS_WITH_AS(write_graph_file(scratch.path() / "d", little()),
                       doctest::Contains("d: is a directory; name a file in it"), UserError);
  CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 1);
  CHECK_THROWS_WITH_AS(write_graph(::open("/dev/full", O_WRONLY), little(), "full"),
                       "full: cannot be written: No space left on device", UserError);
}

}  // namespace
}  // namespace wayfront::host
