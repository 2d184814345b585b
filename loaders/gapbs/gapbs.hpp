// The serialized graphs of the GAP Benchmark Suite, .sg (no weights) and .wsg (weights). All numbers are little-endian:
//
//   u8 directed;  i64 m, i64 n;  i64 offsets[n + 1], from 0 to m;  i32 target[m], or {i32 target, i32 weight}[m]
//   where directed is 1, the same two arrays once more for the in-edges
//
// m counts arcs: an undirected file lists each edge at both of its ends. The file does not say whether it has weights:
// its size does or, if that is not known, its name.
#pragma once

#include <cstdint>
#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::gapbs {

enum class Weighted : std::uint8_t { by_size, yes, no };

struct Options {
  Weighted weighted = Weighted::by_size;
};

class Gapbs {
 public:
  static constexpr PluginAbout about{
      .name = "gapbs",
      .version = "1.0.0",
      .summary = "Reads and writes the serialized graphs of the GAP Benchmark Suite, .sg and .wsg.",
      .reference = "GAP Benchmark Suite, src/writer.h",
      .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".sg .wsg";

  using Options = gapbs::Options;
  static constexpr OptionRow rows[] = {
      choice<&Options::weighted>(
          "weighted", Weighted::by_size, {{"auto", Weighted::by_size}, {"yes", Weighted::yes}, {"no", Weighted::no}},
          "Whether the file has weights when reading; \"auto\" decides by its size, else by the suffix .wsg or .sg."),
  };

  explicit Gapbs(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);

 private:
  Options options_;
};

/// ".sg", ".wsg" or "": the suffix of a file's name, without that of a compression.
std::string_view ending_of(std::string_view name);

}  // namespace wayfront::gapbs
