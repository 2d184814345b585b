// What a loader plugin sees: a file's content (Input), where the graph goes (GraphSink), and what is wanted
// (LoadRequest); and, if it writes its format, too: what to write (SaveRequest) and where to (FileOutput).
//
// A loader turns one format into arcs, in any order. Building CSR, mirroring undirected edges and giving weights by
// rule to files without weights are the host's. So are compression and a file that is either whole or not there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront {

/// The message for a graph with too many vertices. The caller puts the file and the place in front of it.
inline std::string too_many_vertices(std::uint64_t count) {
  return std::to_string(count) + " vertices, but ids have 32 bits: at most " + std::to_string(max_vertices) +
         "; more would need 8 bytes for each target, in files and while they are loaded";
}

/// The endings of names by which the host compresses what a loader writes, and by which it looks for files.
inline constexpr std::string_view compressed_endings[] = {".gz", ".bz2", ".xz", ".zst"};

/// A file's name without such an ending.
constexpr std::string_view without_compression(std::string_view name) {
  for (const std::string_view ending : compressed_endings)
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

template <WeightType W>
struct Arc {
  Vertex source;
  Vertex target;
  W weight;
};

/// The content of one file, decompressed. Read to the end by either member, not by both in turn.
class Input {
 public:
  /// The path as the user wrote it, for messages.
  virtual std::string_view name() const noexcept = 0;
  /// Bytes of the whole content where that is known before reading, else 0. For refusing a header that promises more
  /// than the file can hold.
  virtual std::uint64_t size() const noexcept { return 0; }
  /// The next piece of a text: whole lines, at least one, each ended by '\n' (one is added to an unended last line).
  /// Empty at the end. Valid during the next call, too, so that one thread can call it while others parse; not after
  /// it. Throws BadInput on a read or decompression error.
  virtual std::string_view lines() = 0;
  /// The next piece of a binary file, of any size. Empty at the end. Valid until the next call. Throws like lines().
  virtual std::string_view bytes() = 0;
  /// The file beside this one whose name ends in `suffix`, ".v", where this one's name has its own suffix; compressed
  /// or not. Null where there is none. Lives as long as this one. Throws BadInput where it cannot be read.
  virtual Input* beside(std::string_view suffix) {
    static_cast<void>(suffix);
    return nullptr;
  }

 protected:
  ~Input() = default;
};

/// Where a vertex lies: longitude and latitude in degrees where Coordinates::geographic is set, else x and y of any
/// unit. NaN in both: not known.
struct Point {
  double x = 0;
  double y = 0;
};

/// One point of each vertex; empty: the graph has no coordinates.
struct Coordinates {
  std::span<const Point> points{};
  bool geographic = false;
};

/// What GraphHeader::arcs says at the beginning of a file that does not say it.
inline constexpr std::uint64_t unknown_arcs = ~std::uint64_t{0};

struct GraphHeader {
  Vertex vertices = 0;
  std::uint64_t arcs = 0;      // as many as will come, in the file's own count, checked at the end; or unknown_arcs
  bool directed = true;        // false: each arc stands for both directions, the host adds the other one
  bool weighted = true;        // false: the weights of the arcs are ignored, the pipeline's rule gives them
  std::uint64_t first_id = 0;  // the id by which the file calls vertex 0
};

/// What GraphSink::note() says. A reading is how the file was understood (which column is what), for `wayfront info`; a
/// doubt is why it may be another graph than its author meant, which is printed and stands in every report.
enum class Note : std::uint8_t { reading, doubt };

/// The host's side of one load. Call begin once, then arcs or append until header.arcs have been given. A file that
/// does not say in front how many come: begin with unknown_arcs, at the end finish.
class GraphSink {
 public:
  /// Refuses what cannot fit into memory before asking for it. Throws BadInput.
  virtual void begin(const GraphHeader& header) = 0;
  /// begin() for an undirected file that lists each edge at both of its ends (a loop once): header.arcs counts both,
  /// and the host adds none. header.directed must be false.
  virtual void begin_both_ways(const GraphHeader& header) = 0;
  /// Ends a load that began with unknown_arcs: the header as it should have been. Refuses like begin.
  virtual void finish(const GraphHeader& header) = 0;

  /// Room for the next `count` arcs, all of which the caller writes (in parallel, if it likes) before the load ends.
  /// Throws BadInput where that is more than header.arcs, or than fits into memory. What it gave before stays in place.
  template <WeightType W>
  std::span<Arc<W>> arcs(std::uint64_t count) {
    return {static_cast<Arc<W>*>(room(count, weight_kind<W>)), count};
  }

  template <WeightType W>
  void append(std::span<const Arc<W>> block) {
    std::ranges::copy(block, arcs<W>(block.size()).begin());
  }

  /// What the file calls its vertices, where that is not first_id and the numbers after it: one id or one name of each
  /// vertex, all different, no name empty. Copied. Call one of them at most once, before the load ends.
  virtual void ids(std::span<const std::uint64_t> of_vertices) = 0;
  virtual void names(std::span<const std::string_view> of_vertices) = 0;
  /// One sentence about the graph, on one line and without the file's name. Copied; each is kept once. A doubt says
  /// what to do about it. Call it before the load ends.
  virtual void note(Note kind, std::string_view text) {
    static_cast<void>(kind);
    static_cast<void>(text);
  }

 protected:
  ~GraphSink() = default;
  virtual void* room(std::uint64_t count, WeightKind kind) = 0;

 public:
  /// Where the vertices lie. Copied. Call it at most once, before the load ends. Throws BadInput for another number of
  /// points than vertices, for infinities, and for geographic points outside the globe.
  virtual void coordinates(const Coordinates& of_vertices) { static_cast<void>(of_vertices); }
};

struct LoadRequest {
  Input* input = nullptr;  // null for a loader without sniff()
  /// The type of Arc's weights. A weight that does not fit is a BadInput, with the code of the type that holds it.
  WeightKind weights = WeightKind::int32;
  /// float64 only: an integer that would be rounded is a BadInput, too. Numbers with a point or an exponent are not.
  bool exact = false;
};

/// Where a loader writes a file. The host compresses it, and gives it its name when all of it is on the disk.
class FileOutput {
 public:
  /// The path as the user wrote it, for messages.
  virtual std::string_view name() const noexcept = 0;
  /// Appends to the file. Large pieces are faster than small ones. Throws Failure where it cannot be written.
  virtual void write(std::string_view bytes) = 0;

 protected:
  ~FileOutput() = default;
};

/// A graph to write. A format that cannot hold it as it is must refuse it: throw Unsupported with a sentence.
struct SaveRequest {
  const Graph* graph = nullptr;
  FileOutput* output = nullptr;
  bool directed = true;  // false: every arc has its opposite of the same weight, and the file should say so if it can
  bool weighted = true;  // false: the graph came without weights; write none, whatever its arrays hold
  /// What the graph's own file calls vertex v: first_id + v, unless ids or names is there, which has one of each
  /// vertex.
  std::uint64_t first_id = 0;
  const std::uint64_t* ids = nullptr;
  const std::string_view* names = nullptr;
  Coordinates coordinates{};  // empty where the graph has none; a format that has no place for them leaves them out
};

/// How well the first bytes of a file match a format.
struct Match {
  int confidence = 0;       // 0: certainly not; 100: a magic number says so
  const char* reason = "";  // static text: what was seen, for `wayfront info`
};

}  // namespace wayfront
