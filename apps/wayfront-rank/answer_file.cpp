#include "answer_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <string>

#include "base/errors.hpp"
#include "numpy/npy.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::UserError;

class File {
 public:
  File(const std::filesystem::path& path, int flags, ExitCode code)
      : path_(path.string()), code_(code), file_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (file_ < 0) fail(std::strerror(errno));
  }
  ~File() { ::close(file_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void write(const void* data, std::uint64_t bytes, std::uint64_t at) const {
    for (const auto* from = static_cast<const char*>(data); bytes != 0;) {
      const ssize_t done = ::pwrite(file_, from, std::min(bytes, max_at_once), static_cast<off_t>(at));
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) fail(std::strerror(errno));
      from += done;
      at += static_cast<std::uint64_t>(done);
      bytes -= static_cast<std::uint64_t>(done);
    }
  }
  /// How many of the bytes there are.
  std::uint64_t read(void* data, std::uint64_t bytes, std::uint64_t at) const {
    std::uint64_t got = 0;
    while (got < bytes) {
      const ssize_t done = ::pread(file_, static_cast<char*>(data) + got, std::min(bytes - got, max_at_once),
                                   static_cast<off_t>(at + got));
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail(std::strerror(errno));
      if (done == 0) break;
      got += static_cast<std::uint64_t>(done);
    }
    return got;
  }
  std::uint64_t bytes() const {
    struct stat about {};
    return ::fstat(file_, &about) == 0 ? static_cast<std::uint64_t>(about.st_size) : 0;
  }
  [[noreturn]] void fail(const std::string& why) const { throw UserError(code_, fmt::format("{}: {}", path_, why)); }

 private:
  static constexpr std::uint64_t max_at_once = std::uint64_t{1} << 30;
  std::string path_;
  ExitCode code_;
  int file_;
};

constexpr std::string_view rank_mark = "{rank}";

bool has_parts(const std::filesystem::path& name) { return name.string().find(rank_mark) != std::string::npos; }

std::filesystem::path own_path(const std::filesystem::path& name, const Ranks& ranks) {
  std::string path = name.string();
  if (const std::size_t at = path.find(rank_mark); at != std::string::npos)
    path.replace(at, rank_mark.size(), std::to_string(ranks.id() + 1));
  return path;
}

void agree(const Ranks& ranks, const std::string& fault, ExitCode code) {
  const std::string first = ranks.first_of(fault);
  if (!first.empty()) throw UserError(code, first);
}

}  // namespace

template <WeightType W>
void write_answer(const std::filesystem::path& name, const std::vector<W>& distances, const WholeGraph& graph,
                  const Ranks& ranks) {
  const bool parts = has_parts(name);
  const std::uint64_t rows = parts ? distances.size() : graph.vertices;
  const std::string header = numpy::write_header('\'' + numpy::type_name(weight_kind<W>) + '\'', std::span(&rows, 1));
  std::string fault;
  try {
    if (parts || ranks.id() == 0)
      File(own_path(name, ranks), O_WRONLY | O_CREAT | O_TRUNC, ExitCode::failed_run)
          .write(header.data(), header.size(), 0);
  } catch (const UserError& error) {
    fault = error.what();
  }
  agree(ranks, fault, ExitCode::failed_run);
  try {
    const std::uint64_t first = parts ? 0 : graph.bounds[static_cast<std::size_t>(ranks.id())];
    File(own_path(name, ranks), O_WRONLY, ExitCode::failed_run)
        .write(distances.data(), distances.size() * sizeof(W), header.size() + first * sizeof(W));
  } catch (const UserError& error) {
    fault = error.what();
  }
  agree(ranks, fault, ExitCode::failed_run);
}

template <WeightType W>
std::vector<W> read_answer(const std::filesystem::path& name, const WholeGraph& graph, const Ranks& ranks) {
  const auto id = static_cast<std::size_t>(ranks.id());
  const std::uint64_t first = graph.bounds[id], own = graph.bounds[id + 1] - first;
  const bool parts = has_parts(name);
  std::vector<W> distances(own);
  std::string fault;
  try {
    const std::filesystem::path path = own_path(name, ranks);
    const File file(path, O_RDONLY, ExitCode::input);
    const numpy::Fail fail = [&](const std::string& why) { file.fail(why); };
    std::string head(numpy::max_header, '\0');
    head.resize(file.read(head.data(), head.size(), 0));
    const numpy::Header header = numpy::read_header(head, fail);
    const std::uint64_t rows = parts ? own : graph.vertices;
    const std::string wanted = numpy::type_name(weight_kind<W>);
    if (header.fields.size() != 1 || header.fields[0].text != wanted || header.shape != std::vector{rows})
      file.fail(fmt::format("has not {} numbers of the type {}, one of each vertex", rows, wanted));
    numpy::require_bytes(header, file.bytes() - header.begin, fail);
    if (file.read(distances.data(), own * sizeof(W), header.begin + (parts ? 0 : first) * sizeof(W)) != own * sizeof(W))
      file.fail("is truncated");
  } catch (const UserError& error) {
    fault = error.what();
  }
  agree(ranks, fault, ExitCode::input);
  return distances;
}

#define WAYFRONT_ANSWERS(W)                                                                                            \
  template void write_answer<W>(const std::filesystem::path&, const std::vector<W>&, const WholeGraph&, const Ranks&); \
  template std::vector<W> read_answer<W>(const std::filesystem::path&, const WholeGraph&, const Ranks&);
WAYFRONT_ANSWERS(std::int32_t)
WAYFRONT_ANSWERS(float)
WAYFRONT_ANSWERS(std::int64_t)
WAYFRONT_ANSWERS(double)

}  // namespace wayfront::ranks
