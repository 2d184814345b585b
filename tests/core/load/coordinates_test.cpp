// Coordinates of a graph: from a file beside it, from a named file, through steps and through our own files.
#include "load/coordinates.hpp"

#include <unistd.h>

#include "base/digest.hpp"
#include "files/written_file.hpp"
#include "little_graph.hpp"
#include "load/asked_graph.hpp"
#include "load/graph_store.hpp"

namespace wayfront::host {
namespace coordinates_test {

namespace fs = std::filesystem;

const PluginRegistry& registry() {
  static const PluginRegistry plugins = registry_of({WAYFRONT_DIMACS});
  return plugins;
}

LoadedGraph load(
    const fs::path& path, const std::function<void(GraphRequest&)>& change = [](GraphRequest&) {}) {
  GraphRequest request;
  request.path = path;
  change(request);
  return load_graph(request, registry(), context());
}

LoadedGraph load_with(const fs::path& path, const fs::path& coordinates) {
  return load(path, [&](GraphRequest& it) { it.coordinates = coordinates; });
}

std::string error_of(const fs::path& path, const fs::path& coordinates) {
  return refusal_by(ExitCode::input, [&] { load_with(path, coordinates); });
}

const std::string path_of_four = "p sp 4 3\na 1 2 1\na 2 3 1\na 3 4 1\n";
const std::string new_york =
    "c NY\np aux sp co 4\nv 1 -73530767 41085396\nv 3 -73519366 41048796\nv 2 -73530538 41086098\nv 4 -73519377 "
    "41048654\n";

TEST_CASE("a .co file beside the graph has its coordinates, in millionths of a degree") {
  const Scratch scratch;
  scratch.write("ny.co", new_york);
  const LoadedGraph loaded = load(scratch.write("ny.gr", path_of_four));
  REQUIRE(loaded.coordinates);
  CHECK(loaded.coordinates.geographic());
  CHECK(loaded.coordinates[0].x == -73.530767);
  CHECK(loaded.coordinates[1].y == 41.086098);
  REQUIRE(loaded.reading.size() == 1);
  CHECK(loaded.reading[0] == "coordinates are those of ny.co, millionths of a degree");
  CHECK(loaded.notes.empty());
}

TEST_CASE("other coordinates lie in a plane") {
  const Scratch scratch;
  const fs::path graph = scratch.write("a.gr", path_of_four);
  const auto is_geographic = [&](const std::string& last) {
    const fs::path file = scratch.write("b.co", "v 1 -73530767 41085396\nv 2 0 0\nv 3 1 1\nv 4 " + last + "\n");
    const LoadedGraph loaded = load_with(graph, file);
    REQUIRE(loaded.coordinates);
    return loaded.coordinates.geographic();
  };
  CHECK(is_geographic("180000000 -90000000"));
  CHECK_FALSE(is_geographic("180000001 0"));
  CHECK_FALSE(is_geographic("0 90000001"));
  CHECK_FALSE(is_geographic("0.5 0"));
  const fs::path small = scratch.write("c.co", "v 1 0 0\nv 2 100 0\nv 3 0 1000000\nv 4 999 2\n");
  const LoadedGraph loaded = load_with(graph, small);
  CHECK_FALSE(loaded.coordinates.geographic());
  CHECK(loaded.coordinates[1].x == 100);
}

TEST_CASE("comments say what the coordinates are, and the header how many") {
  const Scratch scratch;
  const fs::path graph = scratch.write("a.gr", path_of_four);
  const std::string near = "v 1 0 0\nv 2 100 0\nv 3 0 1000000\nv 4 999 2\n";
  const LoadedGraph degrees = load_with(graph, scratch.write("d.co", "c degrees\n" + near));
  CHECK(degrees.coordinates.geographic());
  CHECK(degrees.coordinates[1].x == 0.0001);
  CHECK(degrees.reading[0] == "coordinates are those of d.co, millionths of a degree");
  const LoadedGraph guessed = load_with(graph, scratch.write("g.co", near));
  CHECK(contains(guessed.reading[0], "in a plane; a comment line 'c degrees' would say"));
  const LoadedGraph plane = load_with(graph, scratch.write("p.co", "c plane\n" + new_york));
  CHECK_FALSE(plane.coordinates.geographic());
  CHECK(plane.reading[0] == "coordinates are those of p.co, in a plane");
  CHECK(contains(error_of(graph, scratch.write("x.co", "c plane\nc degrees\n" + near)), "x.co:2: the comments"));
  CHECK(contains(error_of(graph, scratch.write("y.co", "c degrees\nv 1 0 0\nv 2 1 1\nv 3 2 2\nv 4 0 90000001\n")),
                 "y.co: a comment says 'c degrees'"));
  CHECK(contains(error_of(graph, scratch.write("n.co", "p aux sp co 5\n" + near)),
                 "n.co:1: the header says 5 vertices, but the graph has 4"));
  CHECK(contains(error_of(graph, scratch.write("m.co", "p aux sp co\n" + near)), "m.co:1: the header is not"));
  // What is written is read as it was, also near longitude and latitude 0.
  WrittenFile file(scratch.path() / "w.co");
  write_coordinates(degrees.coordinates, file);
  file.finish();
  const LoadedGraph again = load_with(graph, scratch.path() / "w.co");
  CHECK(again.coordinates.geographic());
  CHECK(again.coordinates[2].y == 1);
}

TEST_CASE("a file that is not wanted does no harm, a named one must be right") {
  const Scratch scratch;
  scratch.write("a.co", "v 1 0 0\nv 2 1 1\n");
  const fs::path graph = scratch.write("a.gr", path_of_four);
  const LoadedGraph loaded = load(graph);
  CHECK_FALSE(loaded.coordinates);
  REQUIRE(loaded.notes.size() == 1);
  CHECK(loaded.notes[0].starts_with("the coordinates beside it are not used: "));
  CHECK(contains(loaded.notes[0], "a.co: vertex 3 has no coordinates"));
  CHECK(contains(error_of(graph, scratch.path() / "a.co"), "a.co: vertex 3 has no coordinates"));
  CHECK(contains(error_of(graph, scratch.path() / "no.co"), "no.co"));
  scratch.write("a.co", "");
  CHECK(contains(load(graph).notes.at(0), "a.co: is empty"));
}

TEST_CASE("steps and questions carry coordinates along") {
  const Scratch scratch;
  scratch.write("ny.co", new_york);
  const fs::path graph = scratch.write("ny.gr", "p sp 4 2\na 2 3 1\na 3 4 1\n");
  const LoadedGraph part = load(graph, [](GraphRequest& it) { it.steps = {LargestComponentStep{}}; });
  REQUIRE(part.coordinates.points().size() == 3);
  CHECK(part.ids[0] == VertexId(2));
  CHECK(part.coordinates[0].x == -73.530538);
  const LoadedGraph random = load(graph, [](GraphRequest& it) {
    it.steps = {ReorderStep{ReorderStep::Order::random, 5}, TransposeStep{}};
  });
  const LoadedGraph plain = load(graph);
  for (Vertex v = 0; v < 4; ++v)
    CHECK(random.coordinates[v].x == plain.coordinates[*plain.ids.find(random.ids[v], 4)].x);
  const std::vector<Vertex> sources = {0, 2};
  const LoadedGraph nearest = graph_with_virtual_source(plain, sources, context());
  REQUIRE(nearest.coordinates.points().size() == 5);
  CHECK_FALSE(is_known(nearest.coordinates[4]));
  CHECK(reversed_graph(plain, context()).coordinates[3].x == -73.519377);
}

LoadedGraph with_points(std::vector<Point> points, bool geographic) {
  LoadedGraph loaded = little();
  loaded.coordinates = {std::move(points), geographic};
  return loaded;
}

const std::vector<Point> five = {{8, 50}, {8.5, 50}, {NAN, NAN}, {9, -50.25}, {-180, 90}};

TEST_CASE("binary files keep coordinates, also beside ids and names") {
  const Scratch scratch;
  for (const bool geographic : {false, true})
    for (const VertexIds& ids : {VertexIds(1), VertexIds::of_numbers({7, 5, 1ULL << 63, 0, 9}),
                                 VertexIds::of_names("aabbb,c dde", {1, 2, 6, 10, 11})}) {
      LoadedGraph in = with_points(five, geographic);
      in.ids = ids;
      write_graph_file(scratch.path() / "x.wfg", in);
      for (const Trust trust : {Trust::header, Trust::content}) {
        const LoadedGraph out = map(scratch.path() / "x.wfg", trust);
        REQUIRE(out.coordinates);
        CHECK(out.coordinates.geographic() == geographic);
        REQUIRE(out.coordinates.points().size() == 5);
        CHECK(std::memcmp(out.coordinates.points().data(), five.data(), sizeof(Point) * 5) == 0);
        CHECK(out.ids[1] == in.ids[1]);
        CHECK(out.digest == in.digest);
      }
    }
}

TEST_CASE("files without coordinates stay of the version before") {
  CHECK(header_in(little_bytes()).version == 2);
  const Scratch scratch;
  write_graph_file(scratch.path() / "x.wfg", with_points(five, true));
  CHECK(header_in(content_of(scratch.path() / "x.wfg")).version == 3);
}

TEST_CASE("coordinates in a binary file are checked") {
  const Scratch scratch;
  const auto bytes = [&](std::vector<Point> points, bool geographic) {
    write_graph_file(scratch.path() / "x.wfg", with_points(std::move(points), geographic));
    return content_of(scratch.path() / "x.wfg");
  };
  const auto refusal = [&](const std::string& content) {
    return refusal_by([&] { map(scratch.write("y.wfg", content)); });
  };
  const auto with = [](std::string content, const std::function<void(GraphFileHeader&, std::string&)>& change) {
    GraphFileHeader changed = header_in(content);
    change(changed, content);
    return forged(content, [&](GraphFileHeader& header) {
      header = changed;
      Section& points = header.sections[header.section_count - 1];
      if (points.offset + points.bytes <= content.size() && points.kind == 7)
        points.checksum = hash64(content.data() + points.offset, points.bytes);
    });
  };
  const std::string good = bytes(five, true);
  CHECK(refusal(good).empty());
  std::string changed = good;
  changed.back() = static_cast<char>(changed.back() ^ 1);
  CHECK(contains(refusal(changed), "its coordinates are damaged"));
  CHECK(contains(refusal(with(good, [](auto& it, auto&) { it.version = 2; })), "section 4 is of the unknown kind 7"));
  CHECK(contains(refusal(with(good, [](auto& it, auto&) { it.sections[4].kind = 6; })), "unknown kind 6"));
  CHECK(contains(refusal(with(good,
                              [](auto& it, auto& all) {
                                it.sections[5] = it.sections[4];
                                it.sections[5].offset = aligned(all.size());
                                it.section_count = 6;
                                all.resize(it.sections[5].offset + it.sections[5].bytes);
                                it.file_bytes = all.size();
                              })),
                 "section 5 is of the unknown kind 7"));
  CHECK(contains(refusal(with(good,
                              [](auto& it, auto& all) {
                                it.sections[4].bytes -= 16;
                                all.resize(all.size() - 16);
                                it.file_bytes = all.size();
                              })),
                 "section 4 has 64 bytes instead of 80"));
  const auto with_last = [&](Point point) {
    return with(good, [point](auto& it, auto& all) {
      std::memcpy(all.data() + it.sections[4].offset + 4 * sizeof(Point), &point, sizeof(point));
    });
  };
  CHECK(contains(refusal(with_last({200, 0})), "vertex number 4 lies at longitude 200"));
  CHECK(contains(refusal(with_last({0, NAN})), "not two finite numbers"));
}

TEST_CASE("coordinates do not depend on the file once the graph does not") {
  const Scratch scratch;
  write_graph_file(scratch.path() / "x.wfg", with_points(five, true));
  for (const bool shared : {false, true}) {
    LoadedGraph loaded = map(scratch.path() / "x.wfg");
    const Point* const mapped = loaded.coordinates.points().data();
    if (shared)
      ::close(share_graph_in_place(loaded, context()));
    else
      protect_graph(loaded, context());
    CHECK(loaded.coordinates.points().data() != mapped);
    CHECK(loaded.coordinates[3].y == -50.25);
    CHECK(loaded.file.expired());
  }
}

TEST_CASE("workers get no coordinates") {
  const FileHandle shared(share_graph(with_points(five, true)));
  CHECK_FALSE(map_graph(shared.get(), Trust::header, "shared", context()).coordinates);
}

TEST_CASE("the cache keeps coordinates, and those of another file are another entry") {
  const Scratch scratch;
  scratch.write("ny.co", new_york);
  const fs::path graph = scratch.write("ny.gr", path_of_four);
  const auto cached = [&](const fs::path& coordinates = {}) {
    return load(graph, [&](GraphRequest& it) {
      it.cache = {CacheRule::Mode::on, scratch.path() / "kept"};
      it.coordinates = coordinates;
    });
  };
  CHECK(!contains(cached().loader_reason, "from the cache"));
  const LoadedGraph again = cached();
  CHECK(contains(again.loader_reason, "from the cache"));
  REQUIRE(again.coordinates);
  CHECK(again.coordinates[0].x == -73.530767);
  const fs::path other = scratch.write("other.co", "v 1 1 1\nv 2 2 2\nv 3 3 3\nv 4 4 4\n");
  CHECK(cached(other).coordinates[0].x == 1);
  CHECK(contains(cached(other).loader_reason, "from the cache"));
  scratch.write("other.co", "v 1 5 1\nv 2 2 2\nv 3 3 3\nv 4 4 4\n");
  CHECK(cached(other).coordinates[0].x == 5);
  scratch.write("ny.co", "v 1 7 1\nv 2 2 2\nv 3 3 3\nv 4 4 4\n");
  CHECK(cached().coordinates[0].x == 7);
}

}  // namespace coordinates_test
}  // namespace wayfront::host
