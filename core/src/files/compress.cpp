#include "files/compress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <exception>
#include <ios>
#include <iterator>
#include <utility>

#include "base/errors.hpp"
#include "wayfront/compression.hpp"

namespace wayfront::host {
namespace {

namespace io = boost::iostreams;

/// A ByteSink in the form that Boost.Iostreams needs: copyable. Boost loses exceptions thrown while it closes, so
/// errors are stored.
struct BoostSink {
  using char_type = char;
  using category = io::sink_tag;
  ByteSink* raw;
  std::exception_ptr* error;
  std::streamsize write(const char* data, std::streamsize size) const {
    try {
      if (!*error) raw->write({data, static_cast<std::size_t>(size)});
    } catch (...) {
      *error = std::current_exception();
    }
    return size;
  }
};

class BoostCompressed final : public ByteSink {
 public:
  BoostCompressed(std::unique_ptr<ByteSink> raw, Compression compression, std::string name)
      : raw_(std::move(raw)), name_(std::move(name)) {
    constexpr std::streamsize piece = 1 << 16;
    if (compression == Compression::gzip) stream_.push(io::gzip_compressor(io::gzip_params(), piece));
    if (compression == Compression::bzip2) stream_.push(io::bzip2_compressor(io::bzip2_params(), piece));
    if (compression == Compression::xz) stream_.push(io::lzma_compressor(io::lzma_params(), piece));
    if (compression == Compression::zstd) stream_.push(io::zstd_compressor(io::zstd_params(), piece));
    stream_.push(BoostSink{raw_.get(), &error_}, piece);
  }

  void write(std::string_view bytes) override {
    const auto size = static_cast<std::streamsize>(bytes.size());
    guarded([&] { return stream_.sputn(bytes.data(), size) == size; });
  }

  void finish() override {
    guarded([&] {
      stream_.reset();
      return true;
    });
    raw_->finish();
  }

 private:
  template <class F>
  void guarded(F&& step) {
    bool done = false;
    try {
      done = step();
    } catch (const std::ios_base::failure&) {
    }
    if (error_) std::rethrow_exception(error_);
    if (!done) throw UserError(ExitCode::failed_run, fmt::format("{}: cannot be compressed", name_));
  }

  std::unique_ptr<ByteSink> raw_;
  std::string name_;
  std::exception_ptr error_;
  io::filtering_ostreambuf stream_;
};

}  // namespace

Compression compression_of(const std::filesystem::path& path) {
  constexpr Compression by_ending[] = {Compression::gzip, Compression::bzip2, Compression::xz, Compression::zstd};
  static_assert(std::size(by_ending) == std::size(compressed_endings));
  const auto* const found = std::ranges::find(compressed_endings, path.extension().string());
  return found == std::end(compressed_endings) ? Compression::none : by_ending[found - compressed_endings];
}

std::unique_ptr<ByteSink> compress(std::unique_ptr<ByteSink> raw, Compression compression, std::string name) {
  if (compression == Compression::none) return raw;
  return std::make_unique<BoostCompressed>(std::move(raw), compression, std::move(name));
}

}  // namespace wayfront::host
