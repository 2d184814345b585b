#include "folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <system_error>
#include <vector>

#include "numpy/npy.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/status.hpp"

namespace wayfront::external {
namespace {

namespace fs = std::filesystem;
using programs::Descriptor;

constexpr const char* prefix = "wayfront-external-";

[[noreturn]] void fail(const std::system_error& error) {
  const int code = error.code().value();
  const bool full = code == ENOSPC || code == EDQUOT;
  throw Failure(StatusCode::failed, std::string("external: ") + error.what() +
                                        (full ? "; name a folder with more room in the option 'folder'" : ""));
}

[[noreturn]] void fail(const std::string& what, int error) {
  fail(std::system_error(error, std::generic_category(), what));
}

void write_all(int file, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), std::min(bytes.size(), std::size_t{1} << 30));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("cannot write " + path.string(), errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

Descriptor create(const fs::path& path, mode_t mode) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (file.get() < 0) fail("cannot create " + path.string(), errno);
  return file;
}

template <class T>
std::string_view bytes_of(const T* data, std::uint64_t count) {
  return {reinterpret_cast<const char*>(data), count * sizeof(T)};
}

/// The first bytes of a file of `count` numbers.
std::string row_header(const std::string& type, std::uint64_t count) {
  return numpy::write_header('\'' + type + '\'', std::span(&count, 1));
}

/// "int32", "float64".
std::string weight_name(WeightKind kind) {
  return (is_floating(kind) ? "float" : "int") + std::to_string(8 * weight_size(kind));
}

/// As JSON. Infinity, which JSON does not have, is a text.
std::string unreached_json(WeightKind kind) {
  return with_weight_type(kind, []<WeightType W>() {
    if constexpr (std::is_floating_point_v<W>)
      return std::string("\"inf\"");
    else
      return std::to_string(unreached<W>);
  });
}

std::string number_json(double number) {
  if (number == std::floor(number) && std::abs(number) < 1e15) return std::to_string(static_cast<std::int64_t>(number));
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  return text;
}

}  // namespace

Folder::Folder(const fs::path& place, std::uint64_t bytes) try
    : folder_(std::make_unique<programs::TemporaryFolder>(prefix, place, bytes)) {
} catch (const std::system_error& error) {
  fail(error);
}

void Folder::write(std::string_view name, std::string_view head, std::string_view content) const {
  const fs::path path = this->path() / name;
  const Descriptor file = create(path, S_IRUSR);
  write_all(file.get(), head, path);
  write_all(file.get(), content, path);
}

void Folder::write_distances(std::string_view name, WeightKind kind, Vertex vertices) const {
  const fs::path path = this->path() / name;
  const Descriptor file = create(path, S_IRUSR | S_IWUSR);
  write_all(file.get(), row_header(numpy::type_name(kind), vertices), path);
  with_weight_type(kind, [&]<WeightType W>() {
    constexpr Vertex block = 1 << 16;
    const std::vector<W> none(std::min(vertices, block), unreached<W>);
    for (Vertex at = 0; at < vertices;) {
      const Vertex count = std::min(vertices - at, block);
      write_all(file.get(), bytes_of(none.data(), count), path);
      at += count;
    }
  });
}

std::uint64_t bytes_of_graph(const GraphInfo& info) {
  const std::uint64_t weight = weight_size(info.weights);
  const std::uint64_t offset = info.offsets == OffsetKind::offsets32 ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  constexpr std::uint64_t rest = 1 << 16;
  return info.edges * (sizeof(Vertex) + weight) + info.vertices * (offset + sizeof(double)) + rest;
}

void write_graph(const Folder& folder, const GraphInfo& info, const AnyCsr& graph, WeightKind distances) {
  // Signed types, which most libraries want, unless a value does not fit.
  constexpr std::uint64_t signed_end = std::uint64_t{1} << 31;
  const bool wide = info.offsets == OffsetKind::offsets64;
  const std::string offset_type = wide ? "<i8" : info.edges < signed_end ? "<i4" : "<u4";
  const std::string target_type = info.vertices <= signed_end ? "<i4" : "<u4";
  visit(graph, [&](const auto& csr) {
    folder.write("offsets.npy", row_header(offset_type, std::uint64_t{csr.vertices} + 1),
                 bytes_of(csr.offsets, std::uint64_t{csr.vertices} + 1));
    folder.write("targets.npy", row_header(target_type, csr.edges), bytes_of(csr.targets, csr.edges));
    folder.write("weights.npy", row_header(numpy::type_name(info.weights), csr.edges),
                 bytes_of(csr.weights, csr.edges));
  });
  folder.write_distances(distances_file, distances, info.vertices);
  std::string json = "{\"protocol\": 1, \"vertices\": " + std::to_string(info.vertices);
  json += ", \"arcs\": " + std::to_string(info.edges);
  json += ", \"weights\": \"" + weight_name(info.weights) + '"';
  json += ", \"min_weight\": " + number_json(info.min_weight) + ", \"max_weight\": " + number_json(info.max_weight);
  json += ", \"distances\": \"" + weight_name(distances) + '"';
  json += ", \"unreached\": " + unreached_json(distances) + "}\n";
  folder.write("graph.json", "", json);
}

}  // namespace wayfront::external
