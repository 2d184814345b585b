// Files of graphs that are refused, on all ranks with one sentence, and of answers, which all ranks write together.
#include <sys/resource.h>

#include <csignal>

#include "../test.hpp"
#include "answer_file.hpp"
#include "base/arena.hpp"
#include "load/graph_file_layout.hpp"
#include "shared_scratch.hpp"
#include "slice.hpp"
#include "stepping.hpp"

namespace wayfront::ranks {
namespace {

std::string refusal(const std::filesystem::path& file, const Ranks& ranks) {
  return host::refusal_by([&] {
    const auto source = open_slices({file, Balance::arcs}, ranks);
    with_weight_type(source->graph().weights, [&]<WeightType W>() { const Slice<W> slice(*source, ranks); });
  });
}

void overwrite(const std::filesystem::path& path, std::uint64_t at, char byte) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(at));
  file.put(byte);
}

TEST_CASE("files that are missing, damaged, or of another graph or split are refused on all ranks with one sentence") {
  const Ranks ranks;
  const auto count = static_cast<std::uint64_t>(ranks.count());
  const SharedScratch scratch(ranks);
  const auto last = host::slice_path(scratch / "g.wfs", count - 1, count);
  const auto grid = host::conformance::grid<std::int32_t>(20, 20, 1);
  const auto write = [&](const TestGraph<std::int32_t>& graph) {
    ranks.wait_for_all();
    if (ranks.id() == 0) {
      host::write_graph_file(scratch / "g.wfg", loaded(graph, OffsetKind::offsets32));
      host::write_slices(loaded(graph, OffsetKind::offsets32), scratch / "g.wfs", count, Balance::arcs);
    }
    ranks.wait_for_all();
  };
  const auto after = [&](const char* name, const auto& damage) {
    ranks.wait_for_all();
    if (ranks.id() == 0) damage();
    ranks.wait_for_all();
    const std::string said = refusal(scratch / name, ranks);
    INFO(said);
    return said;
  };
  const auto has = [](const std::string& text, const char* words) {
    INFO(text);
    CHECK(host::contains(text, words));
  };
  write(grid);
  CHECK(refusal(scratch / "g.wfs", ranks).empty());
  has(after("g.wfs", [&] { std::filesystem::remove(last); }), "No such file or directory");
  write(grid);
  has(after("g.wfs", [&] { std::filesystem::resize_file(last, 1000); }), "truncated");
  write(grid);
  has(after("g.wfs", [&] { overwrite(last, std::filesystem::file_size(last) - 2, 77); }), "is damaged");
  write(grid);
  if (count > 1) {
    if (ranks.id() == 0) {
      host::write_slices(loaded(host::conformance::grid<std::int32_t>(20, 20, 2), OffsetKind::offsets32),
                         scratch / "h.wfs", count, Balance::arcs);
      std::filesystem::copy_file(host::slice_path(scratch / "h.wfs", count - 1, count), last,
                                 std::filesystem::copy_options::overwrite_existing);
    }
    ranks.wait_for_all();
    has(refusal(scratch / "g.wfs", ranks), "is of another graph, or of another split");
    if (ranks.id() == 0) {
      std::filesystem::copy_file(host::slice_path(scratch / "h.wfs", 0, count), last,
                                 std::filesystem::copy_options::overwrite_existing);
    }
    ranks.wait_for_all();
    has(refusal(scratch / "g.wfs", ranks), "is read as slice");
  }
}

TEST_CASE("weights that are negative or no numbers are refused with their place") {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  TestGraph<float> test{20, {}, {0}};
  for (Vertex v = 0; v < 19; ++v) test.add(v, v + 1, v == 17 ? -2.5F : 1.F);
  if (ranks.id() == 0) host::write_graph_file(scratch / "g.wfg", loaded(test, OffsetKind::offsets32));
  ranks.wait_for_all();
  const std::string negative = refusal(scratch / "g.wfg", ranks);
  INFO(negative);
  CHECK(host::contains(negative, "arc 17, from vertex 17 to vertex 18, has the weight -2.5"));
  if (ranks.id() == 0) {
    std::ifstream file(scratch / "g.wfg", std::ios::binary);
    host::GraphFileHeader header{};
    file.read(reinterpret_cast<char*>(&header), sizeof header);
    for (const std::uint64_t byte : {0U, 1U, 2U, 3U})
      overwrite(scratch / "g.wfg", header.sections[2].offset + 18 * sizeof(float) + byte, static_cast<char>(0xff));
    overwrite(scratch / "g.wfg", header.sections[2].offset + 17 * sizeof(float) + 3, 0x40);
  }
  ranks.wait_for_all();
  const std::string nan = refusal(scratch / "g.wfg", ranks);
  INFO(nan);
  CHECK(host::contains(nan, "arc 18, from vertex 18 to vertex 19, has the weight"));
}

/// Changes the header of a file, whose checksum then is right again.
template <class Header, class Change>
void forge(const std::filesystem::path& path, const Change& change) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  Header header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  change(header);
  header.checksum = host::checksum_of(header);
  file.seekp(0);
  file.write(reinterpret_cast<const char*>(&header), sizeof header);
}

TEST_CASE("more vertices than ids number are refused with what they would need") {
  const Ranks ranks;
  const auto count = static_cast<std::uint64_t>(ranks.count());
  const SharedScratch scratch(ranks);
  const auto more = [](auto& header) { header.vertices = 5'000'000'000; };
  if (ranks.id() == 0) {
    const auto graph = loaded(host::conformance::grid<std::int32_t>(20, 20, 1), OffsetKind::offsets32);
    host::write_graph_file(scratch / "g.wfg", graph);
    host::write_slices(graph, scratch / "g.wfs", count, Balance::arcs);
    forge<host::GraphFileHeader>(scratch / "g.wfg", more);
    for (std::uint64_t slice = 0; slice < count; ++slice)
      forge<host::SliceHeader>(host::slice_path(scratch / "g.wfs", slice, count), more);
  }
  ranks.wait_for_all();
  for (const char* name : {"g.wfg", "g.wfs"}) {
    const std::string said = refusal(scratch / name, ranks);
    INFO(said);
    CHECK(host::contains(
        said,
        "5000000000 vertices, but ids have 32 bits: at most 4294967294; more would need 8 bytes for each "
        "target"));
  }
}

TEST_CASE("slices of another number than that of the ranks are refused with both numbers and what to do") {
  const Ranks ranks;
  const auto count = static_cast<std::uint64_t>(ranks.count());
  const SharedScratch scratch(ranks);
  if (ranks.id() == 0)
    host::write_slices(loaded(host::conformance::grid<std::int32_t>(20, 20, 1), OffsetKind::offsets32),
                       scratch / "g.wfs", count + 2, Balance::arcs);
  ranks.wait_for_all();
  const std::string without = refusal(scratch / "g.wfs", ranks);
  INFO(without);
  CHECK(host::contains(without, "there are " + std::to_string(count) + " ranks, but the graph was split into " +
                                    std::to_string(count + 2) + " slices"));
  CHECK(host::contains(without, "--parts " + std::to_string(count)));
  ranks.wait_for_all();
  if (ranks.id() == 0)
    for (std::uint64_t slice = 0; slice < count; ++slice)
      std::filesystem::rename(host::slice_path(scratch / "g.wfs", slice, count + 2),
                              host::slice_path(scratch / "g.wfs", slice, count));
  ranks.wait_for_all();
  const std::string renamed = refusal(scratch / "g.wfs", ranks);
  INFO(renamed);
  CHECK(host::contains(renamed, "is slice 1 of " + std::to_string(count + 2) + ", but there are " +
                                    std::to_string(count) + " ranks; start " + std::to_string(count + 2) + " ranks"));
}

/// Of the grid of 600 vertices in g.wfg, which rank 0 writes.
Slice<std::int32_t> grid_slice(const SharedScratch& scratch, const Ranks& ranks) {
  const auto test = host::conformance::grid<std::int32_t>(30, 20, 1);
  write_graph(test, scratch, ranks);
  return Slice<std::int32_t>(*open_slices({scratch / "g.wfg"}, ranks), ranks);
}

TEST_CASE("an answer is written by all ranks into one file, and read again; another type or length is refused") {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  const Slice<std::int32_t> slice = grid_slice(scratch, ranks);
  host::Arena arena(1);
  SteppingWork work;
  const std::vector<std::int32_t> distances = Stepping<std::int32_t>(slice, ranks, arena, 5).solve(0, work);
  for (const char* name : {"d.npy", "d.{rank}.npy"}) {
    write_distances<std::int32_t>(scratch / name, distances, slice.graph(), ranks);
    CHECK(read_distances<std::int32_t>(scratch / name, slice.graph(), ranks) == distances);
  }
  CHECK(std::filesystem::file_size(scratch / "d.npy") == 128 + 600 * 4);
  CHECK_THROWS_AS(read_distances<float>(scratch / "d.npy", slice.graph(), ranks), host::UserError);
  CHECK_THROWS_AS(read_distances<std::int32_t>(scratch / "g.wfg", slice.graph(), ranks), host::UserError);
  CHECK_THROWS_AS(write_distances<std::int32_t>(scratch / "no/d.npy", distances, slice.graph(), ranks),
                  host::UserError);
}

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

TEST_CASE("a disk that is full on one rank is told to all, and the file from before stays") {
  const Ranks ranks;
  const SharedScratch scratch(ranks);
  const Slice<std::int32_t> slice = grid_slice(scratch, ranks);
  std::vector<std::int32_t> old(slice.vertices(), 1), other(slice.vertices(), 2);
  for (const char* name : {"d.npy", "d.{rank}.npy"}) {
    CAPTURE(name);
    write_distances<std::int32_t>(scratch / name, old, slice.graph(), ranks);
    ranks.wait_for_all();
    const std::size_t files = files_in(scratch / "");
    ranks.wait_for_all();
    const bool is_last = ranks.id() + 1 == ranks.count();
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    if (is_last) {
      const rlimit small{200, before.rlim_max};  // a header fits, rows do not
      ::setrlimit(RLIMIT_FSIZE, &small);
    }
    const std::string fault =
        host::refusal_by([&] { write_distances<std::int32_t>(scratch / name, other, slice.graph(), ranks); });
    ::setrlimit(RLIMIT_FSIZE, &before);
    INFO(fault);
    CHECK(fault.find("rank " + std::to_string(ranks.count() - 1) + ": ") == 0);
    CHECK(host::contains(fault, "cannot be written: File too large"));
    ranks.wait_for_all();
    CHECK(files_in(scratch / "") == files);
    CHECK(read_distances<std::int32_t>(scratch / name, slice.graph(), ranks) == old);
    ranks.wait_for_all();
  }
}

}  // namespace
}  // namespace wayfront::ranks
