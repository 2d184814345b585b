// All bytes of a file, for formats whose directory is at the end.
#pragma once

#include <string>
#include <string_view>

#include "wayfront/loader.hpp"

namespace wayfront::bytes {

/// What the input gives as one piece stays where it is, a mapped file for example; pieces are put together.
class WholeFile {
 public:
  /// Reads the input, which must outlive this object and must not be read on.
  WholeFile(Input& input, RunContext& context) {
    std::string_view piece = input.bytes();
    if (piece.size() == input.size()) {
      text_ = piece;
      return;
    }
    together_.reserve(input.size());  // 0 if it is not known
    for (; !piece.empty(); piece = input.bytes()) {
      context.throw_if_cancelled();
      together_ += piece;
    }
    text_ = together_;
  }
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  std::string_view text() const { return text_; }

 private:
  std::string together_;
  std::string_view text_;
};

}  // namespace wayfront::bytes
