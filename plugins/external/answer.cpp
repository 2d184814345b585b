#include "answer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>

#include "numpy/npy.hpp"
#include "programs/program.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::external {
namespace {

/// Reads bytes of a file from a place on: as many as were asked for, fewer at its end. With a mapping, this process
/// would crash if the peer cut the file meanwhile.
std::size_t read_at(int file, void* data, std::size_t bytes, std::uint64_t at) {
  std::size_t got = 0;
  while (got < bytes) {
    const ssize_t part = ::pread(file, static_cast<char*>(data) + got, bytes - got, static_cast<off_t>(at + got));
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) break;
    got += static_cast<std::size_t>(part);
  }
  return got;
}

/// The type of a row of numbers, as the header at its start says. Anything else is refused.
WeightKind kind_of(const numpy::Header& header, const numpy::Fail& fail) {
  constexpr std::size_t max_shown = 40;  // bytes of a type or a shape in a message
  if (header.fields.size() != 1 || !header.fields[0].name.empty()) fail("holds records, not numbers");
  const std::string& type = header.fields[0].text;
  constexpr std::array kinds = {WeightKind::float64, WeightKind::float32, WeightKind::int64, WeightKind::int32};
  const auto* const kind = std::ranges::find(kinds, type, numpy::type_name);
  if (kind == kinds.end()) fail("has the type '" + type.substr(0, max_shown) + "', not '<f8', '<f4', '<i8' or '<i4'");
  if (header.shape.size() != 1) fail("has the shape " + header.shape_text.substr(0, max_shown) + ", not one row");
  return *kind;
}

/// Converts to the same number in another type. False if that type does not have it.
template <WeightType To, WeightType From>
bool convert(From from, To& to) {
  if (from == unreached<From>) {
    to = unreached<To>;
    return true;
  }
  if constexpr (std::is_floating_point_v<From> && !std::is_floating_point_v<To>) {
    constexpr From end = -static_cast<From>(std::numeric_limits<To>::lowest());  // a power of 2, so exact
    if (!(from >= -end && from < end)) return false;                             // NaN, too
    to = static_cast<To>(from);
    return static_cast<From>(to) == from && to != unreached<To>;
  } else if constexpr (std::is_floating_point_v<From>) {
    to = static_cast<To>(from);
    return static_cast<From>(to) == from && std::isfinite(to);
  } else if constexpr (std::is_floating_point_v<To>) {
    to = static_cast<To>(from);
    return static_cast<__int128>(to) == static_cast<__int128>(from);
  } else {
    to = static_cast<To>(from);
    return to == from && to != unreached<To>;
  }
}

template <class T>
std::string digits_of(T number) {
  std::array<char, 64> text{};
  if constexpr (std::is_floating_point_v<T>)
    std::snprintf(text.data(), text.size(), "%.17g", static_cast<double>(number));
  else
    std::snprintf(text.data(), text.size(), "%lld", static_cast<long long>(number));
  return text.data();
}

template <class To>
const char* why_not(double number) {
  if (std::isnan(number)) return "not a number";
  if (number == -std::numeric_limits<double>::infinity()) return "not a distance";
  if constexpr (std::is_same_v<To, std::int32_t>) return "not an int32, the type of the graph's weights";
  if constexpr (std::is_same_v<To, std::int64_t>) return "not an int64, the type of the graph's weights";
  if constexpr (std::is_same_v<To, float>)
    return "not a float32, the type of the graph's weights; load the graph with weights = \"float64\"";
  return "not a float64, the type of the graph's weights";
}

}  // namespace

void read_distances(const std::filesystem::path& path, std::string_view peer, Output& output) {
  const auto fail = [&](const std::string& what) {
    throw Failure(StatusCode::failed, "external: " + std::string(peer) + ": " + path.filename().string() + ' ' + what);
  };
  const programs::Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat about {};
  if (file.get() < 0 || ::fstat(file.get(), &about) != 0) fail(std::string("cannot be read: ") + std::strerror(errno));
  if (!S_ISREG(about.st_mode)) fail("is not a file");
  std::array<char, 4096> head;  // longer headers are refused
  const std::size_t size = read_at(file.get(), head.data(), head.size(), 0);
  const numpy::Header row = numpy::read_header({head.data(), size}, fail);
  const WeightKind kind = kind_of(row, fail);
  if (row.entries != output.vertices)
    fail("has " + std::to_string(row.entries) + " distances, but the graph has " + std::to_string(output.vertices) +
         " vertices");

  with_weight_type(output.kind, [&]<WeightType To>() {
    with_weight_type(kind, [&]<WeightType From>() {
      constexpr std::size_t block = 1 << 14;
      const auto part = std::make_unique_for_overwrite<From[]>(block);
      const std::span<To> distances = output.distances_as<To>();
      for (std::size_t at = 0; at < distances.size(); at += block) {
        const std::size_t count = std::min(distances.size() - at, block);
        if (read_at(file.get(), part.get(), count * sizeof(From), row.begin + at * sizeof(From)) < count * sizeof(From))
          fail("is cut: it has " + std::to_string(about.st_size) + " bytes, too few for " +
               std::to_string(row.entries) + " distances");
        bool right = true;
        for (std::size_t i = 0; i < count; ++i) right &= convert(part[i], distances[at + i]);
        if (right) continue;
        for (std::size_t i = 0; i < count; ++i)
          if (!convert(part[i], distances[at + i]))
            fail("says " + digits_of(part[i]) + " for vertex " + std::to_string(at + i) +
                 " (counted from 0), which is " + why_not<To>(static_cast<double>(part[i])));
      }
    });
  });
}

}  // namespace wayfront::external
