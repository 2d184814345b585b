// Slices in files.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "part_file.hpp"
#include "slice_source.hpp"

namespace wayfront::ranks {

/// A file of compressed rows: offsets of arcs, then targets, then weights, each at a known place.
class FileSource : public SliceSource {
 public:
  FileSource(std::unique_ptr<PartFile> file, const Ranks& ranks)
      : SliceSource(file->path().string(), ranks), file_(std::move(file)) {}

  void load(std::uint64_t* offsets, Vertex* targets, void* weights) final;

 protected:
  /// The number of arcs before vertex v. In these members, vertices and arcs are counted from the file's first.
  std::uint64_t offset_at(std::uint64_t v) const;
  /// `count` of them from that of vertex `from` on.
  virtual void read_offsets(std::uint64_t from, std::uint64_t count, std::uint64_t* offsets) const = 0;
  virtual void read_targets(std::uint64_t first, std::uint64_t count, Vertex* targets) const = 0;
  virtual void read_weights(std::uint64_t first, std::uint64_t count, void* weights) = 0;
  /// Deals out the vertices of a file that has the whole graph.
  void choose_bounds(host::Balance balance);
  [[noreturn]] void fail(const std::string& why) const { file_->fail(why); }

  std::unique_ptr<PartFile> file_;
  bool whole_ = true;  // whether the file has all slices
};

using OpenFile = std::unique_ptr<SliceSource> (*)(std::unique_ptr<PartFile> file, const SliceRequest& request,
                                                  const Ranks& ranks);

/// By the first 32 bytes, fewer of a shorter file; null for a file of another format.
OpenFile form_of(std::string_view head, const std::filesystem::path& path);

std::unique_ptr<SliceSource> open_wfg(std::unique_ptr<PartFile> file, const SliceRequest& request, const Ranks& ranks);
std::unique_ptr<SliceSource> open_wfs(std::unique_ptr<PartFile> file, const SliceRequest& request, const Ranks& ranks);
std::unique_ptr<SliceSource> open_galois(std::unique_ptr<PartFile> file, const SliceRequest& request,
                                         const Ranks& ranks);
std::unique_ptr<SliceSource> open_gapbs(std::unique_ptr<PartFile> file, const SliceRequest& request,
                                        const Ranks& ranks);

}  // namespace wayfront::ranks
