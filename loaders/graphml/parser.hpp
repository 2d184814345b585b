// Expat for a document of which it does not see every element.
#pragma once

#include <expat.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "attributed/named_arcs.hpp"
#include "text/fields.hpp"
#include "wayfront/run.hpp"

namespace wayfront::graphml {

/// The attributes of an element: names and values in turn, as Expat has them.
class Attributes {
 public:
  explicit Attributes(const char** all) : all_(all) {}

  /// The value of that attribute, or null.
  const char* find(std::string_view name) const {
    for (const char** at = all_; *at != nullptr; at += 2)
      if (name == *at) return at[1];
    return nullptr;
  }

 private:
  const char** all_;
};

/// Calls the document's start(), end() and text(). Throws what these throw, and BadInput with a place for text that is not
/// XML, and for entities that the document declares.
template <class Document>
class Parser {
 public:
  /// Refers to both. Throws std::bad_alloc.
  Parser(Document& document, const attributed::Places& places)
      : document_(document), places_(places), expat_(XML_ParserCreate(nullptr), XML_ParserFree) {
    if (!expat_) throw std::bad_alloc();
    XML_SetUserData(expat_.get(), this);
    XML_SetElementHandler(
        expat_.get(),
        [](void* data, const XML_Char* name, const XML_Char** attributes) {
          Parser& it = *static_cast<Parser*>(data);
          it.guarded([&] { it.document_.start(local(name), Attributes(attributes), it.line()); });
        },
        [](void* data, const XML_Char* name) {
          Parser& it = *static_cast<Parser*>(data);
          it.guarded([&] { it.document_.end(local(name)); });
        });
    XML_SetCharacterDataHandler(expat_.get(), [](void* data, const XML_Char* part, int size) {
      Parser& it = *static_cast<Parser*>(data);
      it.guarded([&] { it.document_.text({part, static_cast<std::size_t>(size)}); });
    });
    XML_SetEntityDeclHandler(expat_.get(), [](void* data, const XML_Char* name, int, const XML_Char*, int,
                                              const XML_Char*, const XML_Char*, const XML_Char*, const XML_Char*) {
      Parser& it = *static_cast<Parser*>(data);
      it.guarded([&] {
        it.places_.fail(it.line(),
                        "it declares the entity '" + textfile::shown(name) +
                            "'; entities are not read, because a few of them can stand for any amount of text");
      });
    });
  }

  void feed(std::string_view text, RunContext& context) {
    constexpr std::size_t max_piece = std::size_t{1} << 20;
    while (!text.empty()) {
      context.throw_if_cancelled();
      const std::string_view piece = text.substr(0, max_piece);
      feed(piece, false);
      text.remove_prefix(piece.size());
    }
  }
  /// The document ends.
  void finish() { feed({}, true); }
  /// Text that it does not get, which is as complete as blanks; `lines` is how many of its characters end a line.
  void pass(std::string_view text, std::uint64_t lines) {
    if (lines != 0) {
      feed("\n", false);
      passed_lines_ += lines - 1;
      text.remove_prefix(text.rfind('\n') + 1);
    }
    const std::uint64_t now = XML_GetCurrentLineNumber(expat_.get());
    if (now != passed_on_line_) passed_bytes_ = 0;
    passed_on_line_ = now;
    passed_bytes_ += text.size();
  }
  /// In the whole document.
  std::uint64_t line() const { return XML_GetCurrentLineNumber(expat_.get()) + passed_lines_; }

 private:
  /// Without the prefix of a namespace.
  static std::string_view local(std::string_view name) { return name.substr(name.rfind(':') + 1); }

  template <class F>
  void guarded(F&& f) {
    if (thrown_) return;
    try {
      f();
    } catch (...) {
      thrown_ = std::current_exception();
      XML_StopParser(expat_.get(), XML_FALSE);
    }
  }

  void feed(std::string_view piece, bool last) {
    const XML_Status status = XML_Parse(expat_.get(), piece.data(), static_cast<int>(piece.size()), last ? 1 : 0);
    if (thrown_) std::rethrow_exception(thrown_);
    if (status == XML_STATUS_OK) return;
    const XML_Error error = XML_GetErrorCode(expat_.get());
    if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
    places_.fail(line(), "column " + std::to_string(column()) + " is not valid XML: " + XML_ErrorString(error));
  }

  std::uint64_t column() const {
    const bool passed = XML_GetCurrentLineNumber(expat_.get()) == passed_on_line_;
    return XML_GetCurrentColumnNumber(expat_.get()) + 1 + (passed ? passed_bytes_ : 0);
  }

  Document& document_;
  const attributed::Places& places_;
  std::unique_ptr<XML_ParserStruct, void (*)(XML_ParserStruct*)> expat_;
  std::exception_ptr thrown_{};       // waits here while Expat's frames are on the stack
  std::uint64_t passed_lines_ = 0;    // that Expat does not count
  std::uint64_t passed_on_line_ = 0;  // Expat's line number ...
  std::uint64_t passed_bytes_ = 0;    // ... on which it does not count these
};

}  // namespace wayfront::graphml
