// Reads one array of arcs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "npy.hpp"
#include "numpy/npy.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::npy {

template <WeightType W>
class Reader {
 public:
  Reader(const Options& options, const LoadRequest& request, GraphSink& sink, RunContext& context)
      : options_(options), request_(request), sink_(sink), context_(context), file_(request.input->name()) {}

  /// Throws BadInput with "npy: FILE: " in front.
  void read();

 private:
  [[noreturn]] void fail(const std::string& what) const;
  std::string row_text(std::uint64_t row) const { return "npy: " + file_ + ": row " + std::to_string(row) + ": "; }
  void read_header(std::string_view content);
  const char* at(std::uint64_t row, std::uint64_t column) const;
  template <class F>
  void each_end(F&& take) const;
  void read_ends(std::span<Arc<W>> arcs, GraphHeader& header);
  void read_weights(std::span<Arc<W>> arcs) const;

  const Options& options_;
  const LoadRequest& request_;
  GraphSink& sink_;
  RunContext& context_;
  std::string file_;
  numpy::Header header_;
  numpy::Type type_;
  const char* data_ = nullptr;
  std::uint64_t rows_ = 0, columns_ = 0;
  std::uint64_t row_stride_ = 0, column_stride_ = 0;  // in bytes
  std::vector<std::uint64_t> ids_;
};

}  // namespace wayfront::npy
