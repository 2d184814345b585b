#include "arrays.hpp"

namespace wayfront {
namespace file_test {

constexpr const char* gr = "c three cities\np sp 3 3\na 1 2 5\na 2 3 7\na 1 3 20\n";

TEST_CASE("a file is loaded with its ids, and written in another format") {
  const host::Scratch scratch;
  const Library library;
  const SharedGraph graph = library.load(scratch.write("cities.gr", gr));
  CHECK(graph.name() == "cities.gr");
  CHECK(graph.vertices() == 3);
  CHECK(graph.arcs() == 3);
  CHECK(graph.directed());
  CHECK(graph.vertex(3) == 2);
  CHECK(graph.vertex("3") == 2);
  CHECK(graph.id(2) == "3");
  CHECK_FALSE(graph.has_names());
  CHECK_THROWS_AS((void)graph.vertex(0), UsageError);
  CHECK(library.solver(graph).solve(graph.vertex(1)).distance(graph.vertex(3)) == 12);
  for (const char* name : {"cities.wfg", "cities.mtx", "cities.mtx.gz"}) {
    CAPTURE(name);
    library.save(graph, scratch.path() / name);
    CHECK(library.load(scratch.path() / name).digest() == graph.digest());
    CHECK_THROWS_AS(library.save(graph, scratch.path() / name), UsageError);
    library.save(graph, scratch.path() / name, {.replace = true});
  }
  CHECK_THROWS_AS(library.save(graph, scratch.path() / "cities.unknown"), UsageError);
  CHECK_THROWS_AS(library.save(graph, scratch.path() / "other.gr"), UsageError);  // of two formats
  library.save(graph, scratch.path() / "other.gr", {.format = "dimacs"});
}

TEST_CASE("coordinates are read, given, written and refused") {
  const host::Scratch scratch;
  const Library library;
  const auto file = scratch.write("cities.gr", gr);
  const SharedGraph plain = library.load(file);
  CHECK(plain.coordinates().empty());
  CHECK_FALSE(plain.is_geographic());
  const auto places = scratch.write("elsewhere.co", "c degrees\nv 1 8000000 50000000\nv 2 0 0\nv 3 -1500000 -2\n");
  const SharedGraph read = library.load(file, {.coordinates = places});
  CHECK(std::ranges::equal(read.coordinates(), std::vector<double>{8, 50, 0, 0, -1.5, -2e-6}));
  CHECK(read.is_geographic());
  CHECK(read.digest() == plain.digest());
  const SharedGraph reversed = read.reversed();
  CHECK(std::ranges::equal(reversed.coordinates(), read.coordinates()));

  const double unknown = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> given = {1, 2, unknown, unknown, -3, 1e9};
  const SharedGraph placed = plain.with_coordinates(given);
  CHECK(plain.coordinates().empty());
  CHECK(placed.targets().data() == plain.targets().data());
  CHECK(placed.coordinates()[5] == 1e9);
  CHECK_FALSE(placed.is_geographic());
  library.save(placed, scratch.path() / "placed.wfg");
  const SharedGraph again = library.load(scratch.path() / "placed.wfg");
  CHECK(std::isnan(again.coordinates()[2]));
  CHECK(again.coordinates()[4] == -3);
  const SharedGraph without = placed.with_coordinates({});
  CHECK(without.coordinates().empty());
  CHECK(library.solver(placed, "dijkstra").solve(0).distance(2) == 12);

  CHECK_THROWS_WITH_AS((void)plain.with_coordinates(std::vector<double>{1, 2}), doctest::Contains("3 vertices"),
                       InputError);
  CHECK_THROWS_WITH_AS((void)plain.with_coordinates(given, true), doctest::Contains("vertex 3 lies at longitude -3"),
                       InputError);
  CHECK_THROWS_WITH_AS((void)plain.with_coordinates(std::vector<double>{1, unknown, 0, 0, 0, 0}),
                       doctest::Contains("vertex 1 has the coordinates"), InputError);
  CHECK_THROWS_AS((void)library.load(file, {.coordinates = scratch.path() / "no.co"}), InputError);
}

TEST_CASE("names are ids, even those that look like numbers") {
  const host::Scratch scratch;
  const Library library;
  const SharedGraph graph = library.load(scratch.write("names.csv", "Paris,7,3\n7,Rome,4\n"), {.loader = "edge-list"});
  CHECK(graph.has_names());
  CHECK(library.solver(graph).solve(graph.vertex("Paris")).distance(graph.vertex("Rome")) == 7);
  CHECK(graph.id(graph.vertex("7")) == "7");
}

TEST_CASE("a file that cannot be written is an input error") {
  const host::Scratch scratch;
  const Library library;
  const SharedGraph graph = library.load(scratch.write("cities.gr", gr));
  const std::string too_long(300, 'x');
  for (const char* suffix : {".wfg", ".mtx"})
    CHECK_THROWS_AS(library.save(graph, scratch.path() / (too_long + suffix)), InputError);
  CHECK_THROWS_AS(library.save(graph, scratch.path() / "no such folder" / "cities.mtx"), UsageError);
}

TEST_CASE("weights have the type that is asked for, and steps are made") {
  const host::Scratch scratch;
  const auto file = scratch.write("cities.gr", gr);
  const Library library;
  CHECK(library.load(file).info().weights == WeightKind::int32);
  CHECK(library.load(file, {.weights = WeightKind::float64}).info().weights == WeightKind::float64);
  CHECK(library.load(file, {.loader = "dimacs", .steps = {"symmetrize"}}).arcs() == 6);
  CHECK_THROWS_AS((void)library.load(file, {.steps = {"symetrize"}}), UsageError);
  CHECK_THROWS_AS((void)library.load(file, {.options = {{"x", 1}}}), UsageError);
}

TEST_CASE("errors of files name the file, and where in it") {
  const host::Scratch scratch;
  const Library library;
  const auto message = [&](const std::filesystem::path& file) {
    return said<InputError>([&] { (void)library.load(file); });
  };
  CHECK(host::contains(message(scratch.path() / "missing.gr"), "no such file"));
  CHECK(host::contains(message(scratch.write("bad.gr", "p sp 2 1\na 1 9 5\n")), "bad.gr:2"));
  std::stop_source stop;
  stop.request_stop();
  CHECK_THROWS_AS((void)library.load(scratch.write("cities.gr", gr), {.stop = stop.get_token()}), CancelledError);
}

TEST_CASE("generated graphs and their figures") {
  const Library library;
  const SharedGraph graph = library.generate({{"kind", "grid"}, {"rows", 10}, {"columns", 30}}, WeightKind::int64);
  CHECK(graph.vertices() == 300);
  CHECK(graph.info().weights == WeightKind::int64);
  const GraphFigures figures = library.figures(graph);
  CHECK(figures.components == 1);
  CHECK(figures.largest_component == 300);
  CHECK(figures.max_out_degree == 4);
  CHECK(figures.min_diameter <= 38);
  CHECK(figures.max_diameter >= 38);
  CHECK(figures.self_loops == 0);
  CHECK_THROWS_AS((void)library.generate({{"kind", "gird"}}), UsageError);
}

TEST_CASE("a cached graph is the same graph") {
  const host::Scratch scratch;
  const Library library({.cache = true, .cache_directory = scratch.path() / "cache"});
  const Library plain;
  const SharedGraph made = plain.generate({{"kind", "grid"}, {"rows", 300}, {"columns", 300}});
  plain.save(made, scratch.path() / "grid.gr", {.format = "dimacs"});
  const SharedGraph first = library.load(scratch.path() / "grid.gr");
  const SharedGraph second = library.load(scratch.path() / "grid.gr");
  CHECK(first.digest() == second.digest());
  CHECK(std::filesystem::exists(scratch.path() / "cache" / "CACHEDIR.TAG"));
}

TEST_CASE("plugins are listed with their options, and files that cannot be used with the reason") {
  const host::Scratch scratch;
  scratch.write("nonsense.so", "not a library");
  const Library library({.plugins = {scratch.path()}});
  const auto all = library.plugins();
  const auto named = [&](std::string_view name) { return *std::ranges::find(all, name, &PluginInfo::name); };
  CHECK_FALSE(named("nonsense").problem.empty());
  const PluginInfo delta = named("delta-stepping");
  CHECK_FALSE(delta.is_loader);
  CHECK(delta.problem.empty());
  CHECK((delta.capabilities & capability::int32_weights) != 0);
  CHECK(named("dimacs").is_loader);
  CHECK(library.describe("delta-stepping").summary == delta.summary);
  const auto option = std::ranges::find(delta.options, "threads", &OptionInfo::name);
  REQUIRE(option != delta.options.end());
  CHECK(option->type == "integer");
  CHECK_FALSE(option->help.empty());
  CHECK(version().find('.') != std::string::npos);
}

}  // namespace file_test
}  // namespace wayfront
