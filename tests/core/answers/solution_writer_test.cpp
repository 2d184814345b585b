#include "answers/solution_writer.hpp"

#include "../output_of.hpp"

namespace wayfront::host {
namespace solution_writer_test {

struct Answered {
  std::vector<std::int32_t> distances = {3, 0};
  std::vector<Vertex> tree = {1, no_vertex};
  Output output = output_of(distances);
};

GraphInfo of(Vertex vertices) { return {.vertices = vertices}; }

OutputPlan plan(const std::filesystem::path& distances, const std::filesystem::path& predecessors = {}) {
  OutputPlan made;
  made.distances = OutputPlan::File{distances.string(), SolutionFormat::text};
  if (!predecessors.empty()) made.predecessors = OutputPlan::File{predecessors.string(), SolutionFormat::csv};
  return made;
}

TEST_CASE("each source has files of its own, written once") {
  const Scratch scratch;
  const VertexIds ids(5);
  const std::vector<Vertex> sources = {0, 1};
  SolutionWriter writer(plan(scratch.path() / "d-{source}", scratch.path() / "{case}-{source}.csv"), "", sources, {},
                        of(2), ids, [](std::string_view) { FAIL("a note"); });
  Answered answer;
  CHECK(writer.wants(1));
  writer.write(std::vector<Vertex>{1}, answer.output, answer.tree);
  CHECK_FALSE(writer.wants(1));
  CHECK(writer.wants(0));
  CHECK(content_of(scratch.path() / "d-6") == "5 3\n6 0\n");
  CHECK(content_of(scratch.path() / "-6.csv") == "id,predecessor\n5,6\n6,6\n");
  answer.distances = {0, 0};
  writer.write(std::vector<Vertex>{1}, answer.output, answer.tree);
  CHECK(content_of(scratch.path() / "d-6") == "5 3\n6 0\n");
}

/// A matrix of numbers of int32 behind its header.
std::vector<std::int32_t> entries_of(const std::filesystem::path& file) {
  const std::string bytes = content_of(file);
  REQUIRE(bytes.size() >= 128);
  std::vector<std::int32_t> entries((bytes.size() - 128) / sizeof(std::int32_t));
  std::memcpy(entries.data(), bytes.data() + 128, entries.size() * sizeof(std::int32_t));
  return entries;
}

TEST_CASE(
    "a matrix has the rows in the order of the sources, whatever order they come in, and a name at the end alone") {
  const Scratch scratch;
  const VertexIds ids = VertexIds::of_numbers({70, 5});  // the columns are 5, 70
  OutputPlan made;
  const std::filesystem::path file = scratch.path() / "D.npy";
  made.matrix = {file.string(), MatrixFormat::npy};
  SolutionWriter writer(made, "", {1, 0}, {}, of(2), ids, [](std::string_view) { FAIL("a note"); });
  std::vector<std::int32_t> distances = {0, 4};
  const Output output = output_of(distances);
  writer.write(std::vector<Vertex>{0}, output, {});
  CHECK(std::filesystem::is_empty(scratch.path()));
  distances = {3, 0};
  writer.write(std::vector<Vertex>{1}, output, {});
  CHECK(entries_of(file) == std::vector<std::int32_t>{0, 3, 4, 0});
  CHECK_FALSE(writer.wants(0));
}

TEST_CASE("a batch fills several rows, and targets are the columns") {
  const Scratch scratch;
  OutputPlan made;
  made.matrix = {(scratch.path() / "{case}.npy").string(), MatrixFormat::npy};
  made.distances = OutputPlan::File{(scratch.path() / "{case}-{source}.txt").string(), SolutionFormat::text};
  const VertexIds ids(1);
  SolutionWriter writer(made, "c", {2, 0}, {.targets = {1, 0}}, of(3), ids, [](std::string_view) { FAIL("a note"); });
  std::vector<std::int32_t> distances = {7, 8, 0, 0, 1, 2};
  std::vector<std::int32_t> exact_to(2);
  const Output output = output_of(distances, exact_to);
  writer.write(std::vector<Vertex>{2, 0}, output, {});
  CHECK(entries_of(scratch.path() / "c.npy") == std::vector<std::int32_t>{8, 7, 1, 0});
  CHECK(content_of(scratch.path() / "c-3.txt") == "2 8\n1 7\n");
  CHECK(content_of(scratch.path() / "c-1.txt") == "2 1\n1 0\n");
}

TEST_CASE("the virtual vertex of mode nearest is in no file, and the sources are their own predecessors") {
  const Scratch scratch;
  const VertexIds ids = VertexIds(1).with_virtual_vertex(5, "the nearest of 2 sources");
  OutputPlan made = plan(scratch.path() / "d", scratch.path() / "p");
  made.labels = OutputPlan::File{(scratch.path() / "l").string(), SolutionFormat::jsonl};
  made.matrix = {(scratch.path() / "D.npy").string(), MatrixFormat::npy};
  SolutionWriter writer(made, "", {4}, {.nearest = true}, of(5), ids, [](std::string_view) { FAIL("a note"); });
  std::vector<std::int32_t> distances = {2, 0, 0, 0x7fffffff, 0};
  const std::vector<Vertex> tree = {2, 4, 4, no_vertex, no_vertex};
  const Output output = output_of(distances);
  writer.write(std::vector<Vertex>{4}, output, tree);
  CHECK(content_of(scratch.path() / "d") == "1 2\n2 0\n3 0\n4 inf\n");
  CHECK(content_of(scratch.path() / "p") == "id,predecessor\n1,3\n2,2\n3,3\n4,-1\n");
  CHECK(content_of(scratch.path() / "l") ==
        "{\"id\":1,\"label\":3}\n{\"id\":2,\"label\":2}\n{\"id\":3,\"label\":3}\n{\"id\":4,\"label\":null}\n");
  CHECK(entries_of(scratch.path() / "D.npy") == std::vector<std::int32_t>{2, 0, 0, 0x7fffffff});
}

}  // namespace solution_writer_test
}  // namespace wayfront::host
