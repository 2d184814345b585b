#include "load/graph_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "base/available_memory.hpp"
#include "base/json/json_text.hpp"
#include "base/refusal.hpp"
#include "files/byte_source.hpp"
#include "files/mapped_file.hpp"
#include "graph/graph_inspection.hpp"
#include "load/graph_file_layout.hpp"
#include "load/graph_json.hpp"

namespace wayfront::host {
namespace {

[[noreturn]] void refuse_file(const std::string& name, std::string_view fault) {
  fail(ExitCode::input, "{}: not a valid binary graph file: {}", name, fault);
}

/// Everything about the graph that is not in the header or in an array.
std::string metadata_of(const LoadedGraph& loaded, bool with_points) {
  nlohmann::json json = {{"cache_key", loaded.cache_key}, {"seconds", loaded.seconds}};
  for_each_fact(loaded, [&](const char* key, const auto& value, bool) { json[key] = value; });
  if (with_points) json["geographic"] = loaded.coordinates.geographic();
  return json_text(json);
}

/// Of the metadata; what is in the header or in other sections stays as it is.
void parse_metadata(std::string_view text, LoadedGraph& loaded, bool& geographic) {
  const nlohmann::json json = nlohmann::json::parse(text);
  for_each_fact(loaded, [&](const char* key, auto& value, bool always) {
    if (always || json.contains(key)) json.at(key).get_to(value);
  });
  json.at("cache_key").get_to(loaded.cache_key);
  json.at("seconds").get_to(loaded.seconds);
  if (json.contains("geographic")) json.at("geographic").get_to(geographic);  // only where there are coordinates
}

/// Checked, so that the sections can be used.
GraphFileHeader read_header(int descriptor, const std::string& name) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) fail(ExitCode::input, "{}: {}", name, std::strerror(errno));
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  if (!S_ISREG(status.st_mode)) fail(ExitCode::input, "{}: is not a regular file, so it cannot be mapped", name);
  GraphFileHeader header = {};
  if (bytes < sizeof(header) || ::pread(descriptor, &header, sizeof(header), 0) != sizeof(header))
    refuse_file(name, fmt::format("it has {} bytes, fewer than a header", bytes));
  if (const std::string fault = header_fault(header, bytes); !fault.empty()) refuse_file(name, fault);
  return header;
}

/// The section of that kind, or null. The header must be without fault.
const Section* section_of(const GraphFileHeader& header, SectionKind kind) {
  for (std::uint32_t i = 0; i < header.section_count; ++i)
    if (header.sections[i].kind == static_cast<std::uint32_t>(kind)) return &header.sections[i];
  return nullptr;
}

/// Refuses bytes that are not those with which the section was written; `what` they are.
void require_checksum(std::string_view bytes, const Section& section, std::string_view what, const std::string& name) {
  if (hash64(bytes.data(), bytes.size()) != section.checksum)
    refuse_file(name, fmt::format("its {} are damaged: the checksum does not match", what));
}

const Section& metadata_section(const GraphFileHeader& header) { return *section_of(header, SectionKind::metadata); }

/// `text` is the content of the section. Returns whether coordinates are geographic.
bool read_metadata(std::string_view text, const GraphFileHeader& header, LoadedGraph& loaded, const std::string& name) {
  require_checksum(text, metadata_section(header), "metadata", name);
  try {
    bool geographic = false;
    parse_metadata(text, loaded, geographic);
    return geographic;
  } catch (const nlohmann::json::exception& error) {
    refuse_file(name, fmt::format("its metadata cannot be read: {}", error.what()));
  }
}

void require_room(std::uint64_t bytes, const std::string& name) {
  if (const std::uint64_t free = available_memory(); bytes > free)
    fail(ExitCode::input, "{}: takes {} of memory, but {} are free; free some, or use a smaller graph", name,
         bytes_text(static_cast<double>(bytes)), bytes_text(static_cast<double>(free)));
}

WeightSummary weights_in(const GraphFileHeader& header) {
  return {header.min_weight, header.max_weight, header.mean_weight};
}

/// What differs from what the header says, as a sentence, or "".
std::string content_fault(const GraphFileHeader& header, const Inspection& found) {
  if (!found.fault.empty()) return found.fault;
  if (found.digest != header.digest) return "its content is damaged: the digest does not match";
  const WeightSummary said = weights_in(header);
  if (found.weights == said) return {};
  return fmt::format("its weights are {} .. {}, mean {}, not {} .. {}, mean {}, as it says", found.weights.min,
                     found.weights.max, found.weights.mean, said.min, said.max, said.mean);
}

/// The ids of the input, if they are not consecutive numbers.
VertexIds stored_ids(const MappedFile& mapping, const GraphFileHeader& header, Trust trust, const std::string& name) {
  const Section* const of_ids = section_of(header, SectionKind::ids);
  const Section* const of_names = section_of(header, SectionKind::names);
  if (of_ids == nullptr) return {header.first_id};
  const auto bytes_of = [&](const Section& section) {
    const std::string_view bytes(mapping.at(section.offset), section.bytes);
    if (trust == Trust::content) require_checksum(bytes, section, "vertex ids", name);
    return bytes;
  };
  const std::string_view bytes = bytes_of(*of_ids);
  std::vector<std::uint64_t> numbers(bytes.size() / sizeof(std::uint64_t));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  if (of_names == nullptr) return VertexIds::of_numbers(std::move(numbers));
  const std::string_view text = bytes_of(*of_names);
  if (trust == Trust::content) {
    std::uint64_t end = 0;
    for (const std::uint64_t next : numbers) {
      if (next <= end) refuse_file(name, "its vertex names are damaged: one is empty");
      end = next;
    }
    if (end != text.size()) refuse_file(name, "its vertex names are damaged: the ends do not match the text");
  }
  return VertexIds::of_names(std::string(text), std::move(numbers));
}

/// The coordinates, used in the mapping.
VertexPoints points_of(const std::shared_ptr<const MappedFile>& mapping, const GraphFileHeader& header, Trust trust,
                       bool geographic) {
  const Section* const section = section_of(header, SectionKind::points);
  if (section == nullptr) return {};
  const Coordinates found{{reinterpret_cast<const Point*>(mapping->at(section->offset)), header.vertices}, geographic};
  if (trust == Trust::content) {
    require_checksum({mapping->at(section->offset), section->bytes}, *section, "coordinates", mapping->name());
    if (const std::optional<PointFault> fault = fault_in(found))
      refuse_file(mapping->name(), fmt::format("vertex number {} {}", fault->vertex, fault->what));
  }
  return {found, mapping};
}

/// A file as it will be: the header, and the sections as they lie in memory, in their order.
class Content {
 public:
  Content(const LoadedGraph& loaded, Readers readers) {
    using enum SectionKind;
    const bool with_points = readers == Readers::all && loaded.coordinates;
    metadata_ = metadata_of(loaded, with_points);
    header = begun_header<GraphFileHeader>(loaded, graph_file_magic,
                                           with_points ? graph_file_version : version_without_coordinates);
    header.offsets = static_cast<std::uint8_t>(loaded.graph->info().offsets);
    header.file_bytes = sizeof(header);
    visit(loaded.graph->csr(), [&](const auto& view) {
      add(offsets, view.offsets, std::uint64_t{view.vertices} + 1);
      add(targets, view.targets, view.edges);
      add(weights, view.weights, view.edges);
    });
    add(metadata, metadata_.data(), metadata_.size());
    const VertexIds& known = loaded.ids;
    if (readers == Readers::all && known.kind() == VertexIds::Kind::numbers)
      add(ids, known.numbers().data(), known.numbers().size());
    if (readers == Readers::all && known.kind() == VertexIds::Kind::names) {
      add(ids, known.name_ends().data(), known.name_ends().size());
      add(names, known.names().data(), known.names().size());
    }
    if (with_points) add(points, loaded.coordinates.points().data(), loaded.coordinates.points().size());
    header.checksum = checksum_of(header);
  }
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;

  GraphFileHeader header;
  std::vector<std::string_view> sections;

 private:
  template <class T>
  void add(SectionKind kind, const T* data, std::uint64_t count) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), count * sizeof(T));
    Section& section = header.sections[header.section_count++];
    section.kind = static_cast<std::uint32_t>(kind);
    section.offset = aligned(header.file_bytes);
    section.bytes = bytes.size();
    section.checksum = kind <= SectionKind::weights ? 0 : hash64(bytes.data(), bytes.size());
    header.file_bytes = section.offset + section.bytes;
    sections.push_back(bytes);
  }

  std::string metadata_;
};

}  // namespace

bool is_graph_file(std::string_view head) { return head.starts_with(graph_file_magic); }

void write_graph(int descriptor, const LoadedGraph& loaded, const std::string& name, Readers readers) try {
  const Content content(loaded, readers);
  write_all(descriptor, {reinterpret_cast<const char*>(&content.header), sizeof(content.header)}, name);
  std::uint64_t end = sizeof(content.header);
  for (const std::string_view bytes : content.sections) {
    constexpr std::array<char, section_alignment> zeros = {};
    write_all(descriptor, {zeros.data(), aligned(end) - end}, name);
    write_all(descriptor, bytes, name);
    end = aligned(end) + bytes.size();
  }
  require_unchanged(loaded);
} catch (const UserError&) {
  require_unchanged(loaded);  // a truncated mapping cannot be written
  throw;
}

namespace {

/// A memory file with what write(descriptor) puts there, which nobody can change afterwards.
template <class Write>
FileHandle sealed_file(const char* called, const std::string& name, Write&& write) {
  FileHandle file(::memfd_create(called, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file.get() < 0) fail(ExitCode::input, "{}: cannot be made: {}", name, std::strerror(errno));
  write(file.get());
  if (::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0)
    fail(ExitCode::input, "{}: cannot be sealed: {}", name, std::strerror(errno));
  return file;
}

}  // namespace

std::uint64_t graph_file_bytes(const LoadedGraph& loaded, Readers readers) {
  return Content(loaded, readers).header.file_bytes;
}

void write_graph_file(const std::filesystem::path& path, const LoadedGraph& loaded, Links links, mode_t rights) {
  FileReplacement file(path, links, rights);
  write_graph(file.descriptor(), loaded, path.string());
  file.commit();
}

void require_unchanged(const LoadedGraph& loaded) {
  if (const auto file = loaded.file.lock()) file->require_unchanged();
}

void protect_graph(LoadedGraph& loaded, RunContext& context) {
  if (const auto file = loaded.file.lock()) {
    const GraphInfo& info = loaded.graph->info();
    require_room(bytes_of(info), "the copy of " + loaded.name);
    loaded.graph =
        std::make_shared<const StoredGraph>(copy_of(loaded.graph->csr(), context), weights_of(info), context.threads());
    loaded.coordinates = loaded.coordinates.copied();
    file->require_unchanged();
  }
  loaded.graph->protect();
}

int share_graph(const LoadedGraph& loaded) {
  const std::string name = "the shared copy of " + loaded.name;
  require_room(graph_file_bytes(loaded, Readers::workers), name);
  const FileHandle file =
      sealed_file("wayfront-graph", name, [&](int to) { write_graph(to, loaded, name, Readers::workers); });
  const int shared = ::open(fmt::format("/proc/self/fd/{}", file.get()).c_str(), O_RDONLY | O_CLOEXEC);
  if (shared >= 0) return shared;
  const int copy = ::fcntl(file.get(), F_DUPFD_CLOEXEC, 0);  // sealed, so equally safe
  if (copy < 0) fail(ExitCode::input, "{}: cannot be passed on: {}", name, std::strerror(errno));
  return copy;
}

int share_graph_in_place(LoadedGraph& loaded, RunContext& context) {
  if (loaded.file.lock()) loaded.coordinates = loaded.coordinates.copied();
  const int shared = share_graph(loaded);
  try {
    loaded.graph = map_graph(shared, Trust::header, loaded.name, context).graph;
  } catch (...) {
    ::close(shared);
    throw;
  }
  return shared;
}

GraphFileAbout about_graph_file(int descriptor, const std::string& name) {
  const GraphFileHeader header = read_header(descriptor, name);
  const Section& metadata = metadata_section(header);
  std::string text(metadata.bytes, '\0');
  if (::pread(descriptor, text.data(), text.size(), static_cast<off_t>(metadata.offset)) !=
      static_cast<ssize_t>(text.size()))
    refuse_file(name, "its metadata cannot be read");
  GraphFileAbout about;
  read_metadata(text, header, about.loaded, name);
  about.vertices = header.vertices;
  about.edges = header.edges;
  return about;
}

FileHandle mappable_content(const std::filesystem::path& path, FileInput& input) {
  std::error_code error;
  if (input.compression().empty() && std::filesystem::is_regular_file(path, error)) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) fail(ExitCode::input, "{}: cannot be opened: {}", path.string(), std::strerror(errno));
    return FileHandle(descriptor);
  }
  const std::string name = path.string() + ", unpacked into memory";
  return sealed_file("wayfront-unpacked", name, [&](int to) {
    for (std::string_view piece; !(piece = input.bytes()).empty();) write_all(to, piece, name);
  });
}

LoadedGraph map_graph(int descriptor, Trust trust, const std::string& name, RunContext& context, bool writable) {
  const GraphFileHeader header = read_header(descriptor, name);
  const auto mapping = std::make_shared<const MappedFile>(descriptor, header.file_bytes, writable, name);
  try {
    LoadedGraph loaded;
    const Section& metadata = metadata_section(header);
    const bool geographic = read_metadata({mapping->at(metadata.offset), metadata.bytes}, header, loaded, name);
    loaded.ids = stored_ids(*mapping, header, trust, name);
    loaded.coordinates = points_of(mapping, header, trust, geographic);
    const AnyCsr csr = csr_of(mapping->at(0), header);
    if (trust == Trust::content) {
      // Plugins use array entries as indices: they must be a graph, and the one that was written.
      const Inspection found = inspect(csr, &context);
      mapping->require_unchanged();  // a changed file is the better explanation
      if (const std::string fault = content_fault(header, found); !fault.empty()) refuse_file(name, fault);
    }
    loaded.graph = std::make_shared<const StoredGraph>(OwnedCsr{csr, mapping}, weights_in(header), context.threads());
    loaded.file = mapping;
    loaded.directed = header.directed != 0;
    loaded.weighted = header.weighted != 0;
    loaded.digest = header.digest.hex();
    mapping->require_unchanged();
    return loaded;
  } catch (const UserError&) {
    mapping->require_unchanged();  // then that is the reason for what is wrong in it
    throw;
  }
}

}  // namespace wayfront::host
