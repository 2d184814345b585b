// Reads one TNTP network: metadata and column names, then arcs in parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/arcs.hpp"
#include "tntp.hpp"

namespace wayfront::tntp {

template <WeightType W>
class Reader {
 public:
  Reader(const Options& options, const LoadRequest& request, GraphSink& sink, RunContext& context)
      : options_(options), exact_(request.exact), sink_(sink), lines_("tntp", *request.input, context) {}

  /// Throws BadInput with "tntp: FILE:LINE: " in front.
  void read();

 private:
  bool read_metadata();
  void read_entry(std::string_view line);
  void find_columns();
  void read_column_names(std::string_view line);
  void check_ends();
  void choose_weight_column();
  void read_row(std::string_view line, textfile::ArcPart<W>& part) const;

  const Options& options_;
  bool exact_;
  GraphSink& sink_;
  textfile::Lines lines_;
  std::optional<std::uint64_t> nodes_, links_;
  std::uint64_t links_line_ = 0;
  std::vector<std::string> columns_;  // the first two are the ends of an arc
  std::size_t weight_ = 0;            // the weight's
  Vertex vertices_ = 0;
};

}  // namespace wayfront::tntp
