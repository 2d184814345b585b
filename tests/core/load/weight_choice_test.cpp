// weights = "auto": which type the weights of a file, a rule or a generator get, and what is refused.
#include "load/weights.hpp"

#include <sys/stat.h>
#include <nlohmann/json.hpp>
#include <variant>

#include "base/digest.hpp"
#include "graph/weight_kind.hpp"
#include "little_graph.hpp"
#include "load/graph_json.hpp"
#include "load/graph_store.hpp"

namespace wayfront::host {
namespace weight_choice_test {

namespace fs = std::filesystem;

const PluginRegistry& registry() {
  static const PluginRegistry plugins = registry_of({WAYFRONT_DIMACS, WAYFRONT_EDGE_LIST});
  return plugins;
}

GraphRequest automatic(const fs::path& path) {
  GraphRequest request;
  request.path = path;
  request.weights.reset();
  return request;
}

LoadedGraph load(const GraphRequest& request) { return load_graph(request, registry(), context()); }

/// An edge list with these weights, of which the first belongs to an arc out of vertex 0, and so on.
std::string edges(const std::vector<std::string>& weights) {
  std::string text;
  for (std::size_t i = 0; i < weights.size(); ++i)
    text += std::to_string(i) + ' ' + std::to_string(i + 1) + ' ' + weights[i] + '\n';
  return text;
}

LoadedGraph load_text(std::string_view text, std::optional<WeightKind> weights = std::nullopt) {
  const Scratch scratch;
  GraphRequest request = automatic(scratch.write("x.txt", text));
  request.weights = weights;
  return load(request);
}

std::string kind_of_text(std::string_view text) {
  const LoadedGraph loaded = load_text(text);
  CHECK(!loaded.weights_reason.empty());
  return std::string(name(loaded.graph->info().weights));
}

template <class W>
std::vector<W> weights_of(const LoadedGraph& loaded) {
  std::vector<W> weights;
  visit(loaded.graph->csr(), [&]<class V, class O>(const CsrView<V, O>& view) {
    if constexpr (std::is_same_v<V, W>) weights.assign(view.weights, view.weights + view.edges);
  });
  return weights;
}

std::string error_of(std::string_view text, std::optional<WeightKind> weights = std::nullopt) {
  return refusal_by(ExitCode::input, [&] { load_text(text, weights); });
}

TEST_CASE("the smallest type that holds every weight exactly") {
  CHECK(kind_of_text(edges({"1", "-5", "2147483646"})) == "int64");  // with negative arcs, by the sum alone
  CHECK(kind_of_text(edges({"1", "5", "2147483600"})) == "int32");
  CHECK(kind_of_text(edges({"3.0", "1e3"})) == "int32");
  CHECK(kind_of_text(edges({"1", "2147483647"})) == "int64");
  CHECK(kind_of_text(edges({"1", "-2147483648"})) == "int64");
  CHECK(kind_of_text(edges({"1", "9223372036854775806"})) == "int64");
  CHECK(kind_of_text(edges({"1", "0.5"})) == "float32");
  CHECK(kind_of_text(edges({"16777216", "0.5"})) == "float32");
  CHECK(kind_of_text(edges({"16777217", "0.5"})) == "float64");
  CHECK(kind_of_text(edges({"1", "0.1"})) == "float64");
  CHECK(kind_of_text(edges({"3000000000", "0.5"})) == "float32");  // int32, then int64, then float64, then float32
  CHECK(kind_of_text(edges({"1", "1e300"})) == "float64");
  CHECK(kind_of_text(edges({"1", "1e18"})) == "int64");
  CHECK(kind_of_text("p sp 2 2\na 1 2 3.0\na 2 1 4.00\n") == "int32");  // refused as an integer, read as a float
}

TEST_CASE("weights are exact, whatever the type") {
  CHECK(weights_of<std::int64_t>(load_text(edges({"1", "9007199254740993", "-9223372036854775806"}))) ==
        std::vector<std::int64_t>{1, 9007199254740993, -9223372036854775806});
  CHECK(weights_of<double>(load_text(edges({"0.1", "0.30000000000000004", "9007199254740992"}))) ==
        std::vector<double>{0.1, 0.30000000000000004, 9007199254740992.0});
  CHECK(weights_of<float>(load_text(edges({"0.5", "-0.25", "7"}))) == std::vector<float>{0.5F, -0.25F, 7});
}

TEST_CASE("int32 only where no path can be too long") {
  const LoadedGraph fits = load_text(edges({"2147483640", "6"}));
  CHECK(fits.graph->info().weights == WeightKind::int32);
  CHECK(contains(fits.weights_reason, "no shortest path is longer than 2147483646"));
  const LoadedGraph too_long = load_text(edges({"2147483640", "7"}));
  CHECK(too_long.graph->info().weights == WeightKind::int64);
  CHECK(contains(too_long.weights_reason, "could be too long for int32: up to 2147483647"));
  CHECK(weights_of<std::int64_t>(too_long) == std::vector<std::int64_t>{2147483640, 7});
  // The sum of all arcs is too long, but no path has more than two of them.
  CHECK(kind_of_text("0 1 1000000000\n2 1 1000000000\n3 1 1000000000\n1 4 1000000000\n") == "int32");
}

TEST_CASE("the type and its reason stand in the JSON description") {
  const nlohmann::json json = graph_json(load_text(edges({"1", "0.1"})));
  CHECK(json.at("weights") == "float64");
  CHECK(contains(json.at("weights_reason").get<std::string>(), "float32 would round"));
  CHECK(graph_json(load_text(edges({"1"}), WeightKind::int32)).at("weights_reason") == "requested");
  const nlohmann::json large = graph_json(load_text(edges({"1", "9223372036854775806"})));
  CHECK(large.at("max_weight").get<double>() == 0x1p63);
  CHECK(large.at("min_weight") == 1);
}

TEST_CASE("weights that no type holds exactly are refused with their line") {
  CHECK(contains(error_of(edges({"0.5", "99999999999999999999"})),
                 "x.txt:2: no weight type holds all weights exactly: others have fractions, and 99999999999999999999"));
  CHECK(load_text(edges({"0.5", "9007199254740993"}), WeightKind::float64).graph->info().max_weight ==
        9007199254740992.0);
  CHECK(contains(error_of(edges({"1", "1e400"})), "x.txt:2: weight 1e400 does not fit float64"));
  CHECK(contains(error_of(edges({"0.5", "nan"})), "x.txt:2: weight 'nan' is not a finite number"));
  CHECK(contains(error_of(edges({"0.5", "inf"})), "x.txt:2: weight 'inf' is not a finite number"));
  // A damaged line behind the fraction is found with the wider type.
  CHECK(contains(error_of("p sp 3 2\na 1 2 0.5\na 2 9 1\n"), "x.txt:3: arc to vertex 9"));
}

TEST_CASE("a requested type is kept, and its refusal names the wider one") {
  CHECK(contains(error_of(edges({"1", "2147483647"}), WeightKind::int32), "weights = \"int64\" reads it"));
  CHECK(contains(error_of(edges({"1", "0.5"}), WeightKind::int32), "weights = \"float64\" reads it"));
  CHECK(contains(error_of(edges({"1", "0.5"}), WeightKind::int64), "weights = \"float64\" reads it"));
  CHECK(contains(error_of(edges({"1", "1e39"}), WeightKind::float32), "weights = \"float64\" reads it"));
  CHECK(load_text(edges({"2147483640", "7"}), WeightKind::int32).graph->info().weights == WeightKind::int32);
}

TEST_CASE("a pipe, which cannot be read twice, is kept") {
  const Scratch scratch;
  const fs::path pipe = scratch.path() / "pipe";
  for (const bool large : {false, true}) {
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::vector<std::string> weights(large ? 200'000 : 3, "7");
    weights.back() = "0.1";
    std::jthread writer([&, text = edges(weights)] { std::ofstream(pipe, std::ios::binary) << text; });
    const LoadedGraph loaded = load(automatic(pipe));
    CHECK(loaded.graph->info().weights == WeightKind::float64);
    CHECK(loaded.graph->info().edges == weights.size());
    CHECK(weights_of<double>(loaded).back() == 0.1);
    fs::remove(pipe);
  }
}

TEST_CASE("rules for files without weights") {
  const Scratch scratch;
  GraphRequest request = automatic(scratch.write("x.gr", "p tw 3 2\n1 2\n2 3\n"));
  const auto kind = [&] { return std::string(name(load(request).graph->info().weights)); };
  request.missing_weights = {.kind = WeightRule::Kind::uniform};
  CHECK(kind() == "int32");
  request.missing_weights = {.kind = WeightRule::Kind::constant, .constant = 1.5e9};  // two of them are too long
  CHECK(kind() == "int64");
  request.missing_weights.constant = 0.5;
  CHECK(kind() == "float32");
  request.missing_weights.constant = 0.1;
  CHECK(kind() == "float64");
}

TEST_CASE("steps decide, too") {
  const Scratch scratch;
  GraphRequest request = automatic(scratch.write("x.txt", edges({"3", "4"})));
  const auto kind = [&] { return std::string(name(load(request).graph->info().weights)); };
  CHECK(kind() == "int32");
  request.steps = {ScaleWeightsStep{1e9}};
  CHECK(kind() == "int64");
  CHECK(weights_of<std::int64_t>(load(request)) == std::vector<std::int64_t>{3'000'000'000, 4'000'000'000});
  request.steps = {ScaleWeightsStep{1e9}, ScaleWeightsStep{1e-9}};
  CHECK(kind() == "int32");
  request.path = scratch.write("y.txt", edges({"9007199254740993"}));
  request.steps = {ScaleWeightsStep{-3}};
  CHECK(weights_of<std::int64_t>(load(request)) == std::vector<std::int64_t>{-27021597764222979});
}

TEST_CASE("a cached graph has its type without being chosen again") {
  const Scratch scratch;
  GraphRequest request = automatic(scratch.write("x.txt", edges({"2147483640", "7"})));
  request.cache.mode = CacheRule::Mode::on;
  request.cache.directory = scratch.path() / "cache";
  const LoadedGraph first = load(request), second = load(request);
  CHECK_FALSE(contains(first.loader_reason, "from the cache"));
  CHECK(contains(second.loader_reason, "from the cache"));
  CHECK(second.graph->info().weights == WeightKind::int64);
  CHECK(second.weights_reason == first.weights_reason);
  request.weights = WeightKind::int64;  // another question: an entry of its own
  CHECK_FALSE(contains(load(request).loader_reason, "from the cache"));
}

/// The file as an older version would have written it: without the reason in its metadata.
std::string without_reason(std::string bytes) {
  const Section section = header_in(bytes).sections[static_cast<std::size_t>(SectionKind::metadata) - 1];
  std::string metadata = bytes.substr(section.offset, section.bytes);
  const std::size_t key = metadata.find("\"weights_reason\"");
  REQUIRE(key != metadata.npos);
  const std::size_t start = metadata.rfind(',', key);
  const std::size_t end = metadata.find('"', metadata.find('"', key + 16) + 1) + 1;
  metadata.replace(start, end - start, end - start, ' ');
  bytes.replace(section.offset, section.bytes, metadata);
  return forged(bytes, [&](GraphFileHeader& header) {
    header.sections[static_cast<std::size_t>(SectionKind::metadata) - 1].checksum =
        hash64(metadata.data(), metadata.size());
  });
}

TEST_CASE("binary files keep their type, also older ones, unless another is requested") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x.wfg";
  write_graph_file(path, loaded_graph<std::int64_t>(3, {{0, 1, 5}, {1, 2, -7}}));
  CHECK(load(automatic(path)).graph->info().weights == WeightKind::int64);
  CHECK(load(automatic(path)).weights_reason == "the binary file has that type");
  LoadedGraph chosen = loaded_graph<float>(3, {{0, 1, 0.5F}});
  chosen.weights_reason = "for a good reason";
  write_graph_file(path, chosen);
  CHECK(load(automatic(path)).weights_reason == "for a good reason");
  const fs::path old = scratch.write("old.wfg", without_reason(content_of(path)));
  const LoadedGraph loaded = load(automatic(old));
  CHECK(loaded.graph->info().weights == WeightKind::float32);
  CHECK(loaded.digest == chosen.digest);
  CHECK(loaded.weights_reason == "the binary file has that type");
}

template <class From, class To>
void check_conversion(const std::vector<From>& from, const std::vector<To>& to) {
  const Scratch scratch;
  std::vector<Arc<From>> arcs;
  for (std::size_t i = 0; i < from.size(); ++i) arcs.push_back({0, static_cast<Vertex>(i), from[i]});
  GraphRequest request;
  request.path = scratch.path() / "x.wfg";
  request.weights = weight_kind<To>;
  write_graph_file(request.path, loaded_graph<From>(static_cast<Vertex>(from.size()), arcs));
  CHECK(weights_of<To>(load(request)) == to);
}

template <class From>
void check_refusal(From weight, WeightKind to) {
  const Scratch scratch;
  GraphRequest request;
  request.path = scratch.path() / "x.wfg";
  request.weights = to;
  write_graph_file(request.path, loaded_graph<From>(2, {{0, 1, weight}}));
  CHECK(contains(refusal_by(ExitCode::input, [&] { load(request); }), "does not fit " + std::string(name(to))));
}

TEST_CASE("binary files of each type, read as each other type") {
  using std::int32_t, std::int64_t;
  const std::vector<int32_t> small = {0, 1, -2147483646, 2147483646};
  const std::vector<int64_t> wide(small.begin(), small.end());
  const std::vector<double> doubles(small.begin(), small.end());
  check_conversion<int32_t, int64_t>(small, wide);
  check_conversion<int64_t, int32_t>(wide, small);
  check_conversion<int32_t, double>(small, doubles);
  check_conversion<double, int32_t>(doubles, small);
  check_conversion<int64_t, double>(wide, doubles);
  check_conversion<double, int64_t>(doubles, wide);
  check_conversion<int64_t, int64_t>({9007199254740993, -9223372036854775806},
                                     {9007199254740993, -9223372036854775806});
  check_conversion<float, double>({0.5F, -0.1F, 3e38F}, {0.5, static_cast<double>(-0.1F), static_cast<double>(3e38F)});
  check_conversion<double, float>({0.1, 1e-50}, {0.1F, 0.0F});  // rounded
  check_conversion<float, int64_t>({4294967296.0F, -7.0F}, {4294967296, -7});
  check_conversion<int64_t, float>({4294967296, -7}, {4294967296.0F, -7.0F});
  check_refusal<int64_t>(2147483648, WeightKind::int32);
  check_refusal<double>(0.5, WeightKind::int64);
  check_refusal<double>(0x1p63, WeightKind::int64);
  check_refusal<double>(-0x1p63, WeightKind::int64);
  check_refusal<double>(1e39, WeightKind::float32);
  check_refusal<float>(2147483648.0F, WeightKind::int32);
}

}  // namespace weight_choice_test
}  // namespace wayfront::host
