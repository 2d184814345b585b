#include "document.hpp"

#include <expat.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <utility>

#include "text/fields.hpp"

namespace wayfront::graphml {
namespace {

/// Exceptions wait here while Expat's frames are on the stack.
struct Call {
  Document& document;
  XML_Parser parser;
  std::exception_ptr thrown{};

  std::uint64_t line() const { return XML_GetCurrentLineNumber(parser); }
  template <class F>
  void guarded(F&& f) {
    if (thrown) return;
    try {
      f();
    } catch (...) {
      thrown = std::current_exception();
      XML_StopParser(parser, XML_FALSE);
    }
  }
};

/// Without the prefix of a namespace.
std::string_view local(std::string_view name) { return name.substr(name.rfind(':') + 1); }

void on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
  Call& call = *static_cast<Call*>(data);
  call.guarded([&] { call.document.start(local(name), Attributes(attributes), call.line()); });
}

void on_end(void* data, const XML_Char* name) {
  Call& call = *static_cast<Call*>(data);
  call.guarded([&] { call.document.end(local(name)); });
}

void on_text(void* data, const XML_Char* part, int size) {
  Call& call = *static_cast<Call*>(data);
  call.guarded([&] { call.document.text({part, static_cast<std::size_t>(size)}); });
}

void on_entity(void* data, const XML_Char* name, int, const XML_Char*, int, const XML_Char*, const XML_Char*,
               const XML_Char*, const XML_Char*) {
  Call& call = *static_cast<Call*>(data);
  call.guarded([&] { call.document.refuse_entity(name, call.line()); });
}

}  // namespace

void Document::read(Input& input, RunContext& context) {
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate(nullptr), XML_ParserFree);
  if (!parser) throw std::bad_alloc();
  Call call{*this, parser.get()};
  XML_SetUserData(parser.get(), &call);
  XML_SetElementHandler(parser.get(), on_start, on_end);
  XML_SetCharacterDataHandler(parser.get(), on_text);
  XML_SetEntityDeclHandler(parser.get(), on_entity);
  const auto feed = [&](std::string_view piece, bool last) {
    const XML_Status status = XML_Parse(parser.get(), piece.data(), static_cast<int>(piece.size()), last ? 1 : 0);
    if (call.thrown) std::rethrow_exception(call.thrown);
    if (status == XML_STATUS_OK) return;
    const XML_Error error = XML_GetErrorCode(parser.get());
    if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
    places_.fail(call.line(), "column " + std::to_string(XML_GetCurrentColumnNumber(parser.get()) + 1) +
                                  " is not valid XML: " + XML_ErrorString(error));
  };
  constexpr std::size_t max_piece = std::size_t{1} << 20;
  for (std::string_view rest; !(rest = input.bytes()).empty();)
    while (!rest.empty()) {
      context.throw_if_cancelled();
      const std::string_view piece = rest.substr(0, max_piece);
      feed(piece, false);
      rest.remove_prefix(piece.size());
    }
  feed({}, true);
  if (graphs_ == 0) places_.fail(0, "it has no element graph");
}

void Document::refuse_entity(std::string_view name, std::uint64_t line) const {
  places_.fail(line, "it declares the entity '" + textfile::shown(name) +
                         "'; entities are not read, because a few of them can stand for any amount of text");
}

const char* Document::needed(const Attributes& attributes, const char* name, const char* element,
                             std::uint64_t line) const {
  const char* const found = attributes.find(name);
  if (found == nullptr) places_.fail(line, std::string("an element ") + element + " without the attribute " + name);
  return found;
}

void Document::start(std::string_view element, const Attributes& attributes, std::uint64_t line) {
  capture_ = nullptr;
  if (++depth_ == 1) {
    if (element != "graphml")
      places_.fail(line, "the document is called '" + textfile::shown(element) + "', not graphml");
    return;
  }
  if (element == "key") return start_key(attributes, line);
  if (element == "graph") return start_graph(attributes, line);
  if (element == "hyperedge")
    places_.fail(line, "a hyperedge, which joins any number of nodes; graphs have edges alone");
  if (element == "default" && in_weight_key_) {
    default_weight_.clear();
    capture_ = &default_weight_;
  } else if (element == "node") {
    in_node_ = true;
    taker_.node(needed(attributes, "id", "node", line), line);
  } else if (element == "edge") {
    start_edge(attributes, line);
  } else if (element == "data" && in_edge_ && has_weight_key_ &&
             needed(attributes, "key", "data", line) == weight_key_) {
    if (std::exchange(has_weight_, true))
      places_.fail(line, "an edge with a second '" + textfile::shown(weight_) + "'");
    edge_.weight.clear();
    capture_ = &edge_.weight;
  } else if (element == "data" && in_node_ && !columns_.empty()) {
    const auto found = columns_.find(needed(attributes, "key", "data", line));
    if (found == columns_.end()) return;
    column_ = found->second;
    value_.clear();
    value_line_ = line;
    capture_ = &value_;
  }
}

void Document::start_key(const Attributes& attributes, std::uint64_t line) {
  if (graphs_ != 0) places_.fail(line, "a key behind the graph; keys stand before it");
  const std::string id = needed(attributes, "id", "key", line);
  const char *const of = attributes.find("for"), *const name = attributes.find("attr.name");
  const std::string called = name == nullptr ? id : name;
  const auto is_for = [&](std::string_view what) {
    return of == nullptr || std::string_view(of) == what || std::string_view(of) == "all";
  };
  if (is_for("node"))
    if (const auto column = taker_.column(called)) columns_.emplace(id, *column);
  if (!is_for("edge")) return;
  if (!edge_keys_.emplace(id, called).second) places_.fail(line, "the key '" + textfile::shown(id) + "' a second time");
  if (called != weight_) return;
  if (has_weight_key_)
    places_.fail(line, "a second key of edges is called '" + textfile::shown(weight_) + "'; which one is the weight?");
  has_weight_key_ = in_weight_key_ = true;
  weight_key_ = id;
}

void Document::start_graph(const Attributes& attributes, std::uint64_t line) {
  if (in_node_ || in_edge_) places_.fail(line, "a graph within a node or an edge; only graphs without others are read");
  if (++graphs_ > 1) places_.fail(line, "a second graph; only files with one are read");
  const std::string_view kind = needed(attributes, "edgedefault", "graph", line);
  if (kind != "directed" && kind != "undirected")
    places_.fail(line, "edgedefault is '" + textfile::shown(kind) + "', not directed or undirected");
  directed_ = kind == "directed";
}

void Document::start_edge(const Attributes& attributes, std::uint64_t line) {
  in_edge_ = true;
  has_weight_ = false;
  edge_line_ = line;
  edge_.source = needed(attributes, "source", "edge", line);
  edge_.target = needed(attributes, "target", "edge", line);
  edge_.weight = default_weight_;
  edge_.directed = directed_;
  const char* const directed = attributes.find("directed");
  if (directed == nullptr) return;
  const std::string_view said = directed;
  if (said != "true" && said != "false")
    places_.fail(line, "directed is '" + textfile::shown(said) + "', not true or false");
  edge_.directed = said == "true";
}

void Document::end(std::string_view element) {
  --depth_;
  capture_ = nullptr;
  if (element == "key") in_weight_key_ = false;
  if (element == "node") in_node_ = false;
  const auto trim = [](std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    text = first == text.npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
  };
  if (element == "default") trim(default_weight_);
  if (element == "data" && column_) {
    trim(value_);
    taker_.coordinate(*column_, value_, value_line_);
    column_.reset();
  }
  if (element != "edge") return;
  in_edge_ = false;
  trim(edge_.weight);
  taker_.edge(edge_, edge_line_);
}

void Document::text(std::string_view part) {
  constexpr std::size_t longest = 4096;  // of a number
  if (capture_ != nullptr && capture_->size() < longest) *capture_ += part;
}

std::vector<std::string> Document::other_keys() const {
  std::vector<std::string> all;
  for (const auto& [id, name] : edge_keys_)
    if (id != weight_key_ || !has_weight_key_) all.push_back(name);
  return all;
}

}  // namespace wayfront::graphml
