// Answers in files, which all ranks write together.
#include "answer_file.hpp"

#include <sys/resource.h>

#include <csignal>

#include "../test.hpp"
#include "base/arena.hpp"
#include "shared_scratch.hpp"
#include "slice.hpp"
#include "stepping.hpp"

namespace wayfront::ranks {
namespace {

/// Of the grid of 600 vertices in g.wfg, which rank 0 writes.
Slice<std::int32_t> grid_slice(const SharedScratch& scratch, const Ranks& ranks) {
  const auto test = host::conformance::grid<std::int32_t>(30, 20, 1);
  if (ranks.id() == 0) host::write_graph_file(scratch / "g.wfg", loaded(test, OffsetKind::offsets32));
  ranks.wait_for_all();
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
