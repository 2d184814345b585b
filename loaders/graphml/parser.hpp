// Expat for a document of which it does not see every element.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string_view>

#include "../attributed/named_arcs.hpp"
#include "wayfront/run.hpp"

struct XML_ParserStruct;

namespace wayfront::graphml {

class Document;

/// Calls the document's functions. Throws what these throw, and BadInput with a place for text that is not XML.
class Parser {
 public:
  /// Refers to both. Throws std::bad_alloc.
  Parser(Document& document, const attributed::Places& places);

  void feed(std::string_view text, RunContext& context);
  /// The document ends.
  void finish() { feed({}, true); }
  /// Text that it does not get, which is as complete as blanks; `lines` is how many of its characters end a line.
  void pass(std::string_view text, std::uint64_t lines);
  /// In the whole document.
  std::uint64_t line() const;

  // For Expat's calls.
  Document& document() { return document_; }
  template <class F>
  void guarded(F&& f);

 private:
  void feed(std::string_view piece, bool last);
  std::uint64_t column() const;

  Document& document_;
  const attributed::Places& places_;
  std::unique_ptr<XML_ParserStruct, void (*)(XML_ParserStruct*)> expat_;
  std::exception_ptr thrown_{};       // waits here while Expat's frames are on the stack
  std::uint64_t passed_lines_ = 0;    // that Expat does not count
  std::uint64_t passed_on_line_ = 0;  // Expat's line number ...
  std::uint64_t passed_bytes_ = 0;    // ... on which it does not count these
};

}  // namespace wayfront::graphml
