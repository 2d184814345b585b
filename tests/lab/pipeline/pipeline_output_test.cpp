#include "pipeline/pipeline_parts.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

#include "pipeline_files.hpp"

namespace wayfront::host {
namespace {

std::string error(const std::string& keys, const std::string& problem = "") {
  return errors(graph + problem + "[output]\n" + keys + run);
}
bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

const std::string nearest = "[problem]\nmode = 'nearest'\n";

TEST_CASE("a matrix needs no trees, labels and predecessors do") {
  const Pipeline plain = parse(graph + "[output]\nmatrix = 'D.npz'\n" + run);
  REQUIRE(plain.output.matrix.has_value());
  CHECK(plain.output.matrix->format == MatrixFormat::npz);
  CHECK(plain.output.any());
  CHECK_FALSE(plain.cases[0].question.predecessors);
  const Pipeline labels = parse(graph + nearest + "[output]\nlabels = 'l.csv'\nmatrix = 'D.npy'\n" + run);
  REQUIRE(labels.output.labels.has_value());
  CHECK(labels.output.labels->format == SolutionFormat::csv);
  CHECK(labels.output.matrix->format == MatrixFormat::npy);
  CHECK(labels.cases[0].question.predecessors);
}

TEST_CASE("the matrix's format is by its suffix alone, and no case is left without labels' mode") {
  CHECK(has(error("matrix = 'D.csv'\n"), "p.toml:4:10: error: [output]: the name D.csv does not end in .npy or .npz"));
  CHECK(has(error("matrix = 'D.txt'\nformat = 'npy'\n"), "does not end in .npy or .npz"));
  CHECK(has(error("matrix = 'D{source}.npy'\n"), "{source} in the name D{source}.npy is unknown; known are {case}"));
  CHECK(error("matrix = 'D{case}.npy'\n") == "");
  CHECK(has(error("labels = 'l.csv'\n"), "p.toml:4:10: error: [output]: 'labels' needs [problem] mode = \"nearest\""));
  CHECK(has(error("labels = 'l.csv'\n", "[[problem]]\nmode = 'nearest'\n[[problem]]\nlimit = 1\n"), "'labels' needs"));
  CHECK(has(error("labels = 'l.foo'\n", nearest), "l.foo does not end in"));
  CHECK(error("labels = 'l.foo'\nformat = 'csv'\n", nearest) == "");
}

TEST_CASE("no two keys name one file") {
  for (const auto& [a, b] : {std::pair("distances", "predecessors"), {"distances", "matrix"}, {"labels", "matrix"}}) {
    const std::string text = error(std::string(a) + " = 'x.npy'\n" + b + " = 'x.npy'\n", nearest);
    CHECK(has(text, "'" + std::string(a) + "' and '" + b + "' name the same file"));
  }
}

}  // namespace
}  // namespace wayfront::host
