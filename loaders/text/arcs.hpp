// The arcs of a text file, one or more per line, parsed in parts and passed to the sink in the order of the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "text/lines.hpp"
#include "text/numbers.hpp"
#include "text/scan.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::textfile {

/// A part and the arcs read from it.
template <WeightType W>
class ArcPart : public Part {
 public:
  /// Removes the arcs and makes room for `max`, which must suffice for the part.
  void start(std::size_t max) {
    if (max > capacity_) {
      room_ = std::make_unique_for_overwrite<Arc<W>[]>(max);
      capacity_ = max;
    }
    count_ = 0;
    end_ = std::min(capacity_, limit_);
  }
  void add(const Arc<W>& arc) {
    if (count_ == end_) throw BadInput(beyond_limit_);
    room_[count_++] = arc;
  }
  /// From now on the arc after the first `count` is an error, `what`.
  void limit(std::size_t count, std::string_view what) {
    limit_ = count;
    beyond_limit_ = what;
  }
  /// Parses every line: with scan_arcs if possible, else with each(line), which may add arcs. `shortest` is the length
  /// in bytes of the shortest line with an arc, including its end.
  template <Fields fields, class Each>
  void read_lines(const LineForm& form, std::size_t shortest, Each&& each);

  std::span<Arc<W>> arcs() { return {room_.get(), count_}; }
  /// The target of finish().
  std::span<Arc<W>> destination{};

 private:
  std::unique_ptr<Arc<W>[]> room_;
  std::size_t capacity_ = 0;
  std::size_t count_ = 0;
  std::size_t end_ = 0;
  std::size_t limit_ = std::numeric_limits<std::size_t>::max();
  std::string beyond_limit_ = "more arcs than a text of this size can contain";
};

/// Calls each(line) for every line of a part, without its '\n', and counts them.
template <class Each>
void each_line(Part& part, Each&& each) {
  const char* at = part.text.data();
  const char* const end = at + part.text.size();
  while (at != end) {
    const char* const stop = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    ++part.lines;
    each(std::string_view(at, static_cast<std::size_t>(stop - at)));
    at = stop + 1;
  }
}

template <WeightType W>
template <Fields fields, class Each>
void ArcPart<W>::read_lines(const LineForm& form, std::size_t shortest, Each&& each) {
  start(text.size() / shortest + 1);
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    Arc<W>* out = room_.get() + count_;
    lines += scan_arcs<W, fields>(at, end, readable, form, out, room_.get() + end_);
    count_ = static_cast<std::size_t>(out - room_.get());
    if (at == end) break;
    const char* const stop = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    ++lines;
    each(std::string_view(at, static_cast<std::size_t>(stop - at)));
    at = stop + 1;
  }
}

/// While `part` is joined: fails for its arc number `arc` (from 0), with that arc's line as the place. parse(part)
/// finds the line by parsing again up to there.
template <class P, class Parse>
[[noreturn]] void fail_at_arc(const Lines& lines, P& part, std::size_t arc, std::string_view what, Parse&& parse) {
  part.limit(arc, what);
  part.lines = 0;
  try {
    parse(part);
  } catch (const BadInput& error) {
    lines.fail_at(lines.line() + part.lines, error.what(), error.code());
  }
  lines.fail_in_file(what);
}

/// The rest of a file whose header gives the number of arcs: parse(part) starts a part and adds its arcs. `too_many` is
/// the message for the arc after the first `announced`. Returns the actual number.
template <WeightType W, class Parse>
std::uint64_t read_arcs(Lines& lines, GraphSink& sink, std::uint64_t announced, std::string_view too_many,
                        Parse&& parse) {
  std::uint64_t given = 0;
  const auto join = [&](ArcPart<W>& part) {
    const std::uint64_t left = announced - given;
    if (part.arcs().size() > left) fail_at_arc(lines, part, left, too_many, parse);
    part.destination = sink.arcs<W>(part.arcs().size());
    given += part.arcs().size();
  };
  const auto finish = [](ArcPart<W>& part) { std::ranges::copy(part.arcs(), part.destination.begin()); };
  lines.rest<ArcPart<W>>(parse, join, finish);
  return given;
}

}  // namespace wayfront::textfile
