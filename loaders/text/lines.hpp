// A text file from its first line to its last: the head line by line, the rest in parts of whole lines, on all threads.
//
// What comes out does not depend on the number of threads: parts are joined in the order of the file, and of several
// lines that are wrong the first one is reported.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::textfile {

/// Whole lines that one thread parses. Derive from it for what comes out of them.
struct Part {
  std::string_view text;           // ends with '\n'
  const char* readable = nullptr;  // bytes up to here may be looked at, though they belong to others
  std::uint64_t lines = 0;         // begun so far, as the parser counts them; at the end all of `text`
  std::string error{};             // not empty: line number `lines` is wrong, and how
};

class Lines {
 public:
  /// `format` opens every message.
  Lines(std::string_view format, Input& input, RunContext& context)
      : format_(format), input_(input), context_(context) {}

  /// The next line, without its '\n'. False at the end of the file.
  bool next(std::string_view& line);
  /// Gives the last line once more, by next() or as the first one of the rest.
  void again();
  /// The number of the last line that next() gave, or of those in all parts.
  std::uint64_t line() const { return line_; }

  /// All lines that are left. parse(part) is called on any thread, join(part) in the order of the file on the calling
  /// one, then finish(part) on any thread. What parse throws as BadInput gets its line and is thrown once the part was
  /// joined, so that join can find an earlier fault. While join runs, line() is the last line before the part.
  template <std::derived_from<Part> P, class Parse, class Join, class Finish>
  void rest(Parse&& parse, Join&& join, Finish&& finish);

  /// Throws BadInput "format: FILE:LINE: what" of the last line, of another, or of the whole file.
  [[noreturn]] void fail(std::string_view what) const { fail_at(line_, what); }
  [[noreturn]] void fail_at(std::uint64_t line, std::string_view what) const;
  [[noreturn]] void fail_in_file(std::string_view what) const;

  /// call(), whose BadInput gets the last line as its place.
  template <class Call>
  decltype(auto) placed(Call&& call) const {
    try {
      return call();
    } catch (const BadInput& error) {
      fail(error.what());
    }
  }

  Input& input() const { return input_; }
  RunContext& context() const { return context_; }

 private:
  /// The next bytes, whole lines, of about `part_bytes` each. Empty at the end.
  void take(std::vector<std::string_view>& texts);

  std::string format_;
  Input& input_;
  RunContext& context_;
  std::string_view piece_{};  // what the input gave and nobody took yet
  std::string_view last_{};   // the last line of next(), its '\n' included
  std::uint64_t line_ = 0;
};

template <std::derived_from<Part> P, class Parse, class Join, class Finish>
void Lines::rest(Parse&& parse, Join&& join, Finish&& finish) {
  std::vector<std::string_view> texts;
  std::vector<P> parts;
  for (take(texts); !texts.empty(); take(texts)) {
    context_.throw_if_cancelled();
    const char* const readable = texts.back().data() + texts.back().size();
    // On one thread, a part is finished while it is still in the cache.
    const std::size_t at_once = context_.threads() == 1 ? 1 : texts.size();
    if (parts.size() < at_once) parts.resize(at_once);
    for (std::size_t done = 0; done < texts.size(); done += at_once) {
      context_.parallel_for(at_once, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) {
          P& part = parts[i];
          static_cast<Part&>(part) = {.text = texts[done + i], .readable = readable};
          try {
            parse(part);
          } catch (const BadInput& error) {
            part.error = error.what();
          }
        }
      });
      for (std::size_t i = 0; i < at_once; ++i) {
        join(parts[i]);
        line_ += parts[i].lines;
        if (!parts[i].error.empty()) fail(parts[i].error);
      }
      context_.parallel_for(at_once, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) finish(parts[i]);
      });
    }
  }
}

}  // namespace wayfront::textfile
