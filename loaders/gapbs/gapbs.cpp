// The serialized graphs of the GAP Benchmark Suite, .sg (no weights) and .wsg (weights). All numbers are little-endian:
//
//   u8 directed;  i64 m, i64 n;  i64 offsets[n + 1], from 0 to m;  i32 target[m], or {i32 target, i32 weight}[m]
//   where directed is 1, the same two arrays once more for the in-edges
//
// m counts arcs: an undirected file lists each edge at both of its ends. The file does not say whether it has weights:
// its size does or, if that is not known, its name.
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "../bytes/byte_reader.hpp"
#include "../bytes/weights.hpp"
#include "../writing/byte_writer.hpp"
#include "../writing/limits.hpp"
#include "vertex_count.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::gapbs {
namespace {

enum class Weighted : std::uint8_t { by_size, yes, no };

struct Options {
  Weighted weighted = Weighted::by_size;
};

/// ".sg", ".wsg" or "": the suffix of a file's name, without that of a compression.
std::string_view ending_of(std::string_view name) {
  name = without_compression(name);
  for (const std::string_view ending : {".wsg", ".sg"})
    if (name.ends_with(ending)) return ending;
  return {};
}

struct Unweighted {
  std::int32_t target;
};
struct WithWeight {
  std::int32_t target;
  std::int32_t weight;
};

constexpr std::uint64_t header_bytes = 17;

/// A sum of these over arcs, in any order, distinguishes sets of arcs.
std::uint64_t mixed(std::uint64_t source, std::uint64_t target, std::uint32_t weight) {
  std::uint64_t h = (source << 32 | target) * 0x9e37'79b9'7f4a'7c15U + weight;
  h = (h ^ (h >> 32)) * 0xd6e8'feb8'6659'fd93U;
  h = (h ^ (h >> 32)) * 0xd6e8'feb8'6659'fd93U;
  return h ^ (h >> 32);
}

template <class Entry>
std::uint32_t weight_bits(const Entry& entry) {
  if constexpr (std::is_same_v<Entry, WithWeight>) return static_cast<std::uint32_t>(entry.weight);
  return 0;
}

template <WeightType W>
class Reader {
 public:
  Reader(Weighted weighted, Input& input, GraphSink& sink, RunContext& context)
      : weighted_(weighted), input_(input), sink_(sink), bytes_("gapbs", input, context) {}

  /// Throws BadInput with "gapbs: FILE: byte OFFSET: " in front.
  void read() {
    read_header();
    const bool weighted = has_weights();
    const GraphHeader header{.vertices = static_cast<Vertex>(vertices_),
                             .arcs = arcs_,
                             .directed = directed_,
                             .weighted = weighted,
                             .first_id = 0};
    if (directed_)
      sink_.begin(header);
    else
      sink_.begin_both_ways(header);
    if (weighted)
      read_edges<WithWeight>();
    else
      read_edges<Unweighted>();
    if (!bytes_.at_end()) bytes_.fail(bytes_.offset(), "more bytes than the header says; it is wrong");
  }

 private:
  /// Out-edges or in-edges.
  struct Side {
    std::string_view offsets, edges;  // the names of its two arrays in messages
    std::string_view end;             // the other end of an edge
  };

  void read_header() {
    const auto directed = bytes_.number<std::uint8_t>("the header");
    if (directed > 1) bytes_.fail(0, "the first byte is " + std::to_string(directed) + "; 1 is directed, 0 undirected");
    directed_ = directed == 1;
    const auto arcs = bytes_.number<std::int64_t>("the header");
    if (arcs < 0) bytes_.fail(1, std::to_string(arcs) + " edges");
    const auto vertices = bytes_.number<std::int64_t>("the header");
    if (const std::string fault = vertices_fault(vertices); !fault.empty()) bytes_.fail(9, fault);
    constexpr std::int64_t max_arcs = std::int64_t{1} << 58;  // times the bytes of an edge is still a number
    if (arcs > max_arcs) bytes_.fail(1, std::to_string(arcs) + " edges are more than any machine can hold");
    arcs_ = static_cast<std::uint64_t>(arcs);
    vertices_ = static_cast<std::uint64_t>(vertices);
  }

  bool has_weights() const {
    const std::uint64_t size = input_.size();
    const std::string_view ending = ending_of(input_.name());
    const bool named = !ending.empty();
    if (weighted_ == Weighted::by_size && size != 0 && arcs_ == 0 && named && size == file_bytes(true))
      return ending == ".wsg";  // without edges both have one size
    if (weighted_ == Weighted::by_size && size != 0) {
      if (size == file_bytes(false)) return false;
      if (size == file_bytes(true)) return true;
      bytes_.fail("the header says " + std::to_string(vertices_) + " vertices and " + std::to_string(arcs_) +
                  " edges, which are " + std::to_string(file_bytes(false)) + " bytes or, with weights, " +
                  std::to_string(file_bytes(true)) + ", but the file has " + std::to_string(size) +
                  (size < file_bytes(true) ? "; it is truncated, or the header is wrong" : ""));
    }
    if (weighted_ == Weighted::by_size && !named)
      bytes_.fail(
          "neither its size nor its name says whether it has weights; use the suffix .sg or .wsg, or set the option "
          "weighted");
    const bool weighted = weighted_ == Weighted::by_size ? ending == ".wsg" : weighted_ == Weighted::yes;
    if (size != 0 && size != file_bytes(weighted))
      bytes_.fail("the header says " + std::to_string(vertices_) + " vertices and " + std::to_string(arcs_) +
                  " edges " + (weighted ? "with" : "without") + " weights, which are " +
                  std::to_string(file_bytes(weighted)) + " bytes, but the file has " + std::to_string(size));
    return weighted;
  }

  std::uint64_t file_bytes(bool weighted) const {
    const std::uint64_t side = 8 * (vertices_ + 1) + arcs_ * (weighted ? sizeof(WithWeight) : sizeof(Unweighted));
    return header_bytes + (directed_ ? 2 * side : side);
  }

  /// take(vertex, entry, place) for every edge in order; targets are checked before.
  template <class Entry, class F>
  void read_side(const Side& side, F&& take) {
    read_offsets(side);
    std::uint64_t edge = 0;
    Vertex vertex = 0;
    bytes_.numbers<Entry>(arcs_, side.edges, [&](std::span<const Entry> entries, std::uint64_t place) {
      for (const Entry& entry : entries) {
        while (static_cast<std::int64_t>(edge) == ends_[vertex]) ++vertex;
        const std::uint64_t at = place + static_cast<std::uint64_t>(&entry - entries.data()) * sizeof(Entry);
        if (entry.target < 0 || static_cast<std::uint64_t>(entry.target) >= vertices_)
          bytes_.fail(at, "edge at vertex " + std::to_string(vertex) + " " + std::string(side.end) + " vertex " +
                              std::to_string(entry.target) + ", but the header says " + std::to_string(vertices_) +
                              " vertices, counted from 0");
        take(vertex, entry, at);
        ++edge;
      }
    });
  }

  void read_offsets(const Side& side) {
    ends_.clear();
    std::int64_t last = 0;
    bool first = true;
    bytes_.numbers<std::int64_t>(
        vertices_ + 1, side.offsets, [&](std::span<const std::int64_t> offsets, std::uint64_t place) {
          for (const std::int64_t& offset : offsets) {
            const bool right = first ? offset == 0 : offset >= last && offset <= static_cast<std::int64_t>(arcs_);
            if (!right)
              bytes_.fail(
                  place + 8 * static_cast<std::uint64_t>(&offset - offsets.data()),
                  "offset " + std::to_string(offset) + " of vertex " + std::to_string(ends_.size()) +
                      (first ? " instead of 0"
                             : " behind " + std::to_string(last) + ", and the last must be " + std::to_string(arcs_)));
            if (!first) ends_.push_back(offset);
            last = offset;
            first = false;
          }
        });
    if (last != static_cast<std::int64_t>(arcs_))
      bytes_.fail(bytes_.offset() - 8, "the last of " + std::string(side.offsets) + " is " + std::to_string(last) +
                                           ", but the header says " + std::to_string(arcs_) + " edges");
  }

  template <class Entry>
  void read_edges() {
    const std::span<Arc<W>> arcs = sink_.arcs<W>(arcs_);
    Arc<W>* out = arcs.data();
    std::uint64_t there = 0, back = 0;  // sums over the arcs, and over the same arcs as seen from their heads
    const auto take = [&](Vertex source, const Entry& entry, std::uint64_t place) {
      const auto target = static_cast<Vertex>(entry.target);
      *out = {source, target, W{}};
      if constexpr (std::is_same_v<Entry, WithWeight>) {
        if (!bytes::convert(entry.weight, out->weight)) {
          const bytes::Misfit misfit = bytes::misfit<W>(entry.weight);
          bytes_.fail(place + 4, misfit.why, misfit.code);
        }
      }
      ++out;
      there += mixed(source, target, weight_bits(entry));
      if (!directed_) back += mixed(target, source, weight_bits(entry));
    };
    read_side<Entry>({"the offsets", "the edges", "to"}, take);
    if (directed_)
      read_side<Entry>({"the offsets of the in-edges", "the in-edges", "from"},
                       [&](Vertex target, const Entry& entry, std::uint64_t) {
                         back += mixed(static_cast<Vertex>(entry.target), target, weight_bits(entry));
                       });
    if (there == back) return;
    bytes_.fail(directed_ ? "its in-edges are not the reversed edges; it is damaged"
                          : "the first byte says undirected, but not every edge is there in both directions");
  }

  Weighted weighted_;
  Input& input_;
  GraphSink& sink_;
  bytes::ByteReader bytes_;
  bool directed_ = false;
  std::uint64_t arcs_ = 0;
  std::uint64_t vertices_ = 0;
  std::vector<std::int64_t> ends_;  // of each vertex's edges, of the side being read
};

void check(const SaveRequest& request) {
  const GraphInfo& info = request.graph->info();
  const std::string_view name = request.output->name();
  const std::string file = "gapbs: " + std::string(name) + ": ";
  if (request.weighted && info.weights != WeightKind::int32)
    throw Unsupported(file + "the format supports only int32 weights, but these are " +
                      (info.weights == WeightKind::int64     ? "int64"
                       : info.weights == WeightKind::float32 ? "float32"
                                                             : "float64"));
  if (info.vertices > std::uint64_t{1} << 31)
    throw Unsupported(file + "the format has ids of 31 bits, which " + std::to_string(info.vertices) +
                      " vertices do not fit");
  if (request.weighted && ending_of(name) == ".sg")
    throw Unsupported(file + "an .sg file has no weights, but the graph has; use the suffix .wsg");
  if (!request.weighted && ending_of(name) == ".wsg")
    throw Unsupported(file + "a .wsg file has weights, but the graph has none; use the suffix .sg, or name a rule " +
                      "that gives weights");
}

/// The offsets and edges of one side; `ends` are targets or sources.
template <class View>
void write_side(writing::ByteWriter& out, const View& view, const Vertex* ends, bool weighted) {
  for (std::uint64_t v = 0; v <= view.vertices; ++v) out.number(static_cast<std::int64_t>(view.offsets[v]));
  for (std::uint64_t e = 0; e < view.edges; ++e) {
    out.number(static_cast<std::int32_t>(ends[e]));
    if (weighted) out.number(view.weights[e]);
  }
}

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

  static Match sniff(std::string_view head) noexcept {
    const auto number = [&](std::size_t at) {
      std::int64_t value;
      std::memcpy(&value, head.data() + at, sizeof(value));
      return value;
    };
    if (head.size() < header_bytes + 8) return {0, "shorter than a GAPBS header"};
    if (head[0] != 0 && head[0] != 1) return {0, "does not start with the byte 0 or 1"};
    const std::int64_t arcs = number(1);
    const std::int64_t vertices = number(9);
    // More vertices than ids number are for the reader, which says so.
    constexpr std::int64_t most = std::int64_t{1} << 40;
    if (arcs < 0 || vertices < 0 || vertices > most) return {0, "the counts in the header are not valid for GAPBS"};
    // The visible offsets must ascend from 0 to at most m; that of the last vertex is m.
    std::int64_t last = 0;
    for (std::int64_t v = 0; v <= vertices; ++v) {
      const std::size_t at = header_bytes + 8 * static_cast<std::size_t>(v);
      if (at + 8 > head.size()) break;
      const std::int64_t offset = number(at);
      if (offset < last || offset > arcs || (v == 0 && offset != 0) || (v == vertices && offset != arcs))
        return {0, "its offsets are not valid for GAPBS"};
      last = offset;
    }
    constexpr std::size_t whole_head = 4096;
    if (vertices == 0 && head.size() > (head[0] == 1 ? 2 * 8 : 8) + header_bytes)
      return {0, "a GAPBS header without vertices, but with more bytes after it"};
    if (head.size() < whole_head && 8 * (static_cast<std::uint64_t>(vertices) + 1) + header_bytes > head.size())
      return {10, "starts like GAPBS, but ends among its offsets"};
    return head[0] == 1 ? Match{80, "a GAPBS header, directed, and ascending offsets"}
                        : Match{80, "a GAPBS header, undirected, and ascending offsets"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights,
                     [&]<WeightType W>() { Reader<W>(options_.weighted, *request.input, sink, context).read(); });
  }

  void save(const SaveRequest& request, RunContext& context) {
    check(request);
    writing::refuse_ids("gapbs", request);
    writing::ByteWriter out(*request.output, context);
    const GraphInfo& info = request.graph->info();
    out.number(std::uint8_t{request.directed});
    out.number(static_cast<std::int64_t>(info.edges));
    out.number(static_cast<std::int64_t>(info.vertices));
    visit(request.graph->csr(), [&](const auto& csr) { write_side(out, csr, csr.targets, request.weighted); });
    if (request.directed)
      visit(request.graph->csc(), [&](const auto& csc) { write_side(out, csc, csc.sources, request.weighted); });
    out.finish();
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront::gapbs

WAYFRONT_PLUGIN(wayfront::gapbs::Gapbs)
