#include "load/coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "base/refusal.hpp"
#include "base/text.hpp"
#include "files/input.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

constexpr double units_per_degree = 1e6;  // in the 9th DIMACS challenge

struct FilePoints {
  std::vector<Point> points;
  bool plane = false, degrees = false;  // by comments
};

std::string_view next_field(std::string_view& line) {
  constexpr std::string_view blanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view field = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(field.size());
  return field;
}

class Reader {
 public:
  Reader(Input& input, Vertex vertices, const VertexIds& ids)
      : input_(input), ids_(ids), found_{.points = std::vector<Point>(vertices, {NAN, NAN})} {}

  FilePoints read() try {
    if (ids_.kind() == VertexIds::Kind::names)
      host::fail(ExitCode::input, "{}: coordinates need numeric ids, but the vertices of this graph have names",
                 input_.name());
    for_each_line(input_, [&](std::string_view line, std::uint64_t number) {
      line_ = number;
      read_line(line);
    });
    const auto missing = std::ranges::find_if_not(points_, is_known);
    if (missing != points_.end())
      host::fail(ExitCode::input, "{}: vertex {} has no coordinates", input_.name(),
                 ids_.text(static_cast<Vertex>(missing - points_.begin())));
    return std::move(found_);
  } catch (const BadInput& error) {
    host::fail(ExitCode::input, "{}", error.what());
  }

 private:
  template <class... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> text, Parts&&... parts) const {
    host::fail(ExitCode::input, "{}:{}: {}", input_.name(), line_, fmt::format(text, std::forward<Parts>(parts)...));
  }

  void read_line(std::string_view line) {
    const std::string_view kind = next_field(line);
    if (kind.empty() || kind.front() == 'c') {
      if (kind != "c") return;
      const std::string_view word = next_field(line);
      if (!next_field(line).empty()) return;
      found_.plane |= word == "plane";
      found_.degrees |= word == "degrees";
      if (found_.plane && found_.degrees)
        fail("the comments 'c plane' and 'c degrees' contradict each other; remove one of them");
      return;
    }
    if (kind == "p") {
      const bool named = next_field(line) == "aux" && next_field(line) == "sp" && next_field(line) == "co";
      const auto count = number_of<std::uint64_t>(next_field(line));
      if (!named || !count) fail("the header is not 'p aux sp co N' with the number of vertices");
      if (*count != points_.size())
        fail("the header says {} vertices, but the graph has {}; is this the file of another graph?", *count,
             points_.size());
      return;
    }
    if (kind != "v") fail("this is neither a comment, a header 'p aux sp co N' nor a vertex 'v ID X Y'");
    const auto vertex = number_of<std::uint64_t>(next_field(line));
    const auto x = number_of<double>(next_field(line));
    const auto y = number_of<double>(next_field(line));
    if (!vertex || !x || !y || !std::isfinite(*x) || !std::isfinite(*y) || !next_field(line).empty())
      fail("a vertex is 'v ID X Y', an integer and two coordinates");
    const auto index = ids_.find(*vertex, static_cast<Vertex>(points_.size()));
    if (!index)
      fail("vertex {} is not in the graph, whose ids are {}", *vertex,
           ids_.describe(static_cast<Vertex>(points_.size())));
    Point& point = points_[*index];
    if (is_known(point)) fail("vertex {} already has coordinates", *vertex);
    point = {*x, *y};
  }

  Input& input_;
  const VertexIds& ids_;
  std::uint64_t line_ = 0;
  FilePoints found_;
  std::vector<Point>& points_ = found_.points;
};

bool are_on_globe(const std::vector<Point>& points) {
  constexpr double max_longitude = 180 * units_per_degree, max_latitude = 90 * units_per_degree;
  return std::ranges::all_of(
      points, [](const Point& it) { return std::abs(it.x) <= max_longitude && std::abs(it.y) <= max_latitude; });
}

/// Whether they are millionths of a degree, as in the 9th DIMACS challenge: whole numbers that become places on the
/// globe, not all of them within a degree of longitude and latitude 0, where other coordinates would be, too.
bool look_like_microdegrees(const std::vector<Point>& points) {
  bool far = false;
  for (const Point& it : points) {
    if (it.x != std::floor(it.x) || it.y != std::floor(it.y)) return false;
    far = far || std::abs(it.x) > units_per_degree || std::abs(it.y) > units_per_degree;
  }
  return far && are_on_globe(points);
}

FileCoordinates coordinates_in(Input& file, Vertex vertices, const VertexIds& ids) {
  FilePoints found = Reader(file, vertices, ids).read();
  if (found.degrees && !are_on_globe(found.points))
    fail(ExitCode::input,
         "{}: a comment says 'c degrees', but not all coordinates are places on the globe in millionths of a degree, "
         "up to 180000000 and 90000000; 'c plane' is for others",
         file.name());
  const bool geographic = found.degrees || (!found.plane && look_like_microdegrees(found.points));
  if (geographic)
    for (Point& it : found.points) it = {it.x / units_per_degree, it.y / units_per_degree};
  std::string reading = fmt::format(
      "coordinates are those of {}, {}", file.name().substr(file.name().rfind('/') + 1),
      geographic    ? "millionths of a degree"
      : found.plane ? "in a plane"
                    : "in a plane; a comment line 'c degrees' would say that they are millionths of a degree");
  return {{std::move(found.points), geographic}, std::move(reading), {}};
}

}  // namespace

std::vector<Point> read_coordinates(const std::filesystem::path& file, Vertex vertices, const VertexIds& ids) {
  return Reader(*open_input(file), vertices, ids).read().points;
}

FileCoordinates find_coordinates(const std::filesystem::path& named, Input* input, Vertex vertices,
                                 const VertexIds& ids) {
  if (!named.empty()) return coordinates_in(*open_input(named), vertices, ids);
  if (input == nullptr || ids.kind() == VertexIds::Kind::names) return {};
  const auto unused = [](const char* why) {
    return FileCoordinates{{}, {}, fmt::format("the coordinates beside it are not used: {}", why)};
  };
  try {
    Input* const beside = input->beside(".co");
    return beside == nullptr ? FileCoordinates() : coordinates_in(*beside, vertices, ids);
  } catch (const UserError& error) {
    return unused(error.what());
  } catch (const BadInput& error) {  // damaged compression
    return unused(error.what());
  }
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
