// Sparse matrices of SciPy, as scipy.sparse.save_npz writes them: a zip archive of the NumPy arrays format, shape, data
// and, for CSR and CSC, indices and indptr, for COO row and col. An entry in row u and column v is an arc from u to v.
#pragma once

#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::npz {

class Npz {
 public:
  static constexpr PluginAbout about{.name = "npz",
                                     .version = "1.0.0",
                                     .summary = "Reads and writes sparse matrices of SciPy, .npz: CSR, CSC and COO.",
                                     .reference = "SciPy, scipy.sparse.save_npz and load_npz",
                                     .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".npz";

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);
};

}  // namespace wayfront::npz
