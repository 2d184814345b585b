#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace {

const std::filesystem::path data = std::filesystem::path(WAYFRONT_TEST_DATA) / "dimacs";

TEST_CASE("a graph that cannot fit is refused before memory is asked for") {
  // compressed, so that its size does not tell that there cannot be so many
  CHECK_THROWS_WITH_AS(load(data / "too_many_arcs.gr.gz"),
                       doctest::Contains("too_many_arcs.gr.gz:1: 10 vertices and 1000000000000 arcs need 12.0 TB of "
                                         "memory, but "),
                       UserError);
}

Vertex pick(std::mt19937& random, std::uint64_t count) { return static_cast<Vertex>(random() % count); }

/// One arc in one of the many ways to write it.
std::string written(const Arc<std::int32_t>& arc, std::mt19937& random) {
  const bool plain = random() % 4 != 0;
  const auto blank = [&] { return plain ? " " : random() % 2 == 0 ? "\t" : "   "; };
  std::string line = plain ? "a" : random() % 2 == 0 ? " a" : "a";
  const auto number = [&](std::int64_t value, bool sign) {
    line += blank();
    if (!plain && sign && value >= 0 && random() % 2 == 0) line += '+';
    if (value < 0) line += '-';
    if (!plain && random() % 4 == 0) line += "000";
    line += std::to_string(value < 0 ? -value : value);
  };
  number(std::int64_t{arc.source} + 1, false);
  number(std::int64_t{arc.target} + 1, false);
  number(arc.weight, true);
  if (!plain && random() % 2 == 0) line += ' ';
  line += random() % 8 == 0 ? "\r\n" : "\n";
  if (random() % 50 == 0) line += "c a comment\n";
  if (random() % 50 == 0) line += "\n";
  return line;
}

TEST_CASE("numbers of every length, in every spelling, are what they say") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const Vertex vertices = 1 + pick(random, seed % 2 == 0 ? 12'000'000 : 1000);
    const std::size_t count = 1 + random() % 5000;
    std::vector<Arc<std::int32_t>> arcs;
    std::string text = "p sp " + std::to_string(vertices) + " " + std::to_string(count) + "\n";
    for (std::size_t i = 0; i < count; ++i) {
      const auto size = static_cast<std::int32_t>((random() & 0x7fff'ffffU) >> (random() % 31));
      const std::int32_t weight = std::min(size, 2147483646) * (random() % 3 == 0 ? -1 : 1);
      arcs.push_back({pick(random, vertices), pick(random, vertices), weight});
      text += written(arcs.back(), random);
    }
    text += "c " + std::string(vertices / 8, '-') + "\n";  // so many vertices need a file of some length
    std::ranges::stable_sort(arcs, {}, &Arc<std::int32_t>::source);
    CHECK(same(arcs_of<std::int32_t>(load_text(text)), arcs));
    std::vector<Arc<float>> rounded;
    for (const Arc<std::int32_t>& arc : arcs)
      rounded.push_back({arc.source, arc.target, static_cast<float>(arc.weight)});
    CHECK(same(arcs_of<float>(load_text(text, {.weights = WeightKind::float32})), rounded));
  }
}

TEST_CASE("any prefix and any flipped byte of a file loads or is refused with a sentence") {
  std::mt19937 random(1);
  std::string whole = "c\np sp 50 40\n";
  for (int i = 0; i < 40; ++i) whole += written({pick(random, 50), pick(random, 50), 1 + i * 1000}, random);
  const Scratch scratch;
  const auto survives = [&](std::string_view text) {
    try {
      const LoadedGraph loaded = load(scratch.write("x.gr", text), {.loader = "dimacs"});
      CHECK(loaded.graph->info().edges <= 40);
    } catch (const UserError& error) {
      CHECK(error.code() == ExitCode::input);
    }
  };
  for (std::size_t size = 1; size < whole.size(); size += 3) survives(std::string_view(whole).substr(0, size));
  for (int i = 0; i < 500; ++i) {
    std::string text = whole;
    for (int flips = 0; flips < 3; ++flips) text[random() % text.size()] = static_cast<char>(random() % 256);
    survives(text);
  }
}

}  // namespace
}  // namespace wayfront::host
