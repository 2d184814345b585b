// Reads one file: lines of the usual short form by a scanner without branches on digits, all others field by field.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "wayfront/loader.hpp"

namespace wayfront::dimacs {

template <WeightType W>
class Reader {
 public:
  Reader(Input& input, GraphSink& sink, RunContext& context) : input_(input), sink_(sink), context_(context) {}

  /// Throws BadInput with "dimacs: FILE:LINE: " in front.
  void read();

 private:
  enum class Format : std::uint8_t { unknown, arcs, edges };  // before the header, "p sp", "p tw"

  /// Whole lines from `at` as long as they have the short form and are right. Returns where the next line begins.
  template <Format format>
  const char* read_short_lines(const char* at, const char* end);
  void read_line(std::string_view line);
  void read_header(std::string_view fields);
  void check_arc_count(std::uint64_t arcs, std::uint64_t shortest_line) const;
  void add(const Arc<W>& arc, std::string_view rest);
  Arc<W>& next_arc();
  void next_block();
  [[noreturn]] void fail_at_end() const;
  std::string file() const { return "dimacs: " + std::string(input_.name()); }

  Input& input_;
  GraphSink& sink_;
  RunContext& context_;
  Format format_ = Format::unknown;
  GraphHeader header_;
  std::uint64_t header_line_ = 0;
  std::uint64_t line_ = 0;       // lines begun so far
  std::uint64_t announced_ = 0;  // arcs for which the sink gave room
  std::span<Arc<W>> block_;      // the part of that room which is still to be written
};

}  // namespace wayfront::dimacs
