// Solvers of `auto` where the plugins do as they are told. The library has no others: it is a copy in a place of its own.
#include <stop_token>

#include "../arrays.hpp"

namespace wayfront {
namespace choice_test {

/// As long as it lives, the plugin behaves that way.
class Steer {
 public:
  Steer(const std::string& plugin, const std::string& how) : variable_("steer " + plugin) {
    ::setenv(variable_.c_str(), how.c_str(), 1);
  }
  ~Steer() { ::unsetenv(variable_.c_str()); }
  Steer(const Steer&) = delete;
  Steer& operator=(const Steer&) = delete;

 private:
  std::string variable_;
};

Library library() { return Library({.plugins = {WAYFRONT_STEERED_PLUGINS}, .threads = 1}); }

const auto arrays = random_arrays<std::int32_t>(120, 4);
SharedGraph graph() { return library().adopt(arrays.view()); }

const Options no_race = {{"race", false}}, race = {{"sources", 1'000'000}};

bool any_has(const std::vector<std::string>& notes, std::string_view part) {
  return std::ranges::any_of(notes, [&](const std::string& note) { return host::contains(note, part); });
}

void check_row(Solver& solver, Vertex source = 77, const Arrays<std::int32_t>& of = arrays) {
  const Result result = solver.solve(source);
  CHECK(std::ranges::equal(result.distances<std::int32_t>(), reference_distances(of, source)));
}

std::string other(const std::string& plugin) { return plugin == "dijkstra" ? "delta-stepping" : "dijkstra"; }

TEST_CASE("the next plugin takes the place of one that cannot be prepared") {
  for (const bool isolated : {false, true}) {
    CAPTURE(isolated);
    const SolverOptions how = {.isolated = isolated};
    const std::string first = library().solver(graph(), "auto", no_race, how).plugin();
    for (const char* const what : {"decline", "no memory", "lost device", "fail"}) {
      CAPTURE(what);
      const Steer steer(first, what);
      Solver solver = library().solver(graph(), "auto", no_race, how);
      CHECK(solver.plugin() == other(first));
      CHECK(any_has(solver.notes(), "auto: " + first + (std::string_view(what) == "decline" ? " declined" : " failed") +
                                        ": it was told"));
      check_row(solver);
      const Steer both(other(first), "no memory");
      CHECK_THROWS_AS(library().solver(graph(), "auto", no_race, how), SolveError);
      CHECK_THROWS_AS(library().solver(graph(), other(first), {}, how), SolveError);
    }
  }
}

TEST_CASE("the faster plugin wins a race, and isolated ones share one copy of the graph") {
  for (const bool isolated : {false, true}) {
    CAPTURE(isolated);
    const std::string first = library().solver(graph(), "auto", no_race, {.isolated = isolated}).plugin();
    {
      const Steer slow(first, "slow"), alone(other(first), isolated ? "one copy" : "");
      Solver solver = library().solver(graph(), "auto", race, {.isolated = isolated});
      CAPTURE(solver.notes().front());
      CHECK(solver.plugin() == other(first));
      CHECK(any_has(solver.notes(), "auto: " + other(first) + ", "));
      CHECK(any_has(solver.notes(), "for 1000000 sources; next " + first));
      check_row(solver);
    }
    const Steer slow(other(first), "slow");
    CHECK(library().solver(graph(), "auto", race, {.isolated = isolated}).plugin() == first);
  }
}

TEST_CASE("a user's plugin is chosen where it is the fastest and the question is long enough for a race") {
  const Library with_template({.plugins = {WAYFRONT_STEERED_PLUGINS, WAYFRONT_TEMPLATE_PLUGINS}, .threads = 1});
  const SharedGraph shared = with_template.adopt(arrays.view());
  const Steer one("dijkstra", "slow"), two("delta-stepping", "slow");
  for (const bool isolated : {false, true}) {
    CAPTURE(isolated);
    Solver solver = with_template.solver(shared, "auto", race, {.isolated = isolated});
    CHECK(solver.plugin() == "my-plugin");
    check_row(solver);
    CHECK(with_template.solver(shared, "auto", {{"sources", 2}}, {.isolated = isolated}).plugin() != "my-plugin");
  }
}

TEST_CASE("one that takes too long to prepare for a race is chosen where it is expected to be far ahead") {
  constexpr int side = 300;
  Arrays<std::int32_t> grid;
  for (int u = 0; u < side * side; ++u) {
    for (const int v : {u - side, u % side == 0 ? -1 : u - 1, (u + 1) % side == 0 ? -1 : u + 1, u + side})
      if (v >= 0 && v < side * side) grid.targets.push_back(v);
    grid.weights.resize(grid.targets.size(), 1 + u % 7);
    grid.offsets.push_back(static_cast<int>(grid.targets.size()));
  }
  const Library three({.plugins = {WAYFRONT_STEERED_PLUGINS, WAYFRONT_SWEEP_PLUGINS}, .threads = 1});
  const Steer one("dijkstra", "slow"), two("delta-stepping", "slow");
  const auto chosen = [&](const Options& how) { return three.solver(three.adopt(grid.view()), "auto", how).plugin(); };
  CHECK(chosen({{"sources", 60}, {"race", false}}) != "separator-sweep");
  CHECK(chosen({{"sources", 60}}) == "separator-sweep");
}

TEST_CASE("one that fails in a race is left out, and a note says so") {
  for (const bool isolated : {false, true}) {
    CAPTURE(isolated);
    const SolverOptions how = {.isolated = isolated};
    const std::string first = library().solver(graph(), "auto", no_race, how).plugin();
    for (const char* const what : {"decline", "fail", "throw", "wrong", "crash"}) {
      if (!isolated && std::string_view(what) == "crash") continue;  // with the program
      CAPTURE(what);
      const Steer slow(first, "slow"), steer(other(first), what);
      Solver solver = library().solver(graph(), "auto", race, how);
      CHECK(solver.plugin() == first);
      const std::string_view ended = what == std::string_view("decline") ? " declined: "
                                     : what == std::string_view("wrong") ? " was wrong: "
                                                                         : " failed: ";
      CHECK(any_has(solver.notes(), "auto: " + other(first) + std::string(ended)));
      check_row(solver);
    }
  }
}

TEST_CASE("a stop ends a race") {
  const Steer one("dijkstra", "wait"), two("delta-stepping", "wait");
  for (const bool isolated : {false, true}) {
    std::stop_source stop;
    const auto later = host::after(std::chrono::milliseconds(200), [&] { stop.request_stop(); });
    CHECK_THROWS_AS(library().solver(graph(), "auto", race, {.isolated = isolated, .stop = stop.get_token()}),
                    CancelledError);
  }
}

TEST_CASE("a graph with hardly any arcs needs no race") {
  for (const int leaves : {0, 20'000}) {
    CAPTURE(leaves);
    Arrays<std::int32_t> star;
    constexpr int vertices = 20'001, hub = 12'345;
    star.offsets.assign(vertices + 1, leaves);
    std::fill_n(star.offsets.begin(), hub + 1, 0);
    for (int leaf = 0; leaf < leaves; ++leaf) {
      star.targets.push_back(leaf < hub ? leaf : leaf + 1);
      star.weights.push_back(1 + leaf % 7);
    }
    Solver solver = library().solver(library().adopt(star.view()), "auto", {{"sources", 1'000'000'000}});
    check_row(solver, hub, star);
  }
}

TEST_CASE("without any plugin the error names what a program can change") {
  const Library bare;
  const std::string text = said<PluginError>([&] { (void)bare.solver(bare.adopt(arrays.view())); });
  CHECK(host::contains(text, "WAYFRONT_PLUGIN_PATH"));
  CHECK_FALSE(host::contains(text, "--plugins"));
}

}  // namespace choice_test
}  // namespace wayfront
