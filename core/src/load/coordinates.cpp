#include "load/coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

#include "base/errors.hpp"
#include "files/file_input.hpp"
#include "files/input.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

std::string_view next_field(std::string_view& line) {
  constexpr std::string_view blanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view field = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(field.size());
  return field;
}

template <class T>
std::optional<T> number(std::string_view field) {
  T value{};
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size()) return {};
  return value;
}

class Reader {
 public:
  Reader(Input& input, Vertex vertices, const VertexIds& ids)
      : name_(input.name()), input_(input), ids_(ids), points_(vertices, {NAN, NAN}) {}

  FilePoints read() {
    for (std::string_view piece = input_.lines(); !piece.empty(); piece = input_.lines()) {
      while (!piece.empty()) {
        const std::string_view line = piece.substr(0, piece.find('\n'));
        piece.remove_prefix(line.size() + 1);
        ++line_;
        read_line(line);
      }
    }
    const auto missing = std::ranges::find_if(points_, [](const Point& it) { return std::isnan(it.x); });
    if (missing != points_.end())
      throw UserError(ExitCode::input, fmt::format("{}: vertex {} has no coordinates", name_,
                                                   ids_.text(static_cast<Vertex>(missing - points_.begin()))));
    return {std::move(points_), plane_, degrees_};
  }

 private:
  template <class... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> text, Parts&&... parts) const {
    throw UserError(ExitCode::input,
                    fmt::format("{}:{}: {}", name_, line_, fmt::format(text, std::forward<Parts>(parts)...)));
  }

  void read_line(std::string_view line) {
    const std::string_view kind = next_field(line);
    if (kind.empty() || kind.front() == 'c') {
      if (kind != "c") return;
      const std::string_view word = next_field(line);
      if (!next_field(line).empty()) return;
      plane_ = plane_ || word == "plane";
      degrees_ = degrees_ || word == "degrees";
      if (plane_ && degrees_) fail("the comments 'c plane' and 'c degrees' contradict each other; remove one of them");
      return;
    }
    if (kind == "p") {
      if (next_field(line) != "aux" || next_field(line) != "sp" || next_field(line) != "co")
        fail("the header is not 'p aux sp co N', the header of coordinates");
      const auto count = number<std::uint64_t>(next_field(line));
      if (!count) fail("the header is not 'p aux sp co N' with the number of vertices");
      if (*count != points_.size())
        fail("the header says {} vertices, but the graph has {}; is this the file of another graph?", *count,
             points_.size());
      return;
    }
    if (kind != "v") fail("this is neither a comment, a header 'p aux sp co N' nor a vertex 'v ID X Y'");
    const auto vertex = number<std::uint64_t>(next_field(line));
    const auto x = number<double>(next_field(line));
    const auto y = number<double>(next_field(line));
    if (!vertex || !x || !y || !std::isfinite(*x) || !std::isfinite(*y) || !next_field(line).empty())
      fail("a vertex is 'v ID X Y', an integer and two coordinates");
    const auto index = ids_.find(*vertex, static_cast<Vertex>(points_.size()));
    if (!index)
      fail("vertex {} is not in the graph, whose ids are {}", *vertex,
           ids_.describe(static_cast<Vertex>(points_.size())));
    Point& point = points_[*index];
    if (!std::isnan(point.x)) fail("vertex {} already has coordinates", *vertex);
    point = {*x, *y};
  }

  std::string name_;
  Input& input_;
  const VertexIds& ids_;
  std::uint64_t line_ = 0;
  std::vector<Point> points_;
  bool plane_ = false, degrees_ = false;
};

}  // namespace

FilePoints read_points(Input& input, Vertex vertices, const VertexIds& ids) {
  if (ids.kind() == VertexIds::Kind::names)
    throw UserError(ExitCode::input, fmt::format("{}: coordinates need numeric ids, but the vertices of this graph "
                                                 "have names",
                                                 input.name()));
  try {
    return Reader(input, vertices, ids).read();
  } catch (const BadInput& error) {
    throw UserError(ExitCode::input, error.what());
  }
}

std::vector<Point> read_coordinates(const std::filesystem::path& file, Vertex vertices, const VertexIds& ids) {
  return read_points(*open_input(file), vertices, ids).points;
}

void write_coordinates(const VertexPoints& points, FileOutput& output) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  std::string text =
      fmt::format("c {}\np aux sp co {}\n", points.geographic() ? "degrees" : "plane", points.points().size());
  for (std::size_t v = 0; v < points.points().size(); ++v) {
    const Point& it = points.points()[v];
    if (points.geographic())
      fmt::format_to(std::back_inserter(text), "v {} {} {}\n", v + 1, std::llround(it.x * units_per_degree),
                     std::llround(it.y * units_per_degree));
    else
      fmt::format_to(std::back_inserter(text), "v {} {} {}\n", v + 1, it.x, it.y);
    if (text.size() < enough) continue;
    output.write(text);
    text.clear();
  }
  output.write(text);
}

}  // namespace wayfront::host
