// One run of the reference answers against a graph: number reached, sum, maximum, sample distances, the checksum of all
// of them, and negative cycles.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>

#include "load/loaded_graph.hpp"
#include "solving.hpp"

namespace wayfront::host {

/// The sha256 of one decimal distance per line, "inf" where there is no path.
inline std::string checksum(std::span<const std::int32_t> distances) {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "distances.txt";
  {
    std::ofstream text(file);
    for (const std::int32_t d : distances) (d == unreached<std::int32_t> ? text << "inf" : text << d) << '\n';
  }
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("sha256sum '" + file.string() + "'").c_str(), "r"), pclose);
  char digest[65] = {};
  REQUIRE(std::fread(digest, 1, 64, pipe.get()) == 64);
  return digest;
}

inline bool close(double a, double b, double scale) {
  return std::abs(a - b) <= 2e-5 * std::max(std::abs(scale), 1e-6);
}

/// Solves from the run's source by a plugin and compares: exactly, or for floats to about their precision, since the reference has
/// doubles. `run` counts vertices from 0 where the file counts from `base`, up to `count`, also those that do not
/// occur.
template <class W>
void compare_run(const LoadedGraph& loaded, const nlohmann::json& run, std::uint64_t base, std::uint64_t count,
                 const char* plugin, const char* options = "") {
  const Vertex vertices = loaded.graph->info().vertices;
  const std::optional<Vertex> source = loaded.ids.find(run.at("source0").get<std::uint64_t>() + base, vertices);
  if (!source) {
    CHECK(run.at("reached") == 1);  // a vertex without arcs
    return;
  }
  const Answer<W> answer = solve<W>(plugin, options, *loaded.graph, *source);
  REQUIRE_MESSAGE(answer.solved.ok(), answer.solved.text());
  const bool cycle = run.at("negative_cycle").get<bool>();
  CHECK((answer.output.outcome == Outcome::negative_cycle) == cycle);
  const Certificate& certificate = answer.certificate;
  const bool certified = certificate.finding == Finding::right ||
                         (std::is_floating_point_v<W> && cycle && certificate.finding == Finding::undecided);
  REQUIRE_MESSAGE(certified, certificate.reason);
  if (cycle) return;
  CHECK(certificate.reached == run.at("reached").get<Vertex>());
  std::vector<W> distances(count, unreached<W>);
  for (Vertex v = 0; v < vertices; ++v) distances.at(loaded.ids[v].number - base) = answer.distances[v];
  const double max = run.at("max").get<double>();
  double scale = std::abs(max);
  for (const W d : distances)
    if (d != unreached<W>) scale = std::max(scale, std::abs(static_cast<double>(d)));
  const auto same = [&](double a, double b) { return std::is_floating_point_v<W> ? close(a, b, scale) : a == b; };
  const double reached = static_cast<double>(certificate.reached);
  CHECK(same(certificate.distance_sum / reached, run.at("sum").get<double>() / reached));
  CHECK(same(certificate.max_distance, max));
  for (const auto& [vertex, distance] : run.at("samples0").items()) {
    const W d = distances.at(std::stoul(vertex));
    if (distance.is_null())
      CHECK(d == unreached<W>);
    else
      CHECK(same(static_cast<double>(d), distance.template get<double>()));
  }
  if constexpr (std::is_same_v<W, std::int32_t>)
    if (run.contains("sha256_text")) CHECK(checksum(distances) == run.at("sha256_text").get<std::string>());
}

inline bool all_whole(const nlohmann::json& result) {
  if (!result.at("min_w").is_number_integer()) return false;
  return std::ranges::all_of(result.at("runs"), [](const nlohmann::json& run) {
    return !run.contains("sum") || run.at("sum").is_number_integer();
  });
}

}  // namespace wayfront::host
