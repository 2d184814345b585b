#include "files/file_digest.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "files/byte_source.hpp"

namespace wayfront::host {
namespace {

constexpr std::uint64_t block_bytes = std::uint64_t{1} << 20;

}  // namespace

std::optional<Hash128> file_digest(const std::filesystem::path& path, RunContext& context) {
  const FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  std::vector<Hash128> digests((size + block_bytes - 1) / block_bytes);
  std::atomic<bool> readable = true;
  context.parallel_for(digests.size(), 4, [&](std::uint64_t begin, std::uint64_t end) {
    context.throw_if_cancelled();
    const auto buffer = std::make_unique_for_overwrite<char[]>(block_bytes);
    for (std::uint64_t block = begin; block < end; ++block) {
      const std::uint64_t at = block * block_bytes, bytes = std::min(block_bytes, size - at);
      if (read_at(file.get(), buffer.get(), bytes, at) != bytes) readable = false;
      digests[block] = hash128(buffer.get(), bytes);
    }
  });
  if (!readable) return std::nullopt;
  Digest digest;
  digest.add(&size, sizeof(size));
  digest.add(digests);
  return digest.value();
}

std::string file_identity(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return fmt::format("{} {} {} {}.{} {}.{}", status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

}  // namespace wayfront::host
