#include "slice.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include "base/digest.hpp"
#include "base/errors.hpp"
#include "load/graph_file_layout.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::Hash128;
using host::UserError;

// The blocks of graph_inspection.hpp, of which a graph's digest is made.
constexpr std::uint64_t offset_block = std::uint64_t{1} << 15;
constexpr std::uint64_t edge_block = std::uint64_t{1} << 16;

constexpr std::size_t piece = std::size_t{1} << 14;  // elements for a rank at a time

/// What the header of a .wfg or of a slice says, all but the bounds.
template <class Header>
WholeGraph graph_of(const Header& header) {
  return {.vertices = header.vertices,
          .edges = header.edges,
          .first_id = header.first_id,
          .min_weight = header.min_weight,
          .max_weight = header.max_weight,
          .mean_weight = header.mean_weight,
          .weights = static_cast<WeightKind>(header.weights),
          .digest = Hash128{header.digest_high, header.digest_low}.hex(),
          .bounds = {}};
}

std::uint64_t blocks(std::uint64_t entries, std::uint64_t block) { return (entries + block - 1) / block; }

}  // namespace

void throw_together(const Ranks& ranks, const std::string& mine) {
  const std::string first = ranks.first_of(mine);
  if (!first.empty()) throw UserError(ExitCode::input, first);
}

SliceFile::SliceFile(const std::filesystem::path& name, host::Balance balance, const Ranks& ranks)
    : path_(name), id_(static_cast<std::uint64_t>(ranks.id())), count_(static_cast<std::uint64_t>(ranks.count())) {
  std::string fault;
  try {
    if (name.extension() == ".wfs") path_ = host::slice_path(name, id_, count_);
    file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat about {};
    if (file_ < 0 || ::fstat(file_, &about) != 0)
      throw UserError(ExitCode::input, fmt::format("{}: {}", path_.string(), std::strerror(errno)));
    const auto bytes = static_cast<std::uint64_t>(about.st_size);
    std::array<char, 8> magic{};
    if (::pread(file_, magic.data(), magic.size(), 0) == 8 &&
        std::string_view(magic.data(), magic.size()) == host::slice_magic)
      open_slice(bytes);
    else
      open_graph(balance, bytes);
  } catch (const UserError& error) {
    fault = error.what();
  }
  throw_together(ranks, fault);
  agree(ranks);
}

SliceFile::~SliceFile() {
  if (file_ >= 0) ::close(file_);
}

void SliceFile::open_graph(host::Balance balance, std::uint64_t file_bytes) {
  host::GraphFileHeader header{};
  if (file_bytes < sizeof header)
    throw UserError(ExitCode::input, fmt::format("{}: is neither a .wfg nor a slice of one (.wfs)", path_.string()));
  read(&header, sizeof header, 0);
  if (const std::string fault = host::header_fault(header, file_bytes); !fault.empty())
    throw UserError(ExitCode::input,
                    fmt::format("{}: {}; 'wayfront convert' writes .wfg files of all formats", path_.string(), fault));
  graph_ = graph_of(header);
  digest_ = {header.digest_high, header.digest_low};
  wide_ = header.offsets == static_cast<std::uint8_t>(OffsetKind::offsets64);
  offsets_at_ = header.sections[0].offset;
  targets_at_ = header.sections[1].offset;
  weights_at_ = header.sections[2].offset;
  graph_.bounds = host::slice_bounds(graph_.vertices, graph_.edges, count_, balance,
                                     [this](std::uint64_t v) { return offset_at(v); });
  first_arc_ = offset_at(graph_.bounds[id_]);
  last_arc_ = offset_at(graph_.bounds[id_ + 1]);
  if (first_arc_ > last_arc_ || last_arc_ > graph_.edges)
    throw UserError(ExitCode::input, fmt::format("{}: is damaged: its offsets fall", path_.string()));
}

void SliceFile::open_slice(std::uint64_t file_bytes) {
  host::SliceHeader header{};
  if (file_bytes < sizeof header) throw UserError(ExitCode::input, fmt::format("{}: is truncated", path_.string()));
  read(&header, sizeof header, 0);
  std::string fault = host::header_fault(header, file_bytes);
  if (fault.empty() && (header.slices != count_ || header.slice != id_))
    fault = fmt::format("is slice {} of {}, but this is rank {} of {}; start as many ranks as there are slices",
                        header.slice + 1, header.slices, id_ + 1, count_);
  if (!fault.empty()) throw UserError(ExitCode::input, fmt::format("{}: {}", path_.string(), fault));
  is_slice_ = wide_ = true;
  graph_ = graph_of(header);
  graph_.bounds.resize(count_ + 1);
  digest_ = {header.content_high, header.content_low};
  read(graph_.bounds.data(), graph_.bounds.size() * sizeof(std::uint64_t), host::sections_of(header, 0).bounds);
  const bool in_order =
      std::ranges::is_sorted(graph_.bounds) && graph_.bounds.front() == 0 && graph_.bounds.back() == graph_.vertices;
  const host::SliceSections at = host::sections_of(header, in_order ? own_vertices() : 0);
  if (!in_order || at.end != file_bytes)
    throw UserError(ExitCode::input, fmt::format("{}: is damaged: its bounds are wrong", path_.string()));
  offsets_at_ = at.offsets;
  targets_at_ = at.targets;
  weights_at_ = at.weights;
  end_ = at.end;
  last_arc_ = header.own_edges;
}

void SliceFile::agree(const Ranks& ranks) const {
  host::Digest digest;
  const std::array<std::uint64_t, 4> figures = {graph_.vertices, graph_.edges, graph_.first_id,
                                                static_cast<std::uint64_t>(graph_.weights)};
  digest.add(figures.data(), sizeof figures);
  digest.add(graph_.digest.data(), graph_.digest.size());
  digest.add(graph_.bounds.data(), graph_.bounds.size() * sizeof(std::uint64_t));
  const std::uint64_t mine = digest.value().low;
  if (ranks.min(mine) == ranks.max(mine)) return;
  std::uint64_t first = mine;
  MPI_Bcast(&first, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  throw_together(ranks, first == mine ? ""
                                      : fmt::format("{}: is of another graph, or of another split of it, than the file "
                                                    "of rank 0 (digest {}, {} vertices, {} arcs)",
                                                    path_.string(), graph_.digest, graph_.vertices, graph_.edges));
}

void SliceFile::read(void* data, std::uint64_t bytes, std::uint64_t at) const {
  auto* to = static_cast<char*>(data);
  while (bytes != 0) {
    const ssize_t got = ::pread(file_, to, std::min(bytes, std::uint64_t{1} << 30), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw UserError(ExitCode::input, fmt::format("{}: cannot be read at byte {}: {}", path_.string(), at,
                                                   got == 0 ? "it ends there" : std::strerror(errno)));
    to += got;
    at += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::uint64_t>(got);
  }
}

std::uint64_t SliceFile::offset_at(std::uint64_t v) const {
  if (wide_) {
    std::uint64_t offset = 0;
    read(&offset, sizeof offset, offsets_at_ + v * sizeof offset);
    return offset;
  }
  std::uint32_t offset = 0;
  read(&offset, sizeof offset, offsets_at_ + v * sizeof offset);
  return offset;
}

void SliceFile::read_offsets(std::uint64_t* offsets) const {
  const std::uint64_t count = own_vertices() + 1;
  const std::uint64_t from = is_slice_ ? 0 : first_vertex();
  if (wide_) {
    read(offsets, count * sizeof(std::uint64_t), offsets_at_ + from * sizeof(std::uint64_t));
  } else {
    std::array<std::uint32_t, 4096> narrow{};
    for (std::uint64_t done = 0; done < count;) {
      const std::uint64_t part = std::min<std::uint64_t>(narrow.size(), count - done);
      read(narrow.data(), part * sizeof(std::uint32_t), offsets_at_ + (from + done) * sizeof(std::uint32_t));
      std::copy_n(narrow.data(), part, offsets + done);
      done += part;
    }
  }
  for (std::uint64_t i = 0; i < count; ++i) offsets[i] -= first_arc_;
  if (!std::ranges::is_sorted(std::span(offsets, count)) || offsets[0] != 0 || offsets[count - 1] != own_edges())
    throw UserError(ExitCode::input, fmt::format("{}: is damaged: its offsets fall", path_.string()));
}

void SliceFile::read_targets(Vertex* targets) const {
  read(targets, own_edges() * sizeof(Vertex), targets_at_ + first_arc_ * sizeof(Vertex));
  for (std::uint64_t arc = 0; arc < own_edges(); ++arc)
    if (targets[arc] >= graph_.vertices)
      throw UserError(ExitCode::input, fmt::format("{}: is damaged: an arc goes to vertex {} of {}", path_.string(),
                                                   targets[arc], graph_.vertices));
}

void SliceFile::read_weights(void* weights) const {
  const std::uint64_t size = weight_size(graph_.weights);
  read(weights, own_edges() * size, weights_at_ + first_arc_ * size);
}

Hash128 SliceFile::slice_digest() const {
  host::Digest digest;
  std::vector<char> buffer(std::size_t{1} << 20);
  for (std::uint64_t at = sizeof(host::SliceHeader); at < end_;) {
    const std::uint64_t part = std::min<std::uint64_t>(buffer.size(), end_ - at);
    read(buffer.data(), part, at);
    digest.add(buffer.data(), part);
    at += part;
  }
  return digest.value();
}

Hash128 SliceFile::block_digest(std::uint64_t block) const {
  const std::uint64_t entries = graph_.vertices + 1;
  const std::uint64_t offset_blocks = blocks(entries, offset_block), edge_blocks = blocks(graph_.edges, edge_block);
  std::vector<char> buffer;
  if (block < offset_blocks) {
    const std::uint64_t first = block * offset_block, count = std::min(offset_block, entries - first);
    std::vector<std::uint64_t> offsets(count);
    if (wide_) {
      read(offsets.data(), count * 8, offsets_at_ + first * 8);
    } else {
      std::vector<std::uint32_t> narrow(count);
      read(narrow.data(), count * 4, offsets_at_ + first * 4);
      std::ranges::copy(narrow, offsets.begin());
    }
    return host::hash128(offsets.data(), count * 8);
  }
  const bool is_target = block < offset_blocks + edge_blocks;
  const std::uint64_t first = (block - offset_blocks - (is_target ? 0 : edge_blocks)) * edge_block;
  const std::uint64_t size = is_target ? sizeof(Vertex) : weight_size(graph_.weights);
  buffer.resize(std::min(edge_block, graph_.edges - first) * size);
  read(buffer.data(), buffer.size(), (is_target ? targets_at_ : weights_at_) + first * size);
  return host::hash128(buffer.data(), buffer.size());
}

bool SliceFile::is_intact(const Ranks& ranks) const {
  if (is_slice_) return ranks.sum(std::uint64_t{slice_digest() == digest_ ? 0U : 1U}) == 0;
  // Each rank takes a range of the blocks; rank 0 adds up their digests in order.
  const std::uint64_t all = blocks(graph_.vertices + 1, offset_block) + 2 * blocks(graph_.edges, edge_block);
  std::vector<std::uint64_t> mine;
  for (std::uint64_t block = all * id_ / count_; block < all * (id_ + 1) / count_; ++block) {
    const Hash128 digest = block_digest(block);
    mine.insert(mine.end(), {digest.high, digest.low});
  }
  std::vector<std::uint64_t> sizes(count_), theirs(count_);
  sizes[0] = id_ == 0 ? 0 : mine.size();
  theirs = ranks.exchange_one(sizes);
  std::vector<std::vector<std::uint64_t>> words(count_);
  Traffic unused;
  Exchange<std::uint64_t>(ranks, piece)
      .run(
          sizes, theirs, unused, [&](std::size_t, std::uint64_t i) { return mine[i]; },
          [&](std::size_t r, std::uint64_t word) { words[r].push_back(word); });
  bool intact = true;
  if (id_ == 0) {
    words[0] = std::move(mine);
    host::Digest digest;
    const std::array<std::uint64_t, 3> counts = {graph_.vertices, graph_.edges,
                                                 static_cast<std::uint64_t>(graph_.weights)};
    digest.add(counts.data(), sizeof counts);
    for (const auto& part : words) digest.add(part.data(), part.size() * sizeof(std::uint64_t));
    intact = digest.value() == digest_;
  }
  return ranks.sum(std::uint64_t{intact ? 0U : 1U}) == 0;
}

template <WeightType W>
Slice<W>::Slice(const SliceFile& file, const Ranks& ranks) : graph_(file.graph()), first_vertex_(file.first_vertex()) {
  std::string fault;
  try {
    offsets_ = PageArray<std::uint64_t>(file.own_vertices() + 1);
    targets_ = PageArray<Vertex>(file.own_edges());
    weights_ = PageArray<W>(file.own_edges());
    file.read_offsets(offsets_.data());
    file.read_targets(targets_.data());
    file.read_weights(weights_.data());
    renumber();
  } catch (const UserError& error) {
    fault = error.what();
  }
  throw_together(ranks, fault);
  introduce(ranks);
  offsets_.protect();
  targets_.protect();
  weights_.protect();
  ghost_vertices_.protect();
  asked_.protect();
}

/// Ghosts get numbers in the order of all vertices: a bit for each that is one, and counts of the bits before.
template <WeightType W>
void Slice<W>::renumber() {
  const std::uint64_t end = first_vertex_ + vertices();
  const auto is_own = [&](Vertex v) { return v >= first_vertex_ && v < end; };
  std::vector<std::uint64_t> bits(graph_.vertices / 64 + 1);
  for (std::uint64_t arc = 0; arc < edges(); ++arc)
    if (const Vertex v = targets_[arc]; !is_own(v)) bits[v / 64] |= std::uint64_t{1} << v % 64;
  std::vector<std::uint32_t> before(bits.size());
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    before[i] = count;
    count += static_cast<std::uint32_t>(std::popcount(bits[i]));
  }
  ghost_vertices_ = PageArray<Vertex>(count);
  first_ghost_.assign(graph_.bounds.size(), count);
  std::size_t owner = 0;
  std::uint64_t ghost = 0;
  for (std::size_t i = 0; i < bits.size(); ++i)
    for (std::uint64_t left = bits[i]; left != 0; left &= left - 1) {
      const std::uint64_t v = i * 64 + static_cast<std::uint64_t>(std::countr_zero(left));
      while (owner + 1 < graph_.bounds.size() && graph_.bounds[owner] <= v) first_ghost_[owner++] = ghost;
      ghost_vertices_[ghost++] = static_cast<Vertex>(v - graph_.bounds[owner - 1]);
    }
  // Owners behind the last ghost's have none: their first is `count`, as assigned.
  for (std::uint64_t arc = 0; arc < edges(); ++arc) {
    const Vertex v = targets_[arc];
    const std::uint64_t below = bits[v / 64] & ((std::uint64_t{1} << v % 64) - 1);
    targets_[arc] = static_cast<Vertex>(
        is_own(v) ? v - first_vertex_ : vertices() + before[v / 64] + static_cast<unsigned>(std::popcount(below)));
  }
}

/// Tells each owner which of its vertices are ghosts here.
template <WeightType W>
void Slice<W>::introduce(const Ranks& ranks) {
  const std::vector<std::uint64_t> sizes = ghost_sizes(), theirs = ranks.exchange_one(sizes);
  first_asked_.assign(1, 0);
  for (const std::uint64_t size : theirs) first_asked_.push_back(first_asked_.back() + size);
  asked_ = PageArray<Vertex>(first_asked_.back());
  std::vector<std::uint64_t> at(first_asked_.begin(), first_asked_.end() - 1);
  Traffic unused;
  Exchange<Vertex>(ranks, piece)
      .run(
          sizes, theirs, unused, [&](std::size_t r, std::uint64_t i) { return ghost_vertices_[first_ghost_[r] + i]; },
          [&](std::size_t r, Vertex v) { asked_[at[r]++] = v; });
}

template <WeightType W>
std::size_t Slice<W>::owner(std::uint64_t ghost) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(first_ghost_, ghost) - first_ghost_.begin()) - 1;
}

template <WeightType W>
std::vector<std::uint64_t> Slice<W>::ghost_sizes() const {
  std::vector<std::uint64_t> sizes;
  for (std::size_t r = 0; r + 1 < first_ghost_.size(); ++r) sizes.push_back(first_ghost_[r + 1] - first_ghost_[r]);
  return sizes;
}

template <WeightType W>
std::vector<std::uint64_t> Slice<W>::asked_sizes() const {
  std::vector<std::uint64_t> sizes;
  for (std::size_t r = 0; r + 1 < first_asked_.size(); ++r) sizes.push_back(first_asked_[r + 1] - first_asked_[r]);
  return sizes;
}

template <WeightType W>
std::uint64_t Slice<W>::global(Vertex target) const {
  if (target < vertices()) return first_vertex_ + target;
  const std::uint64_t ghost = target - vertices();
  return graph_.bounds[owner(ghost)] + ghost_vertices_[ghost];
}

template class Slice<std::int32_t>;
template class Slice<float>;
template class Slice<std::int64_t>;
template class Slice<double>;

}  // namespace wayfront::ranks
