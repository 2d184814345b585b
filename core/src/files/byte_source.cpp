// Boost.Iostreams compresses, and decompresses gzip, bzip2 and xz. Its zstd filter accepts a truncated file as complete
// (1.74), so zstd is decompressed by libzstd directly.
#include "files/byte_source.hpp"

#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cerrno>
#include <cstring>
#include <exception>
#include <ios>
#include <iterator>
#include <new>
#include <vector>

#include "base/refusal.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

namespace io = boost::iostreams;

constexpr std::size_t compressed_piece = std::size_t{1} << 16;

/// `how`: "truncated", "damaged".
[[noreturn]] void refuse_data(std::string_view how, const std::string& name, Compression compression,
                              std::uint64_t produced) {
  throw BadInput(fmt::format("{}: the {} data are {} after {}{} bytes of content; fetch the file again", name,
                             name_of(compression), how, how == "damaged" ? "about " : "", produced));
}

/// A ByteSource in the form that Boost.Iostreams needs: copyable, -1 at the end.
struct BoostSource {
  using char_type = char;
  using category = io::source_tag;
  ByteSource* raw;
  std::streamsize read(char* into, std::streamsize size) const {
    const std::size_t got = raw->read(into, static_cast<std::size_t>(size));
    return got == 0 ? -1 : static_cast<std::streamsize>(got);
  }
};

class BoostDecompressed final : public ByteSource {
 public:
  BoostDecompressed(std::unique_ptr<ByteSource> raw, Compression compression, std::string name)
      : raw_(std::move(raw)), compression_(compression), name_(std::move(name)) {
    constexpr std::streamsize piece{compressed_piece};
    if (compression == Compression::gzip) stream_.push(io::gzip_decompressor(io::gzip::default_window_bits, piece));
    if (compression == Compression::bzip2) stream_.push(io::bzip2_decompressor(false, piece));
    if (compression == Compression::xz) stream_.push(io::lzma_decompressor(piece));
    stream_.push(BoostSource{raw_.get()}, piece);
  }

  std::size_t read(char* into, std::size_t size) override {
    try {
      const std::streamsize got = stream_.sgetn(into, static_cast<std::streamsize>(size));
      produced_ += static_cast<std::uint64_t>(std::max<std::streamsize>(got, 0));
      return static_cast<std::size_t>(std::max<std::streamsize>(got, 0));
    } catch (const io::gzip_error& error) {
      const bool short_data = error.error() == io::gzip::zlib_error && error.zlib_error_code() == io::zlib::buf_error;
      refuse(short_data || error.error() == io::gzip::bad_footer);
    } catch (const io::bzip2_error& error) {
      refuse(error.error() == io::bzip2::unexpected_eof);
    } catch (const io::lzma_error& error) {
      if (error.error() == io::lzma::mem_error) throw std::bad_alloc();
      refuse(error.error() == io::lzma::buf_error);
    } catch (const std::ios_base::failure&) {  // the filters also throw this if the footer of gzip data is missing
      refuse(true);
    }
  }

 private:
  [[noreturn]] void refuse(bool cut_off) const {
    refuse_data(cut_off ? "truncated" : "damaged", name_, compression_, produced_);
  }

  std::unique_ptr<ByteSource> raw_;
  Compression compression_;
  std::string name_;
  io::filtering_istreambuf stream_;
  std::uint64_t produced_ = 0;
};

class ZstdDecompressed final : public ByteSource {
 public:
  ZstdDecompressed(std::unique_ptr<ByteSource> raw, std::string name)
      : raw_(std::move(raw)), name_(std::move(name)), context_(ZSTD_createDCtx()), piece_(compressed_piece) {
    if (!context_) throw std::bad_alloc();
  }

  std::size_t read(char* into, std::size_t size) override {
    ZSTD_outBuffer out{into, size, 0};
    while (out.pos < out.size) {
      if (in_.pos == in_.size && !flushing_) {
        in_ = {piece_.data(), raw_->read(piece_.data(), piece_.size()), 0};
        if (in_.size == 0) {
          if (inside_frame_) refuse_data("truncated", name_, Compression::zstd, produced_ + out.pos);
          break;
        }
      }
      const std::size_t wanted = ZSTD_decompressStream(context_.get(), &out, &in_);
      if (ZSTD_isError(wanted) != 0U) refuse_data("damaged", name_, Compression::zstd, produced_ + out.pos);
      inside_frame_ = wanted != 0;
      flushing_ = inside_frame_ && out.pos == out.size;  // more output may be buffered
    }
    produced_ += out.pos;
    return out.pos;
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ByteSource> raw_;
  std::string name_;
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  std::vector<char> piece_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool inside_frame_ = false;
  bool flushing_ = false;
  std::uint64_t produced_ = 0;
};

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
    constexpr std::streamsize piece{compressed_piece};
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
    if (!done) fail(ExitCode::failed_run, "{}: cannot be compressed", name_);
  }

  std::unique_ptr<ByteSink> raw_;
  std::string name_;
  std::exception_ptr error_;
  io::filtering_ostreambuf stream_;
};

}  // namespace

FileHandle::~FileHandle() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::size_t read_at(int file, void* into, std::size_t size, std::uint64_t at) {
  std::size_t filled = 0;
  errno = 0;
  while (filled < size) {
    const ssize_t got =
        ::pread(file, static_cast<char*>(into) + filled, size - filled, static_cast<off_t>(at + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got >= 0) errno = 0;
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

std::string start_of(const FileHandle& file, std::size_t max) {
  std::string bytes(max, '\0');
  bytes.resize(read_at(file.get(), bytes.data(), max, 0));
  return bytes;
}

void write_at(int file, std::string_view bytes, std::uint64_t at, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(ExitCode::failed_run, "{}: cannot be written: {}", name, std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
    at += static_cast<std::uint64_t>(written);
  }
}

Compression detect_compression(std::string_view head) {
  using namespace std::string_view_literals;
  if (head.starts_with("\x1f\x8b"sv)) return Compression::gzip;
  if (head.starts_with("\xfd"
                       "7zXZ\0"sv))
    return Compression::xz;
  if (head.starts_with("\x28\xb5\x2f\xfd"sv)) return Compression::zstd;
  if (head.size() >= 4 && head.substr(1, 3) == "\x2a\x4d\x18"sv && (head[0] & 0xf0) == 0x50) return Compression::zstd;
  // "BZh", the block size, then a block or the end of an empty file
  if (head.size() >= 8 && head.starts_with("BZh") && head[3] >= '1' && head[3] <= '9' &&
      (head.substr(4, 4) == "\x31\x41\x59\x26"sv || head.substr(4, 4) == "\x17\x72\x45\x38"sv))
    return Compression::bzip2;
  return Compression::none;
}

std::string_view name_of(Compression compression) {
  constexpr std::string_view names[] = {"", "gzip", "bzip2", "xz", "zstd"};
  return names[static_cast<std::size_t>(compression)];
}

std::unique_ptr<ByteSource> decompress(std::unique_ptr<ByteSource> raw, Compression compression, std::string name) {
  if (compression == Compression::none) return raw;
  if (compression == Compression::zstd) return std::make_unique<ZstdDecompressed>(std::move(raw), std::move(name));
  return std::make_unique<BoostDecompressed>(std::move(raw), compression, std::move(name));
}

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
