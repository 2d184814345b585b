// Slices in files.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  /// Calls f(i, entry) for `count` entries of the file from byte `at` on, i from 0.
  template <class T, class F>
  void each(std::uint64_t at, std::uint64_t count, const F& f) const {
    std::vector<T> entries(std::min<std::uint64_t>(count, 8192));
    for (std::uint64_t done = 0; done < count;) {
      const std::uint64_t part = std::min<std::uint64_t>(entries.size(), count - done);
      file_->read(entries.data(), part * sizeof(T), at + done * sizeof(T));
      for (std::uint64_t i = 0; i < part; ++i) f(done + i, entries[i]);
      done += part;
    }
  }
  /// Deals out the vertices of a file that has the whole graph.
  void choose_bounds(host::Balance balance);
  [[noreturn]] void fail(const std::string& why) const { file_->fail(why); }

  std::unique_ptr<PartFile> file_;
  bool whole_ = true;  // whether the file has all slices
};

using OpenFile = std::unique_ptr<SliceSource>(std::unique_ptr<PartFile> file, const SliceRequest& request,
                                              const Ranks& ranks);
OpenFile open_wfg, open_wfs, open_galois, open_gapbs;

/// By the first 32 bytes, fewer of a shorter file; null for a file of another format.
OpenFile* form_of(std::string_view head, const std::filesystem::path& path);

}  // namespace wayfront::ranks
