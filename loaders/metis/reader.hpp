// Reads one METIS file, vertex by vertex.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "header.hpp"
#include "metis.hpp"
#include "opposites.hpp"
#include "text/lines.hpp"

namespace wayfront::metis {

template <WeightType W>
class Reader {
 public:
  Reader(const Options& options, const LoadRequest& request, GraphSink& sink, RunContext& context)
      : entries_(options.entries),
        exact_(request.exact),
        sink_(sink),
        context_(context),
        lines_("metis", *request.input, context) {}

  /// Throws BadInput with "metis: FILE:LINE: " in front.
  void read();

 private:
  struct Entry {
    std::uint32_t id;  // as in the file
    W weight;
  };
  /// The list of one vertex as in the file.
  struct List {
    std::uint64_t line;
    std::vector<Entry> entries;
  };
  class Kept;

  bool next_line(std::string_view& line);
  bool next_list(Vertex vertex, List& list);
  void read_entries(std::string_view line, std::vector<Entry>& entries) const;
  std::string_view read_short_entries(std::string_view line, std::vector<Entry>& entries) const;
  void check_no_more();
  void read_at_once();
  void read_after_counting();
  void begin(std::uint64_t arcs, bool directed, bool both_ways);
  void take(Vertex vertex, std::uint64_t line, std::span<const Entry> entries);
  Arc<W> arc_of(Vertex vertex, std::uint64_t line, const Entry& entry) const;
  void add(const Arc<W>& arc);

  Entries entries_;
  bool exact_;
  GraphSink& sink_;
  RunContext& context_;
  textfile::Lines lines_;
  Header header_;
  std::uint64_t header_line_ = 0;
  std::uint64_t arcs_ = 0;       // expected number
  std::uint64_t announced_ = 0;  // of them, those for which the sink gave room
  std::span<Arc<W>> block_;      // the part of that room which is still to be written
  std::vector<std::span<const Arc<W>>> blocks_;
  std::vector<Arc<W>> own_;  // of the vertex at hand
  std::optional<Opposites<W>> opposites_;
};

}  // namespace wayfront::metis
