#include "files/input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <stop_token>
#include <system_error>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "base/nearest.hpp"
#include "files/byte_source.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
  throw UserError(ExitCode::input, fmt::format("{}: {}", path.string(), why));
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
  if (path.empty()) throw UserError(ExitCode::input, "the name of the graph file is empty");
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

/// A stream that begins with what was read of it before, and keeps the rest, too.
class KeepingSource final : public ByteSource {
 public:
  KeepingSource(PipeBytes& kept, std::unique_ptr<ByteSource> rest) : kept_(kept), rest_(std::move(rest)) {}

  std::size_t read(char* into, std::size_t size) override {
    if (piece_ == kept_.size()) {
      const std::size_t got = rest_->read(into, size);
      if (got == 0) return 0;
      kept_.emplace_back(into, got);
      ++piece_;
      return got;
    }
    const std::string& piece = kept_[piece_];
    const std::size_t got = piece.copy(into, size, used_);
    used_ += got;
    if (used_ == piece.size()) {
      ++piece_;
      used_ = 0;
    }
    return got;
  }

 private:
  PipeBytes& kept_;
  std::unique_ptr<ByteSource> rest_;
  std::size_t piece_ = 0, used_ = 0;  // where the next byte is
};

/// The bytes of a pipe; `kept` may be null.
std::unique_ptr<ByteSource> read_pipe(FileHandle pipe, std::string already_read, PipeBytes* kept,
                                      const std::string& name, std::stop_token stop) {
  auto source = read_file(std::move(pipe), std::move(already_read), name, std::move(stop));
  if (kept == nullptr) return source;
  return std::make_unique<KeepingSource>(*kept, std::move(source));
}

/// The first bytes, for the magic number. The position in a regular file does not change.
std::string first_bytes(const FileHandle& file, bool regular, const std::string& name, PipeBytes* kept) {
  constexpr std::size_t enough = 8;
  std::string head(enough, '\0');
  if (regular) {
    const ssize_t got = ::pread(file.get(), head.data(), enough, 0);
    if (got < 0) throw BadInput(name + ": cannot be read: " + std::strerror(errno));
    head.resize(static_cast<std::size_t>(got));
    return head;
  }
  const std::unique_ptr<ByteSource> pipe = read_pipe(FileHandle(::dup(file.get())), {}, kept, name, {});
  std::size_t filled = 0;
  for (std::size_t got = 1; got != 0 && filled < enough; filled += got)
    got = pipe->read(head.data() + filled, enough - filled);
  head.resize(filled);
  return head;
}

/// `kept`: what was read of a pipe, which begins with that again; null if it cannot be read again.
std::unique_ptr<FileInput> open_alone(FileHandle file, const fs::path& path, PipeBytes* kept) {
  const std::string name = path.string();
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) refuse(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) refuse(path, "is a directory; name a graph file in it");
  const bool regular = S_ISREG(status.st_mode);
  if (!regular && !S_ISFIFO(status.st_mode)) refuse(path, "is neither a file nor a pipe");
  if (regular && status.st_size == 0) refuse(path, "is empty");
  try {
    std::string start = first_bytes(file, regular, name, kept);
    const Compression compression = detect_compression(start);
    if (regular && compression == Compression::none)
      return plain_input(std::move(file), static_cast<std::uint64_t>(status.st_size), name);
    if (regular || kept != nullptr) start.clear();
    std::stop_source stop;
    auto raw = read_pipe(std::move(file), std::move(start), regular ? nullptr : kept, name, stop.get_token());
    auto input = stream_input(decompress(std::move(raw), compression, name), stop, compression, name);
    if (input->head().empty())
      refuse(path, compression == Compression::none
                       ? "is empty"
                       : fmt::format("contains {} data, but nothing in them: it is empty", name_of(compression)));
    return input;
  } catch (const Cancelled&) {
    throw UserError(ExitCode::interrupted, name + ": reading was interrupted");
  } catch (const BadInput& error) {
    throw UserError(ExitCode::input, error.what());
  }
}

}  // namespace

std::unique_ptr<FileInput> open_input(const fs::path& path) {
  return open_alone(open_file(path), path, nullptr);
}

RepeatableFile::RepeatableFile(fs::path path) : path_(std::move(path)) {
  FileHandle file = open_file(path_);
  struct stat status {};
  if (::fstat(file.get(), &status) == 0 && S_ISFIFO(status.st_mode)) pipe_.emplace(std::move(file));
}

std::unique_ptr<FileInput> RepeatableFile::open() {
  if (!pipe_) return open_input(path_);
  return open_alone(FileHandle(::dup(pipe_->get())), path_, &kept_);
}

}  // namespace wayfront::host
