// Slices in files of compressed rows: offsets of arcs, targets and weights, each at a known place. The formats differ in
// these places alone, so one class reads all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "base/digest.hpp"
#include "part_file.hpp"
#include "slice_source.hpp"

namespace wayfront::ranks {

/// Numbers in a file: from byte `at` on, each of `size` bytes and `step` bytes behind the one before.
struct NumberList {
  std::uint64_t at = 0, size = 0, step = 0;
};

/// What the header of a file says.
struct FileLayout {
  WholeGraph graph{};  // with bounds only in a file of one slice
  NumberList offsets{}, targets{}, weights{};
  bool ends_alone = false;                     // offsets are the ends of rows: the first one, 0, is left out
  bool untold_weights = false;                 // nobody says whether weights are integers or floats
  std::uint64_t first_arc = 0, own_edges = 0;  // of a file of one slice
  std::optional<host::Hash128> content{};      // of what follows its header
};

using ReadLayout = FileLayout(const PartFile& file, const SliceRequest& request, const Ranks& ranks);
ReadLayout wfg_layout, wfs_layout, galois_layout, gapbs_layout;

/// By the first 32 bytes, fewer of a shorter file; null for a file of another format.
ReadLayout* layout_of(std::string_view head, const std::filesystem::path& path);

class FileSource final : public SliceSource {
 public:
  FileSource(std::unique_ptr<PartFile> file, FileLayout layout, host::Balance balance, const Ranks& ranks);

  void load(std::uint64_t* offsets, Vertex* targets, void* weights) override;
  void refuse_damage() const override;

 private:
  void choose_bounds(host::Balance balance);
  std::uint64_t offset_at(std::uint64_t v) const;
  void read_offsets(std::uint64_t from, std::uint64_t count, std::uint64_t* offsets) const;
  void read(const NumberList& list, std::uint64_t first, std::uint64_t count, void* out, std::size_t width) const;

  std::unique_ptr<PartFile> file_;
  FileLayout layout_;
  bool whole_;  // whether the file has all slices
};

}  // namespace wayfront::ranks
