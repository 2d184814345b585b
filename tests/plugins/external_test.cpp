// The parts of the plugin `external` that need no other program: files, numbers, sentences.
#include <unistd.h>

#include "../core/output_of.hpp"
#include "external/answer.hpp"
#include "external/folder.hpp"
#include "external/sentence.hpp"
#include "numpy/npy.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::external {
namespace external_test {

namespace fs = std::filesystem;
using host::Scratch;

/// A file as NumPy writes it.
template <class T>
std::string row_file(const std::vector<T>& numbers) {
  const std::string type = (std::is_floating_point_v<T> ? "<f" : "<i") + std::to_string(sizeof(T));
  const std::uint64_t shape[] = {numbers.size()};
  return numpy::write_header("'" + type + "'", shape) +
         std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T));
}

/// What the plugin makes of these numbers, or its sentence.
template <class W>
struct Read {
  std::vector<W> distances;
  std::string failure;
};
template <class W>
Read<W> read(const std::string& file, std::size_t vertices) {
  const Scratch scratch;
  const std::string path = scratch.write("distances.npy", file);
  Read<W> it{std::vector<W>(vertices), ""};
  Output output = host::output_of(it.distances);
  try {
    read_distances(path, "Peer 1.0", output);
  } catch (const Failure& failure) {
    it.failure = failure.what();
  }
  return it;
}

bool mentions(const std::string& text, const std::string& part) {
  INFO(text);
  const bool does = host::contains(text, part);
  CHECK_MESSAGE(does, "no mention of: " << part);
  return does;
}

constexpr double inf = std::numeric_limits<double>::infinity();

TEST_CASE_TEMPLATE("numbers of every type become the same numbers of the graph's type", From, std::int32_t,
                   std::int64_t, float, double) {
  const auto check = [](auto zero) {
    using To = decltype(zero);
    const Read<To> it = read<To>(row_file<From>({0, 1, -7, 1 << 20, unreached<From>}), 5);
    CHECK(it.failure == "");
    CHECK(it.distances == std::vector<To>{0, 1, -7, 1 << 20, unreached<To>});
  };
  check(std::int32_t{});
  check(std::int64_t{});
  check(float{});
  check(double{});
}

TEST_CASE("a number that the graph's type does not have is refused with its vertex") {
  const auto refused = [](auto zero, auto number, const char* why) {
    using To = decltype(zero);
    using From = decltype(number);
    const Read<To> it = read<To>(row_file<From>({0, 0, number}), 3);
    mentions(it.failure, "Peer 1.0");
    mentions(it.failure, "for vertex 2");
    mentions(it.failure, why);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refused(std::int32_t{}, 0.5, "says 0.5 ");
  refused(std::int32_t{}, nan, "not a number");
  refused(std::int32_t{}, -inf, "not a distance");
  refused(std::int32_t{}, 2147483647.0, "not an int32");  // is "unreached"
  refused(std::int32_t{}, 2147483648.0, "not an int32");
  refused(std::int32_t{}, -2147483649.0, "not an int32");
  refused(std::int32_t{}, std::int64_t{1} << 40, "not an int32");
  refused(std::int32_t{}, std::int64_t{2147483647}, "not an int32");
  refused(std::int64_t{}, 9223372036854775808.0, "not an int64");
  refused(std::int64_t{}, 1e300, "not an int64");
  refused(std::int64_t{}, nan, "not a number");
  refused(float{}, 0.1, "weights = \"float64\"");
  refused(float{}, 1e300, "not a float32");
  refused(float{}, std::numeric_limits<float>::quiet_NaN(), "not a number");
  refused(float{}, -inf, "not a distance");
  refused(float{}, std::int32_t{(1 << 24) + 1}, "not a float32");
  refused(double{}, nan, "not a number");
  refused(double{}, -inf, "not a distance");
  refused(double{}, (std::int64_t{1} << 53) + 1, "not a float64");
  CHECK(read<double>(row_file<double>({-0.0}), 1).failure == "");
  CHECK(read<std::int32_t>(row_file<double>({-2147483648.0}), 1).distances[0] ==
        std::numeric_limits<std::int32_t>::min());
}

TEST_CASE("numbers beyond the first block, and none at all") {
  std::vector<double> many(100'003, 3);
  CHECK(read<std::int32_t>(row_file(many), many.size()).distances == std::vector<std::int32_t>(many.size(), 3));
  many[70'001] = 0.25;
  mentions(read<std::int32_t>(row_file(many), many.size()).failure, "for vertex 70001");
  CHECK(read<std::int32_t>(row_file<double>({}), 0).failure == "");
}

TEST_CASE("files that are no row of numbers as long as the graph") {
  const auto refused = [](const std::string& file, const char* why) { mentions(read<float>(file, 3).failure, why); };
  const std::string good = row_file<double>({1, 2, 3});
  refused("", "is not a NumPy file");
  refused("{\"a\": 1}                                                   ", "is not a NumPy file");
  refused(good.substr(0, 60), "is truncated");
  refused(row_file<double>({1, 2}), "has 2 distances, but the graph has 3 vertices");
  refused(row_file<double>({1, 2, 3, 4}), "has 4 distances");
  refused(good.substr(0, good.size() - 1), "is cut: it has 151 bytes");
  const auto with_header = [&](const std::string& type, const std::string& shape) {
    std::string file = good;
    std::string header = "{'descr': " + type + ", 'fortran_order': False, 'shape': " + shape + ", }";
    header.resize(117, ' ');
    return file.replace(10, 117, header);
  };
  CHECK(read<float>(with_header("'<f8'", "(3,)"), 3).failure == "");
  refused(with_header("'>f8'", "(3,)"), "has the type '>f8'");
  refused(with_header("'<u8'", "(3,)"), "has the type '<u8'");
  refused(with_header("'|b1'", "(3,)"), "has the type '|b1'");
  refused(with_header("[('id', '<u4'), ('distance', '<f4')]", "(3,)"), "holds records");
  refused(with_header("'<f8'", "(1, 3)"), "has the shape (1, 3), not one row");
  refused(with_header("'<f8'", "(3, 1)"), "has the shape (3, 1)");
  refused(with_header("'<f8'", "()"), "has the shape ()");
  refused(with_header("'<f8'", "(99999999999999999999999,)"), "has a shape that is too large");
  refused(with_header("'<f8", ""), "is damaged");
}

TEST_CASE("the folder has the graph, is its owner's alone, and vanishes") {
  const Scratch scratch;
  const std::vector<std::uint32_t> offsets = {0, 1, 2};
  const std::vector<Vertex> targets = {1, 0};
  const std::vector<float> weights = {0.5, 2};
  const AnyCsr csr = CsrView<float, std::uint32_t>{2, 2, offsets.data(), targets.data(), weights.data()};
  GraphInfo info;
  info.vertices = 2;
  info.edges = 2;
  info.weights = WeightKind::float32;
  info.min_weight = 0.5;
  info.max_weight = 2;
  fs::path path;
  {
    const Folder folder(scratch.path(), bytes_of_graph(info));
    path = folder.path();
    CHECK(path.parent_path() == fs::path(scratch.path()));
    CHECK((fs::status(path).permissions() & fs::perms(077)) == fs::perms::none);
    write_graph(folder, info, csr, WeightKind::float64);
    CHECK(host::content_of(path / "weights.npy") == row_file(weights));
    CHECK(host::content_of(path / "distances.npy") == row_file<double>({inf, inf}));
    CHECK(
        host::content_of(path / "graph.json") ==
        "{\"protocol\": 1, \"vertices\": 2, \"arcs\": 2, \"weights\": \"float32\", \"min_weight\": 0.5, \"max_weight\": 2"
        ", \"distances\": \"float64\", \"unreached\": \"inf\"}\n");
    const Folder second(scratch.path(), 1);  // does not take the first for abandoned
    CHECK(fs::exists(path / "graph.json"));
  }
  CHECK(fs::is_empty(scratch.path()));
}

TEST_CASE("what a peer said is shown on one line, whatever it is") {
  CHECK(in_quotes("a\tb\x1b[31m") == "\"a\\x09b\\x1b[31m\"");
  CHECK(in_quotes("\xff\xc3\xa9\xc3") == "\"\\xff\xc3\xa9\\xc3\"");
  CHECK(in_quotes(std::string(1000, 'x')).size() < 200);
  CHECK(last_words("") == "");
  CHECK(last_words("\n \n") == "");
  CHECK(last_words("x = y\n    ^^^^~~\nNameError\n") == "x = y | NameError");
  CHECK(last_words("one\ntwo\n  three\n\nfour\n") == "two | three | four");
}

}  // namespace external_test
}  // namespace wayfront::external
