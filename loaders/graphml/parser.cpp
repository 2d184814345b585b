#include "parser.hpp"

#include <expat.h>

#include <new>
#include <string>

#include "document.hpp"

namespace wayfront::graphml {

template <class F>
void Parser::guarded(F&& f) {
  if (thrown_) return;
  try {
    f();
  } catch (...) {
    thrown_ = std::current_exception();
    XML_StopParser(expat_.get(), XML_FALSE);
  }
}

namespace {

/// Without the prefix of a namespace.
std::string_view local(std::string_view name) { return name.substr(name.rfind(':') + 1); }

void on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
  Parser& it = *static_cast<Parser*>(data);
  it.guarded([&] { it.document().start(local(name), Attributes(attributes), it.line()); });
}

void on_end(void* data, const XML_Char* name) {
  Parser& it = *static_cast<Parser*>(data);
  it.guarded([&] { it.document().end(local(name)); });
}

void on_text(void* data, const XML_Char* part, int size) {
  Parser& it = *static_cast<Parser*>(data);
  it.guarded([&] { it.document().text({part, static_cast<std::size_t>(size)}); });
}

void on_entity(void* data, const XML_Char* name, int, const XML_Char*, int, const XML_Char*, const XML_Char*,
               const XML_Char*, const XML_Char*) {
  Parser& it = *static_cast<Parser*>(data);
  it.guarded([&] { it.document().refuse_entity(name, it.line()); });
}

}  // namespace

Parser::Parser(Document& document, const attributed::Places& places)
    : document_(document), places_(places), expat_(XML_ParserCreate(nullptr), XML_ParserFree) {
  if (!expat_) throw std::bad_alloc();
  XML_SetUserData(expat_.get(), this);
  XML_SetElementHandler(expat_.get(), on_start, on_end);
  XML_SetCharacterDataHandler(expat_.get(), on_text);
  XML_SetEntityDeclHandler(expat_.get(), on_entity);
}

void Parser::feed(std::string_view text, RunContext& context) {
  constexpr std::size_t max_piece = std::size_t{1} << 20;
  while (!text.empty()) {
    context.throw_if_cancelled();
    const std::string_view piece = text.substr(0, max_piece);
    feed(piece, false);
    text.remove_prefix(piece.size());
  }
}

void Parser::feed(std::string_view piece, bool last) {
  const XML_Status status = XML_Parse(expat_.get(), piece.data(), static_cast<int>(piece.size()), last ? 1 : 0);
  if (thrown_) std::rethrow_exception(thrown_);
  if (status == XML_STATUS_OK) return;
  const XML_Error error = XML_GetErrorCode(expat_.get());
  if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
  places_.fail(line(), "column " + std::to_string(column()) + " is not valid XML: " + XML_ErrorString(error));
}

void Parser::pass(std::string_view text, std::uint64_t lines) {
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

std::uint64_t Parser::line() const { return XML_GetCurrentLineNumber(expat_.get()) + passed_lines_; }

std::uint64_t Parser::column() const {
  const bool passed = XML_GetCurrentLineNumber(expat_.get()) == passed_on_line_;
  return XML_GetCurrentColumnNumber(expat_.get()) + 1 + (passed ? passed_bytes_ : 0);
}

}  // namespace wayfront::graphml
