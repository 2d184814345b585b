// Right answers to random graphs, written in every format and changed at random: each is proved if and only if it is
// still right.
#include "engine/claims/claim_judge.hpp"

#include "../output_of.hpp"
#include "answers/claims/claim.hpp"
#include "answers/matrix_file.hpp"
#include "answers/solution_file.hpp"
#include "conformance/reference.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace claim_judge_test {

constexpr Vertex vertices = 24;
constexpr Vertex island = 3;  // the last vertices, to which no arc leads

using Random = std::mt19937;

std::uint32_t below(Random& random, std::uint32_t bound) { return static_cast<std::uint32_t>(random()) % bound; }

template <WeightType W>
LoadedGraph random_graph(Random& random, bool negative = false) {
  std::vector<Arc<W>> arcs;
  for (Vertex v = 1; v < vertices - island; ++v) arcs.push_back({below(random, v), v, W(1 + below(random, 9))});
  for (int i = 0; i < 60; ++i) {
    const Vertex from = below(random, vertices), to = below(random, vertices - island);
    arcs.push_back({from, to, W(1 + below(random, 9))});
    // Exact in float16, too, and never the sum of others.
    if constexpr (std::is_floating_point_v<W>) arcs.back().weight += W(0.25);
  }
  if (negative)  // no cycle has a negative weight: arcs down the numbers alone
    for (int i = 0; i < 10; ++i) {
      const Vertex from = below(random, vertices - island - 1);
      arcs.push_back({from, from + 1, W(-1)});
    }
  LoadedGraph loaded;
  loaded.graph = make_graph<W>(vertices, arcs, OffsetKind::offsets32);
  loaded.name = "random";
  loaded.ids = VertexIds(1);
  return loaded;
}

/// Writes an answer to a file of some format.
template <WeightType W>
using Writer = std::function<void(const std::filesystem::path&, std::vector<W>&)>;

template <WeightType W>
Writer<W> solution(SolutionFormat format) {
  return [format](const auto& file, std::vector<W>& d) { write_distances(file, format, output_of(d), VertexIds(1)); };
}

template <WeightType W>
std::map<std::string, Writer<W>> writers() {
  return {
      {"text", solution<W>(SolutionFormat::text)},
      {"csv", solution<W>(SolutionFormat::csv)},
      {"npy", solution<W>(SolutionFormat::npy)},
      {"jsonl", solution<W>(SolutionFormat::jsonl)},
      {"npz",
       [](const auto& file, std::vector<W>& d) {
         std::vector<Vertex> columns(d.size());
         for (Vertex v = 0; v < d.size(); ++v) columns[v] = v;
         const auto matrix = open_matrix(file, MatrixFormat::npz, {1, columns, weight_kind<W>});
         matrix->write(0, output_of(d));
         matrix->finish();
       }},
  };
}

ClaimShape shape_of(const LoadedGraph& loaded, std::span<const Vertex> sources) {
  static const Asked all;
  return {.ids = loaded.ids, .graph = loaded.graph->info(), .sources = sources, .asked = all};
}

/// "right", "wrong", "overflow", "undecided", or "refused" for a file that is not an answer.
std::string verdict_of(const LoadedGraph& loaded, const std::filesystem::path& file, ClaimContent content,
                       Vertex source = 0) {
  const Vertex sources[] = {source};
  try {
    Claim claim = read_claim(file, shape_of(loaded, sources), content);
    const ClaimVerdict verdict = judge_claim(loaded, sources, {}, claim, 1);
    if (verdict.finding != Finding::right) CHECK(verdict.reason != "");
    return std::string(name(verdict.finding));
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::input);
    return "refused";
  }
}

template <WeightType W>
void change(Random& random, std::vector<W>& d) {
  const Vertex v = below(random, vertices), other = below(random, vertices);
  const auto step = static_cast<W>(1 + below(random, 3));
  switch (below(random, 8)) {
    case 0:
      d[v] = d[v] == unreached<W> ? step : d[v] + step;
      return;
    case 1:
      if (d[v] != unreached<W>) d[v] -= step;
      return;
    case 2:
      std::swap(d[v], d[other]);
      return;
    case 3:
      d[v] = unreached<W>;
      return;
    case 4:
      d[v] = d[other];
      return;
    case 5:  // all too long together
      for (W& entry : d)
        if (entry != unreached<W> && entry != 0) entry += step;
      return;
    case 6:
      if constexpr (std::is_floating_point_v<W>)
        d[v] = d[v] == unreached<W> ? W(7) : std::nextafter(d[v], W(0));
      else
        d[v] = 0;
      return;
    default:
      d[v] = below(random, 2) == 0 ? W(1'000'000) : -step;
      return;
  }
}

template <WeightType W>
void try_distances(bool negative, int& proved, int& refuted) {
  Random random(7);
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "answer";
  for (int graph = 0; graph < 6; ++graph) {
    const LoadedGraph loaded = random_graph<W>(random, negative);
    const auto reference = conformance::solve_plainly<W>(*loaded.graph, 0);
    if (reference.kind != conformance::Kind::distances) continue;
    const std::vector<W>& right = reference.distances;
    for (const auto& [format, write] : writers<W>()) {
      CAPTURE(format);
      for (int i = 0; i < 12; ++i) {
        std::vector<W> d = right;
        if (i > 0) change(random, d);
        std::filesystem::remove(file);
        write(file, d);
        const std::string verdict = verdict_of(loaded, file, ClaimContent::distances);
        CHECK(verdict == (d == right ? "right" : "wrong"));
        ++(d == right ? proved : refuted);
      }
    }
  }
}

TEST_CASE("changed distances are refuted, in all formats and types; what is still right is proved") {
  int proved = 0, refuted = 0;
  try_distances<std::int32_t>(false, proved, refuted);
  try_distances<std::int64_t>(true, proved, refuted);
  try_distances<float>(false, proved, refuted);
  try_distances<double>(true, proved, refuted);
  MESSAGE(proved << " proved, " << refuted << " refuted");
  CHECK(proved > 100);
  CHECK(refuted > 700);
}

TEST_CASE("changed files are refused or refuted, unless they still say the same") {
  Random random(3);
  const Scratch scratch;
  const Vertex sources[] = {0};
  const LoadedGraph loaded = random_graph<std::int32_t>(random);
  std::vector<std::int32_t> right = conformance::solve_plainly<std::int32_t>(*loaded.graph, 0).distances;
  int proved = 0, other = 0;
  for (const auto& [format, write] : writers<std::int32_t>()) {
    CAPTURE(format);
    const std::filesystem::path file = scratch.path() / "answer", changed = scratch.path() / "changed";
    std::filesystem::remove(file);
    write(file, right);
    const std::string bytes = content_of(file);
    for (int i = 0; i < 150; ++i) {
      std::string text = bytes;
      const std::size_t at = random() % text.size();
      if (i % 3 == 0)
        text[at] = static_cast<char>("0123456789. \n-e\"\x80"[random() % 17]);
      else if (i % 3 == 1)
        text.erase(at, 1 + random() % 4);
      else
        text.resize(at);
      std::ofstream(changed, std::ios::binary | std::ios::trunc) << text;
      const std::string verdict = verdict_of(loaded, changed, ClaimContent::distances);
      ++(verdict == "right" ? proved : other);
      if (verdict != "right") continue;
      const Claim claim = read_claim(changed, shape_of(loaded, sources), ClaimContent::distances);
      CHECK(std::ranges::equal(claim.distances_as<std::int32_t>(0, vertices), right));
    }
  }
  MESSAGE(proved << " proved, " << other << " not");
  CHECK(other > 500);
}

}  // namespace claim_judge_test
}  // namespace wayfront::host
