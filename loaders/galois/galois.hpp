// The binary .gr files of the Galois system, versions 1 and 2. All numbers are little-endian:
//
//   u64 version, u64 bytes of one edge's data, u64 n, u64 m;  u64 end[n]: where the edges of each vertex end
//   u32 (version 1) or u64 (version 2) target[m];  in version 1, 4 bytes more where m is odd;  edge data [m]
//
// Edge data of 0 bytes means that there are no weights. The file does not say whether 4 or 8 bytes are an integer or a
// float: an option does, or their bits show that they are integers.
#pragma once

#include <cstdint>
#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::galois {

enum class DataType : std::uint8_t { automatic, signed_integer, unsigned_integer, floating };

struct Options {
  DataType edge_data = DataType::automatic;
  std::uint64_t version = 1;
};

class Galois {
 public:
  static constexpr PluginAbout about{.name = "galois",
                                     .version = "1.0.0",
                                     .summary = "Reads and writes the binary .gr files of Galois, versions 1 and 2.",
                                     .reference = "Galois, libgalois/src/FileGraph.cpp",
                                     .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".gr";

  using Options = galois::Options;
  static constexpr OptionRow rows[] = {
      choice<&Options::edge_data>(
          "edge_data", DataType::automatic,
          {{"auto", DataType::automatic},
           {"int", DataType::signed_integer},
           {"uint", DataType::unsigned_integer},
           {"float", DataType::floating}},
          "Type of the edge data when reading, 4 or 8 bytes each; \"auto\": signed integers, unless all of them may be "
          "floats, which is an error."),
      integer<&Options::version>("version", 1, {1, 2}, "Version of the format when writing."),
  };

  explicit Galois(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);

 private:
  Options options_;
};

}  // namespace wayfront::galois
