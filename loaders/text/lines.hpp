// A text file from its first line to its last: the head line by line, the rest in parts of whole lines, on all threads.
//
// The result does not depend on the number of threads: parts are joined in the order of the file, and of several wrong
// lines the first one is reported.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::textfile {

/// Complete lines that one thread parses. Derive from it to add the results.
struct Part {
  std::string_view text;           // ends with '\n'
  const char* readable = nullptr;  // bytes up to here may be read, although they belong to others
  std::uint64_t lines = 0;         // begun so far, as the parser counts them; at the end all of `text`
  std::string error{};             // not empty: the error in line number `lines`
  StatusCode error_code = StatusCode::bad_input;
};

class Lines {
 public:
  /// `format` opens every message.
  Lines(std::string_view format, Input& input, RunContext& context)
      : format_(format), input_(input), context_(context) {}

  /// The next line, without its '\n'. False at the end of the file.
  bool next(std::string_view& line);
  /// Makes next() return the last line again, or makes it the first one of the rest.
  void again();
  /// After next(): the lines below that are in memory already.
  std::string_view ahead() const { return piece_; }
  /// After next(): bytes up to here may be read, although they belong to later lines.
  const char* readable() const { return piece_.data() + piece_.size(); }
  /// The number of the last line that next() returned, or of all lines in all parts.
  std::uint64_t line() const { return line_; }

  /// All remaining lines. parse(part) is called on any thread, join(part) in the order of the file on the calling
  /// one, then finish(part) on any thread. A BadInput from parse gets its line and is thrown once the part was joined,
  /// so that join can find an earlier error. While join runs, line() is the last line before the part.
  template <std::derived_from<Part> P, class Parse, class Join, class Finish>
  void rest(Parse&& parse, Join&& join, Finish&& finish);

  /// Throws BadInput "format: FILE:LINE: what" of the last line, of another, or of the whole file.
  [[noreturn]] void fail(std::string_view what, StatusCode code = StatusCode::bad_input) const {
    fail_at(line_, what, code);
  }
  [[noreturn]] void fail_at(std::uint64_t line, std::string_view what, StatusCode code = StatusCode::bad_input) const;
  [[noreturn]] void fail_in_file(std::string_view what) const;

  /// Calls call(); its BadInput gets the last line as its place.
  template <class Call>
  decltype(auto) placed(Call&& call) const {
    try {
      return call();
    } catch (const BadInput& error) {
      fail(error.what(), error.code());
    }
  }

  Input& input() const { return input_; }
  RunContext& context() const { return context_; }

 private:
  /// Whether there is a piece; moves on to the next one if it was used up.
  bool refill();
  /// Fetches the next piece, while the previous one is still in use. refill() throws its errors.
  void read_ahead() noexcept;
  /// The next bytes: complete lines, about `part_bytes` in total. Empty at the end.
  void take(std::vector<std::string_view>& texts);

  std::string format_;
  Input& input_;
  RunContext& context_;
  std::string_view piece_{};  // bytes of the input that are not used yet
  std::string_view last_{};   // the last line of next(), its '\n' included
  std::uint64_t line_ = 0;
  bool begun_ = false;
  std::exception_ptr unread_{};  // why read_ahead() failed
};

template <std::derived_from<Part> P, class Parse, class Join, class Finish>
void Lines::rest(Parse&& parse, Join&& join, Finish&& finish) {
  std::vector<std::string_view> texts;
  std::vector<P> parts;
  const bool alone = context_.threads() == 1;
  for (take(texts); !texts.empty(); take(texts)) {
    context_.throw_if_cancelled();
    const char* const readable = texts.back().data() + texts.back().size();
    const auto parse_one = [&](P& part, std::string_view text) {
      static_cast<Part&>(part) = {.text = text, .readable = readable};
      try {
        parse(part);
      } catch (const BadInput& error) {
        part.error = error.what();
        part.error_code = error.code();
      }
    };
    const auto join_one = [&](P& part) {
      join(part);
      line_ += part.lines;
      if (!part.error.empty()) fail(part.error, part.error_code);
    };
    if (parts.empty()) parts.resize(alone ? 1 : texts.size());
    if (alone) {  // a part is finished while it is still in the cache
      for (const std::string_view text : texts) {
        parse_one(parts[0], text);
        join_one(parts[0]);
        finish(parts[0]);
      }
      continue;
    }
    if (parts.size() < texts.size()) parts.resize(texts.size());
    context_.parallel_for(texts.size() + 1, 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        if (i == 0)
          read_ahead();  // while other threads parse
        else
          parse_one(parts[i - 1], texts[i - 1]);
      }
    });
    for (std::size_t i = 0; i < texts.size(); ++i) join_one(parts[i]);
    context_.parallel_for(texts.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) finish(parts[i]);
    });
  }
}

}  // namespace wayfront::textfile
