#include "files/input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <stop_token>
#include <system_error>
#include <thread>

#include "base/process.hpp"
#include "base/refusal.hpp"
#include "base/text.hpp"
#include "files/mapped_file.hpp"
#include "files/piece_queue.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t min_piece = std::uint64_t{1} << 20;  // stays in the cache until one thread has parsed it
constexpr std::uint64_t max_piece = std::uint64_t{1} << 25;

/// The first `size` bytes of a regular file that is not compressed. If it turns out shorter, reading it throws
/// BadInput. Its lines are read in large pieces into one buffer, which stays in the processor's cache. Its bytes are
/// mapped and are one piece, so that a loader takes what it needs from where it is in the file.
class PlainInput final : public FileInput {
 public:
  PlainInput(FileHandle file, std::uint64_t size, std::string name)
      : FileInput(std::move(name)), file_(std::move(file)), size_(size) {
    ::posix_fadvise(file_.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  }

  std::uint64_t size() const noexcept override { return size_; }
  std::string_view compression() const noexcept override { return {}; }

  void set_threads(unsigned threads) override {
    piece_bytes_ = std::clamp(min_piece * threads, min_piece, max_piece);
    readers_ = std::clamp(threads / 4, 1U, 4U);
  }

  void require_unchanged() const override {
    if (mapping_) mapping_->require_unchanged();
  }

  std::string_view bytes() override {
    if (given() == 0 && map()) return give_from(mapping_->at(0), size_);
    return mapping_ ? std::string_view() : FileInput::bytes();
  }

 private:
  /// False if the file system does not map files, or the length of the file has changed: then reading it fails.
  bool map() {
    struct stat now {};
    if (::fstat(file_.get(), &now) != 0 || static_cast<std::uint64_t>(now.st_size) < size_) return false;
    try {
      mapping_.emplace(file_.get(), size_, false, std::string(name()));
    } catch (const UserError&) {
      mapping_.reset();
    }
    return mapping_.has_value();
  }

  bool refill() override {
    const std::uint64_t wanted = std::min(piece_bytes_, size_ - read_);
    if (wanted == 0) return false;
    char* const to = room(wanted);
    // One thread copies slower than many parse.
    const std::uint64_t share = std::max(min_piece, (wanted + readers_ - 1) / readers_);
    std::vector<std::string> faults((wanted + share - 1) / share);
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < faults.size(); ++i)
        others.emplace_back([&, i] { faults[i] = read(to, i * share, std::min(share, wanted - i * share)); });
      faults[0] = read(to, 0, std::min(share, wanted));
    }
    for (const std::string& fault : faults)
      if (!fault.empty()) throw BadInput(fault);
    read_ += wanted;
    added(wanted, read_);
    return true;
  }

  /// Part of the next piece, which goes to `to`. Why it cannot be read, or "".
  std::string read(char* to, std::uint64_t begin, std::uint64_t bytes) const {
    const std::uint64_t at = read_ + begin;
    const std::size_t got = read_at(file_.get(), to + begin, bytes, at);
    if (got == bytes) return {};
    if (errno != 0) return fmt::format("{}: cannot be read: {}", name(), std::strerror(errno));
    return fmt::format("{}: ends at byte {} instead of {}; was it truncated or replaced meanwhile?", name(), at + got,
                       size_);
  }

  FileHandle file_;
  std::uint64_t size_;
  std::uint64_t read_ = 0;  // of the file, into the buffer
  std::uint64_t piece_bytes_ = min_piece;
  std::uint64_t readers_ = 1;
  std::optional<MappedFile> mapping_;
};

constexpr std::size_t unpacked_piece_bytes = std::size_t{1} << 20;

void read_ahead(ByteSource& source, PieceQueue<std::string>& queue) noexcept {
  try {
    std::vector<char> piece(unpacked_piece_bytes);
    while (const std::size_t got = source.read(piece.data(), piece.size()))
      if (!queue.put(std::string(piece.data(), got))) break;
    queue.finish(nullptr);
  } catch (...) {
    queue.finish(std::current_exception());
  }
}

/// A compressed file or a pipe: a separate thread reads and decompresses ahead of the parser. `source` reads
/// `descriptor` and waits on `stop`, so that it ends with the Input.
class StreamInput final : public FileInput {
 public:
  StreamInput(std::unique_ptr<ByteSource> source, int descriptor, std::stop_source stop, Compression compression,
              std::string name)
      : FileInput(std::move(name)),
        descriptor_(descriptor),
        compression_(compression),
        stop_(std::move(stop)),
        source_(std::move(source)),
        reader_([this] { read_ahead(*source_, queue_); }) {}

  ~StreamInput() override {
    stop_.request_stop();
    queue_.close();
  }

  std::string_view compression() const noexcept override { return name_of(compression_); }

 private:
  bool refill() override {
    const std::string piece = queue_.take();
    if (piece.empty()) return false;
    std::memcpy(room(piece.size()), piece.data(), piece.size());
    added(piece.size(), static_cast<std::uint64_t>(std::max<off_t>(0, ::lseek(descriptor_, 0, SEEK_CUR))));
    return true;
  }

  int descriptor_;
  Compression compression_;
  PieceQueue<std::string> queue_;
  std::stop_source stop_;
  std::unique_ptr<ByteSource> source_;
  std::jthread reader_;  // last: it uses the others
};

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
  fail(ExitCode::input, "{}: {}", path.string(), why);
}

/// "; did you mean ...?" with the file of that directory that was probably meant, or "".
std::string suggestion(const fs::path& path) {
  constexpr std::size_t max = 20'000;  // a larger directory would take too long
  const fs::path directory = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(directory, error))
    return fmt::format("; the directory {} does not exist either", directory.string());
  const std::string wanted = path.filename().string();
  std::vector<std::string> names;
  for (fs::directory_iterator it(directory, error), end; !error && it != end && names.size() < max;
       it.increment(error)) {
    std::string name = it->path().filename().string();
    if (name.starts_with(wanted + ".")) return fmt::format("; did you mean {}?", (directory / name).string());
    names.push_back(std::move(name));
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string near = nearest(wanted, candidates);
  return near.empty() ? "" : fmt::format("; did you mean {}?", (directory / near).string());
}

FileHandle open_file(const fs::path& path) {
  if (path.empty()) fail(ExitCode::input, "the name of the graph file is empty");
  // O_NONBLOCK: opening a pipe must not wait for its writer where Ctrl-C has no effect
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor >= 0) return FileHandle(descriptor);
  std::error_code error;
  if (errno == ENOENT && fs::is_symlink(path, error))
    refuse(path, fmt::format("is a symbolic link to {}, which does not exist", fs::read_symlink(path, error).string()));
  if (errno == ENOENT) refuse(path, "no such file" + suggestion(path));
  if (errno == EACCES) refuse(path, "no permission to read it");
  refuse(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
}

/// The raw bytes of an open file or pipe. Waits for a pipe without data until `stop`.
class FileBytes final : public ByteSource {
 public:
  FileBytes(FileHandle file, std::string name, std::stop_token stop)
      : file_(std::move(file)), name_(std::move(name)), stop_(std::move(stop)) {}

  std::size_t read(char* into, std::size_t size) override {
    for (;;) {
      wait();
      const ssize_t got = ::read(file_.get(), into, size);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR && errno != EAGAIN) throw BadInput(name_ + ": cannot be read: " + std::strerror(errno));
    }
  }

 private:
  /// Waits for data or the end; a regular file never waits.
  void wait() const {
    constexpr int look_again = 50;  // milliseconds
    for (;;) {
      if (stop_.stop_requested() || stop_requested.load(std::memory_order_relaxed)) throw Cancelled();
      pollfd ready{file_.get(), POLLIN, 0};
      if (::poll(&ready, 1, look_again) > 0) return;
    }
  }

  FileHandle file_;
  std::string name_;
  std::stop_token stop_;
};

/// A stream that begins with what was read of it before; it keeps the rest, too, if `keeps`.
class KeepingSource final : public ByteSource {
 public:
  KeepingSource(std::shared_ptr<PipeBytes> kept, bool keeps, std::unique_ptr<ByteSource> rest)
      : kept_(std::move(kept)), keeps_(keeps), rest_(std::move(rest)) {}

  std::size_t read(char* into, std::size_t size) override {
    if (piece_ == kept_->size()) {
      const std::size_t got = rest_->read(into, size);
      if (got == 0 || !keeps_) return got;
      kept_->emplace_back(into, got);
      ++piece_;
      return got;
    }
    const std::string& piece = (*kept_)[piece_];
    const std::size_t got = piece.copy(into, size, used_);
    used_ += got;
    if (used_ == piece.size()) {
      ++piece_;
      used_ = 0;
    }
    return got;
  }

 private:
  std::shared_ptr<PipeBytes> kept_;
  bool keeps_;
  std::unique_ptr<ByteSource> rest_;
  std::size_t piece_ = 0, used_ = 0;  // where the next byte is
};

/// The first bytes, for the magic number. The position in a regular file does not change; what is read of a pipe goes
/// into `kept`.
std::string first_bytes(const FileHandle& file, bool regular, const std::string& name,
                        const std::shared_ptr<PipeBytes>& kept) {
  constexpr std::size_t enough = 8;
  if (regular) {
    std::string head = start_of(file, enough);
    if (errno != 0) throw BadInput(name + ": cannot be read: " + std::strerror(errno));
    return head;
  }
  KeepingSource pipe(kept, true, std::make_unique<FileBytes>(FileHandle(::dup(file.get())), name, std::stop_token()));
  std::string head(enough, '\0');
  std::size_t filled = 0;
  for (std::size_t got = 1; got != 0 && filled < enough; filled += got)
    got = pipe.read(head.data() + filled, enough - filled);
  head.resize(filled);
  return head;
}

/// `kept`: what was read of a pipe, which begins with that again; null if it cannot be read again.
std::unique_ptr<FileInput> open_alone(FileHandle file, const fs::path& path, std::shared_ptr<PipeBytes> kept) {
  const std::string name = path.string();
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) refuse(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) refuse(path, "is a directory; name a graph file in it");
  const bool regular = S_ISREG(status.st_mode);
  if (!regular && !S_ISFIFO(status.st_mode)) refuse(path, "is neither a file nor a pipe");
  if (regular && status.st_size == 0) refuse(path, "is empty");
  try {
    const bool keeps = kept != nullptr;
    if (!keeps) kept = std::make_shared<PipeBytes>();
    const Compression compression = detect_compression(first_bytes(file, regular, name, kept));
    if (regular && compression == Compression::none)
      return std::make_unique<PlainInput>(std::move(file), static_cast<std::uint64_t>(status.st_size), name);
    std::stop_source stop;
    const int descriptor = file.get();
    std::unique_ptr<ByteSource> raw = std::make_unique<FileBytes>(std::move(file), name, stop.get_token());
    if (!regular) raw = std::make_unique<KeepingSource>(std::move(kept), keeps, std::move(raw));
    auto input = std::make_unique<StreamInput>(decompress(std::move(raw), compression, name), descriptor, stop,
                                               compression, name);
    if (input->head().empty())
      refuse(path, compression == Compression::none
                       ? "is empty"
                       : fmt::format("contains {} data, but nothing in them: it is empty", name_of(compression)));
    return input;
  } catch (const Cancelled&) {
    throw UserError(ExitCode::interrupted, name + ": reading was interrupted");
  } catch (const BadInput& error) {
    fail(ExitCode::input, "{}", error.what());
  }
}

}  // namespace

std::unique_ptr<FileInput> open_input(const fs::path& path) { return open_alone(open_file(path), path, nullptr); }

RepeatableFile::RepeatableFile(fs::path path) : path_(std::move(path)) {
  FileHandle file = open_file(path_);
  struct stat status {};
  if (::fstat(file.get(), &status) == 0 && S_ISFIFO(status.st_mode)) pipe_.emplace(std::move(file));
}

std::unique_ptr<FileInput> RepeatableFile::open() {
  if (!pipe_) return open_input(path_);
  return open_alone(FileHandle(::dup(pipe_->get())), path_, kept_);
}

}  // namespace wayfront::host
