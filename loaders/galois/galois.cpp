// The binary .gr files of the Galois system, versions 1 and 2. All numbers are little-endian:
//
//   u64 version, u64 bytes of one edge's data, u64 n, u64 m;  u64 end[n]: where the edges of each vertex end
//   u32 (version 1) or u64 (version 2) target[m];  in version 1, 4 bytes more where m is odd;  edge data [m]
//
// Edge data of 0 bytes means that there are no weights. The file does not say whether 4 or 8 bytes are an integer or a
// float: an option does, or their bits show that they are integers.
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "../bytes/byte_reader.hpp"
#include "../bytes/weights.hpp"
#include "../writing/byte_writer.hpp"
#include "../writing/limits.hpp"
#include "header.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::galois {
namespace {

enum class DataType : std::uint8_t { automatic, signed_integer, unsigned_integer, floating };

struct Options {
  DataType edge_data = DataType::automatic;
  std::uint64_t version = 1;
};

/// Whether a negative integer may also be a large unsigned one. Small negative ones would be near the end of the
/// unsigned range.
template <class T>
bool is_large_without_sign(T value) {
  return value < std::numeric_limits<T>::lowest() / 2;
}

std::string how_to_set(std::string_view type) {
  return "say loader = \"galois\" and options = { edge_data = \"" + std::string(type) +
         "\" }, on the command line --loader galois --set edge_data=" + std::string(type);
}

template <WeightType W>
class Reader {
 public:
  Reader(const Options& options, Input& input, GraphSink& sink, RunContext& context)
      : options_(options), input_(input), sink_(sink), bytes_("galois", input, context) {}

  /// Throws BadInput with "galois: FILE: byte OFFSET: " in front.
  void read() {
    read_header();
    check_size();
    sink_.begin({.vertices = static_cast<Vertex>(header_.vertices),
                 .arcs = header_.edges,
                 .directed = true,
                 .weighted = header_.data_bytes != 0,
                 .first_id = 0});
    read_ends();
    arcs_ = sink_.arcs<W>(header_.edges);
    if (header_.version == 1)
      read_targets<std::uint32_t>();
    else
      read_targets<std::uint64_t>();
    // Without edge data, some programs leave the padding out.
    if (header_.padding() != 0 && (header_.data_bytes != 0 || !bytes_.at_end()))
      bytes_.number<std::uint32_t>("the padding behind the targets");
    read_edge_data();
    if (!bytes_.at_end()) bytes_.fail(bytes_.offset(), "more bytes than the header says; it is wrong");
  }

 private:
  void read_header() {
    header_.version = bytes_.number<std::uint64_t>("the header");
    if (header_.version != 1 && header_.version != 2)
      bytes_.fail(0, "version " + std::to_string(header_.version) + "; supported are the versions 1 and 2");
    header_.data_bytes = bytes_.number<std::uint64_t>("the header");
    if (header_.data_bytes != 0 && header_.data_bytes != 4 && header_.data_bytes != 8)
      bytes_.fail(
          8, "edge data of " + std::to_string(header_.data_bytes) + " bytes; supported are 0 (no weights), 4 and 8");
    const bool floating = options_.edge_data == DataType::floating;
    if (header_.data_bytes != 0 && floating && !std::is_floating_point_v<W>) {
      const std::string type = header_.data_bytes == 4 ? "float32" : "float64";
      bytes_.fail(8, "edge_data = \"float\" needs weights = \"" + type + "\", on the command line --weights " + type,
                  StatusCode::needs_float64);
    }
    header_.vertices = bytes_.number<std::uint64_t>("the header");
    if (header_.vertices > max_vertices) bytes_.fail(16, too_many_vertices(header_.vertices));
    header_.edges = bytes_.number<std::uint64_t>("the header");
  }

  void check_size() const {
    const std::uint64_t size = input_.size();
    const std::uint64_t edge_bytes = header_.target_bytes() + header_.data_bytes;
    constexpr std::uint64_t max_edges = std::uint64_t{1} << 58;  // times the bytes of an edge is still a number
    if (header_.edges > max_edges)
      bytes_.fail(24, std::to_string(header_.edges) + " edges are more than any machine can hold");
    if (size == 0) return;  // unknown
    const std::uint64_t min = sizeof(Header) + 8 * header_.vertices + header_.edges * edge_bytes;
    const std::uint64_t padded = min + header_.padding();
    const bool right = size == padded || (size == min && header_.data_bytes == 0);
    if (right) return;
    bytes_.fail("the header says " + std::to_string(header_.vertices) + " vertices and " +
                std::to_string(header_.edges) + " edges with " + std::to_string(header_.data_bytes) +
                " bytes of data each, which are " + std::to_string(padded) + " bytes, but the file has " +
                std::to_string(size) + (size < padded ? "; it is truncated, or the header is wrong" : ""));
  }

  void read_ends() {
    std::uint64_t last = 0;
    bytes_.numbers<std::uint64_t>(
        header_.vertices, "the index", [&](std::span<const std::uint64_t> ends, std::uint64_t place) {
          for (std::size_t i = 0; i < ends.size(); ++i) {
            if (ends[i] < last || ends[i] > header_.edges)
              bytes_.fail(place + 8 * i, "the edges of vertex " + std::to_string(ends_.size() + i) + " end at " +
                                             std::to_string(ends[i]) + ", but those before it at " +
                                             std::to_string(last) + " of " + std::to_string(header_.edges));
            last = ends[i];
          }
          ends_.insert(ends_.end(), ends.begin(), ends.end());
        });
    if (last != header_.edges)
      bytes_.fail(bytes_.offset(), "the index ends at edge " + std::to_string(last) + ", but the header says " +
                                       std::to_string(header_.edges) + " edges");
  }

  template <class Target>
  void read_targets() {
    Vertex source = 0;
    Arc<W>* out = arcs_.data();
    bytes_.numbers<Target>(header_.edges, "the targets", [&](std::span<const Target> targets, std::uint64_t place) {
      std::uint64_t edge = static_cast<std::uint64_t>(out - arcs_.data());
      for (const Target& target : targets) {
        while (edge == ends_[source]) ++source;
        if (target >= header_.vertices)
          bytes_.fail(place + static_cast<std::uint64_t>(&target - targets.data()) * sizeof(Target),
                      "edge from vertex " + std::to_string(source) + " to vertex " + std::to_string(target) +
                          ", but the header says " + std::to_string(header_.vertices) + " vertices, counted from 0");
        *out++ = {source, static_cast<Vertex>(target), W{}};
        ++edge;
      }
    });
  }

  void read_edge_data() {
    const bool wide = header_.data_bytes == 8;
    if (header_.data_bytes == 0) return;
    switch (options_.edge_data) {
      case DataType::automatic:
      case DataType::signed_integer:
        return wide ? read_weights<std::int64_t>() : read_weights<std::int32_t>();
      case DataType::unsigned_integer:
        return wide ? read_weights<std::uint64_t>() : read_weights<std::uint32_t>();
      case DataType::floating:
        if constexpr (std::is_floating_point_v<W>) return wide ? read_weights<double>() : read_weights<float>();
    }
  }

  template <class T>
  void read_weights() {
    const bool guessed = options_.edge_data == DataType::automatic;
    bool any = false, all_floats = true, negative = false;
    Arc<W>* out = arcs_.data();
    bytes_.numbers<T>(header_.edges, "the edge data", [&](std::span<const T> values, std::uint64_t place) {
      for (const T& value : values) {
        if (!bytes::convert(value, out->weight)) {
          const bytes::Misfit misfit = bytes::misfit<W>(value);
          bytes_.fail(
              place + static_cast<std::uint64_t>(&value - values.data()) * sizeof(T),
              misfit.why +
                  (guessed && bytes::may_be_float(value) ? "; if it is a float, edge_data = \"float\" reads it" : ""),
              misfit.code);
        }
        ++out;
        if (!guessed || value == 0) continue;
        any = true;
        all_floats = all_floats && bytes::may_be_float(value);
        negative = negative || is_large_without_sign(value);
      }
    });
    if (!guessed) return;
    if (any && all_floats)
      bytes_.fail("its edge data may be floats or integers, and the file does not say which; " + how_to_set("float") +
                  ", or \"int\", or \"uint\"");
    sink_.note(Note::reading, std::string("edge data read as integers of ") + std::to_string(8 * sizeof(T)) + " bits");
    if (negative)
      sink_.note(Note::doubt, "some edge data are negative as signed integers, but Galois writes unsigned ones, too; " +
                                  how_to_set("uint") + " for these; \"int\" ends this note");
  }

  Options options_;
  Input& input_;
  GraphSink& sink_;
  bytes::ByteReader bytes_;
  Header header_;
  std::vector<std::uint64_t> ends_;  // of each vertex's edges
  std::span<Arc<W>> arcs_;           // in the order of the file
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

  static Match sniff(std::string_view head) noexcept {
    Header header;
    if (head.size() < sizeof(header)) return {0, "shorter than a Galois header"};
    std::memcpy(&header, head.data(), sizeof(header));
    if (header.version != 1 && header.version != 2) return {0, "does not start with the version 1 or 2 in 8 bytes"};
    if (header.data_bytes != 0 && header.data_bytes != 4 && header.data_bytes != 8)
      return {10, "starts like Galois binary, but its edge data have neither 0, 4 nor 8 bytes"};
    constexpr std::size_t whole_head = 4096;
    if (head.size() < whole_head && header.edges < whole_head && header.vertices < whole_head) {  // all of the file
      const std::uint64_t size =
          sizeof(header) + 8 * header.vertices + header.edges * (header.target_bytes() + header.data_bytes);
      if (head.size() != size && head.size() != size + header.padding())
        return {10, "starts like Galois binary, but has a different size"};
    }
    // The ends of the first vertices' edges: those that are visible must ascend to at most m.
    std::uint64_t last = 0;
    head.remove_prefix(sizeof(header));
    for (std::uint64_t vertex = 0; vertex < header.vertices && head.size() >= sizeof(last); ++vertex) {
      std::uint64_t end;
      std::memcpy(&end, head.data(), sizeof(end));
      if (end < last || end > header.edges) return {10, "starts like Galois binary, but its index does not ascend"};
      last = end;
      head.remove_prefix(sizeof(end));
    }
    return header.version == 1 ? Match{90, "a Galois binary header, version 1"}
                               : Match{90, "a Galois binary header, version 2"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights,
                     [&]<WeightType W>() { Reader<W>(options_, *request.input, sink, context).read(); });
  }

  /// Weights have the type and the bytes that they have in the graph.
  void save(const SaveRequest& request, RunContext& context) {
    writing::refuse_ids("galois", request);
    writing::ByteWriter out(*request.output, context);
    visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
      const Header header{options_.version, request.weighted ? sizeof(W) : 0, graph.vertices, graph.edges};
      out.number(header);
      for (Vertex u = 0; u < graph.vertices; ++u) out.number(std::uint64_t{graph.end(u)});
      for (O e = 0; e < graph.edges; ++e)
        if (header.version == 1)
          out.number(graph.targets[e]);
        else
          out.number(std::uint64_t{graph.targets[e]});
      if (header.padding() != 0) out.number(std::uint32_t{0});
      if (request.weighted)
        for (O e = 0; e < graph.edges; ++e) out.number(graph.weights[e]);
    });
    out.finish();
    writing::note_two_arcs(request, context);
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront::galois

WAYFRONT_PLUGIN(wayfront::galois::Galois)
