#include "answers/solution_writer.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "../../scratch.hpp"
#include "base/errors.hpp"

namespace wayfront::host {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Answered {
  std::vector<std::int32_t> distances = {3, 0};
  std::vector<Vertex> tree = {1, no_vertex};
  Output output;
  Answered() {
    output.vertices = 2;
    output.distances = distances.data();
  }
};

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
  SolutionWriter writer(plan(scratch.path() / "d-{source}", scratch.path() / "{case}-{source}.csv"), "", sources, ids,
                        [](std::string_view) { FAIL("a note"); });
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

TEST_CASE("what would overwrite itself, or cannot be written, is refused before anything is measured") {
  const Scratch scratch;
  const VertexIds ids;
  const std::vector<Vertex> sources = {0, 1};
  const auto message = [&](const OutputPlan& made, const std::string& label, std::size_t count) {
    try {
      SolutionWriter(made, label, std::span(sources).first(count), ids, [](std::string_view) {});
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(message(plan(scratch.path() / "d"), "", 2).find("put {source} into the name") != std::string::npos);
  CHECK(message(plan(scratch.path() / "d"), "", 1) == "");
  CHECK(message(plan(scratch.path() / "d"), "a graph", 1).find("put {case} into the name") != std::string::npos);
  CHECK(message(plan(scratch.path() / "d {case}"), "a/graph", 1) == "");
  CHECK(message(plan(scratch.path() / "none" / "d"), "", 1).find("none") != std::string::npos);
  CHECK(std::filesystem::is_empty(scratch.path()));
}

TEST_CASE("a negative cycle has no distances: a note, and no file") {
  const Scratch scratch;
  const VertexIds ids;
  const std::vector<Vertex> sources = {1};
  std::string note;
  SolutionWriter writer(plan(scratch.path() / "d"), "", sources, ids, [&](std::string_view text) { note = text; });
  Answered answer;
  answer.output.outcome = Outcome::negative_cycle;
  writer.write(std::vector<Vertex>{1}, answer.output, {});
  CHECK(note.find("from source 1 there is a negative cycle") != std::string::npos);
  CHECK(std::filesystem::is_empty(scratch.path()));
  CHECK_FALSE(writer.wants(1));
}

TEST_CASE("a file that cannot be written ends the writing with a note, and the answers that are missing are counted") {
  const Scratch scratch;
  const VertexIds ids(5);
  const std::vector<Vertex> sources = {0, 1, 2};
  std::vector<std::string> notes;
  SolutionWriter writer(plan(scratch.path() / "d-{source}"), "", sources, ids,
                        [&](std::string_view text) { notes.emplace_back(text); });
  Answered answer;
  writer.write(std::vector<Vertex>{0}, answer.output, answer.tree);
  CHECK(writer.unwritten().empty());
  std::filesystem::create_symlink("/dev/full", scratch.path() / "d-6");
  writer.write(std::vector<Vertex>{1}, answer.output, answer.tree);
  CHECK(writer.unwritten().find("answers from 2 of 3 sources are not written: ") == 0);
  CHECK(writer.unwritten().find("d-6: cannot be written: No space left on device") != std::string::npos);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].find("No space left on device; no more answers are written, and the run continues") !=
        std::string::npos);
  CHECK_FALSE(writer.wants(1));
  CHECK_FALSE(writer.wants(2));
  writer.write(std::vector<Vertex>{2}, answer.output, answer.tree);
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "d-7"));
  CHECK(content_of(scratch.path() / "d-5") == "5 3\n6 0\n");
}

}  // namespace
}  // namespace wayfront::host
