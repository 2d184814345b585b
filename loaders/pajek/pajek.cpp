// Pajek networks, .net: "*vertices N", lines of number and label, then "*arcs" and "*edges" with lines of two numbers and a weight.
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "attributed/named_arcs.hpp"
#include "text/fields.hpp"
#include "text/lines.hpp"
#include "text/numbers.hpp"
#include "wayfront/plugin.hpp"
#include "writing/edges.hpp"
#include "writing/text_writer.hpp"
#include "writing/vertex_texts.hpp"

namespace wayfront::pajek {
namespace {

using textfile::same_word;

enum class Section { none, vertices, arcs, edges, arc_lists, edge_lists };

template <WeightType W>
class Reader {
 public:
  Reader(const LoadRequest& request, GraphSink& sink, RunContext& context)
      : sink_(sink),
        context_(context),
        lines_("pajek", *request.input, context),
        arcs_({"pajek", std::string(request.input->name())}, request, sink, context) {}

  void read() {
    for (std::string_view line; lines_.next(line);) {
      std::string_view rest = textfile::trimmed(line);
      if (rest.empty() || rest.front() == '%') continue;
      lines_.placed([&] {
        if (rest.front() == '*')
          start(rest);
        else
          row(rest);
      });
      for (const Read& it : read_) {
        if (first_weight_ == 0 && !it.weight.empty()) first_weight_ = lines_.line();
        arcs_.add(it.source, it.target, it.weight, it.directed, lines_.line());
      }
      read_.clear();
    }
    if (!begun_) lines_.fail_in_file("it has no line *vertices N");
    if (relations_.size() > 1)
      sink_.note(Note::doubt, "the arcs of all " + std::to_string(relations_.size()) + " relations, " +
                                  textfile::shown(*relations_.begin()) + " to " +
                                  textfile::shown(*relations_.rbegin()) +
                                  ", are read as one graph; remove those that are not meant from the file");
    if (first_list_ != 0 && first_weight_ != 0)
      lines_.fail_at(first_list_, "a line of *arcslist or *edgeslist has no weights, but line " +
                                      std::to_string(first_weight_) +
                                      " has one; write its arcs below *arcs or *edges, each with its weight");
    arcs_.finish(has_arcs_, {}, labels_);
  }

 private:
  struct Read {
    Vertex source, target;
    std::string_view weight;
    bool directed;
  };

  void start(std::string_view rest) {
    const std::string_view word = textfile::next_field(rest);
    if (same_word(word, "*vertices")) return start_vertices(rest);
    if (same_word(word, "*network")) return;
    if (!begun_) throw BadInput("'" + textfile::shown(word) + "' above *vertices");
    has_arcs_ |= same_word(word, "*arcs") || same_word(word, "*arcslist");
    if (same_word(word, "*arcs"))
      section_ = Section::arcs;
    else if (same_word(word, "*edges"))
      section_ = Section::edges;
    else if (same_word(word, "*arcslist"))
      section_ = Section::arc_lists;
    else if (same_word(word, "*edgeslist"))
      section_ = Section::edge_lists;
    else
      throw BadInput("the section '" + textfile::shown(word) +
                     "' is not read; *vertices, *arcs, *edges, *arcslist and *edgeslist are");
    if (const std::string_view relation = textfile::next_field(rest); relation.starts_with(':'))
      relations_.emplace(relation);
  }

  void start_vertices(std::string_view rest) {
    if (begun_) throw BadInput("a second graph; only files with one are read");
    begun_ = true;
    section_ = Section::vertices;
    const std::uint64_t count = textfile::read_count(textfile::next_field(rest), "vertices", "the line *vertices");
    if (!textfile::next_field(rest).empty())
      throw BadInput("a second number of vertices, as of a network of two modes, which is not read");
    textfile::check_vertices(count);
    // Each takes memory, and the shortest line of one is "1".
    constexpr std::uint64_t always = std::uint64_t{1} << 20, per_byte = 8, max_unseen = std::uint64_t{1} << 24;
    const std::uint64_t size = lines_.input().size();
    if (count > always && size != 0 && count > always + per_byte * size)
      throw BadInput(std::to_string(count) + " vertices, but the file has only " + std::to_string(size) + " bytes");
    if (count > max_unseen && size == 0)
      throw BadInput(std::to_string(count) + " vertices, in a file whose size is not known: decompress it first");
    count_ = count;
    for (std::uint64_t v = 1; v <= count; ++v) {
      if (v % 4096 == 0) context_.throw_if_cancelled();
      arcs_.declare(std::to_string(v), lines_.line());
    }
  }

  void row(std::string_view rest) {
    switch (section_) {
      case Section::none:
        throw BadInput("a line above *vertices");
      case Section::vertices:
        return read_label(rest);
      case Section::arc_lists:
      case Section::edge_lists: {
        const Vertex source = vertex(textfile::next_field(rest));
        for (std::string_view field; !(field = textfile::next_field(rest)).empty();) {
          if (first_list_ == 0) first_list_ = lines_.line();
          read_.push_back({source, vertex(field), {}, section_ == Section::arc_lists});
        }
        return;
      }
      default: {
        const Vertex source = vertex(textfile::next_field(rest)), target = vertex(textfile::next_field(rest));
        read_.push_back({source, target, textfile::next_field(rest), section_ == Section::arcs});
      }
    }
  }

  std::uint64_t number(std::string_view field) const {
    std::uint64_t it = 0;
    if (field.empty()) throw BadInput("a line of one number; an arc has two or three: SOURCE TARGET WEIGHT");
    if (!textfile::is_whole_number(field, it) || it == 0 || it > count_)
      throw BadInput("'" + textfile::shown(field) + "' is not a vertex: a number from 1 to " + std::to_string(count_));
    return it;
  }
  Vertex vertex(std::string_view field) const { return static_cast<Vertex>(number(field) - 1); }

  void read_label(std::string_view rest) {
    const std::uint64_t it = number(textfile::next_field(rest));
    rest = textfile::trimmed(rest);
    std::string_view label;
    if (rest.starts_with('"')) {
      const std::size_t end = rest.find('"', 1);
      if (end == rest.npos) throw BadInput("a label without its second quote");
      label = rest.substr(1, end - 1);
    } else {
      label = textfile::next_field(rest);
    }
    if (labels_.empty()) labels_.resize(count_);
    listed_.resize(count_);
    if (listed_[it - 1]) throw BadInput("the vertex " + std::to_string(it) + " a second time");
    listed_[it - 1] = true;
    labels_[it - 1] = label;
  }

  GraphSink& sink_;
  RunContext& context_;
  textfile::Lines lines_;
  attributed::NamedArcs<W> arcs_;
  std::vector<Read> read_;  // of one line
  Section section_ = Section::none;
  bool begun_ = false, has_arcs_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t first_list_ = 0, first_weight_ = 0;  // lines
  std::vector<std::string> labels_;
  std::vector<bool> listed_;                      // vertices with a line of their own
  std::set<std::string, std::less<>> relations_;  // ":1" of "*arcs :1"
};

class Pajek {
 public:
  static constexpr PluginAbout about{
      .name = "pajek",
      .version = "1.0.0",
      .summary = "Reads and writes Pajek networks, .net: arcs and edges, with labels as names.",
      .reference = "Batagelj and Mrvar, Pajek manual, section 5.3",
      .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".net";

  static Match sniff(std::string_view head) noexcept {
    while (!head.empty()) {
      std::string_view line = textfile::next_line(head);
      const std::string_view word = textfile::next_field(line);
      if (word.empty() || word.front() == '%' || same_word(word, "*network")) continue;
      return same_word(word, "*vertices") ? Match{95, "a line *vertices"} : Match{0, "does not start with *vertices"};
    }
    return {0, "does not start with *vertices"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(request, sink, context).read(); });
  }

  void save(const SaveRequest& request, RunContext& context) {
    writing::VertexTexts texts("pajek", request);
    texts.require([](char c) { return c == '"' || c == '\n' || c == '\r'; }, "a quote or a line end");
    writing::TextWriter out(*request.output, context);
    const Vertex vertices = request.graph->info().vertices;
    out.put("*Vertices ", vertices, '\n');
    for (Vertex v = 0; v < vertices; ++v) out.put(std::uint64_t{v} + 1, " \"", texts.text(v), "\"\n");
    out.text(request.directed ? "*Arcs\n" : "*Edges\n");
    writing::each_edge(request, [&](Vertex source, Vertex target, auto weight) {
      out.put(std::uint64_t{source} + 1, ' ', std::uint64_t{target} + 1);
      if (request.weighted) out.put(' ', weight);
      out.character('\n');
    });
    out.finish();
  }
};

}  // namespace
}  // namespace wayfront::pajek

WAYFRONT_PLUGIN(wayfront::pajek::Pajek)
