#include "load/cache/kept_bytes.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <new>

#include "base/big_array.hpp"
#include "base/characters.hpp"
#include "base/refusal.hpp"
#include "files/file_replacement.hpp"
#include "load/cache/cache_files.hpp"
#include "load/cache/graph_cache.hpp"

namespace wayfront::host {
namespace {

/// Throws UserError that says what is wrong with the entry.
KeptBytes content_of(const FileHandle& file, const Hash128& key, double max_bytes) {
  struct stat status {};
  const std::optional<KeptHeader> header = kept_header(file);
  if (!header || ::fstat(file.get(), &status) != 0) fail(ExitCode::input, "its start is damaged");
  if (header->key != key) fail(ExitCode::input, "was kept under another key");
  if (static_cast<std::uint64_t>(status.st_size) != sizeof(KeptHeader) + header->bytes)
    fail(ExitCode::input, "has {} bytes instead of {}", status.st_size, sizeof(KeptHeader) + header->bytes);
  if (static_cast<double>(header->bytes) > max_bytes)
    fail(ExitCode::input, "has {} bytes, more than the cache may have", header->bytes);
  const std::shared_ptr<std::byte[]> content = make_big_array<std::byte>(std::max<std::size_t>(header->bytes, 1));
  if (read_at(file.get(), content.get(), header->bytes, sizeof(KeptHeader)) != header->bytes ||
      hash128(content.get(), header->bytes) != header->content)
    fail(ExitCode::input, "is damaged: its digest is another");
  return {content, {content.get(), header->bytes}};
}

std::string entry_of(const Hash128& key) { return key.hex().append(kept_suffix); }

}  // namespace

Hash128 key_digest(std::span<const std::string_view> key) {
  Digest digest;
  for (const std::string_view piece : key) {
    const std::uint64_t size = piece.size();
    digest.add(&size, sizeof size);
    digest.add(piece.data(), piece.size());
  }
  return digest.value();
}

KeptBytes KeptBytesStore::find(const Hash128& key) const try {
  const std::optional<CacheFolder> kept = find_cache_folder(directory_, kept_folder);
  if (!kept) return {};
  const std::string entry = entry_of(key);
  const FileHandle file = kept->open_file(entry);
  if (file.get() < 0) return {};
  try {
    KeptBytes found = content_of(file, key, max_bytes_);
    ::utimensat(kept->descriptor(), entry.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);  // the time of its last use
    return found;
  } catch (const UserError& fault) {
    warn_(fmt::format("cache: {}: {}; removed, and made anew", (kept->path() / entry).string(), fault.what()));
    kept->remove(entry);
    return {};
  }
} catch (const UserError& refused) {
  warn_(fmt::format("cache: {}", refused.what()));
  return {};
} catch (const std::bad_alloc&) {  // then the plugin makes it anew
  return {};
}

void KeptBytesStore::keep(const Hash128& key, std::string_view label, std::span<const std::byte> bytes) const try {
  const CacheFolder kept = make_cache(directory_).make_folder(kept_folder);
  const auto size = static_cast<double>(sizeof(KeptHeader) + bytes.size());
  if (!has_room(kept, size, max_bytes_)) return;
  shrink_cache(directory_, max_bytes_ - size);
  KeptHeader header{};
  kept_magic.copy(header.magic, sizeof header.magic);
  header.bytes = bytes.size();
  header.key = key;
  header.content = hash128(bytes.data(), bytes.size());
  on_one_line(label).copy(header.label, sizeof header.label - 1);
  const std::string entry = entry_of(key);
  const std::string path = (kept.path() / entry).string();
  FileReplacement file(path, Links::replace, private_file);
  write_all(file.descriptor(), {reinterpret_cast<const char*>(&header), sizeof header}, path);
  write_all(file.descriptor(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
  file.commit();
} catch (const UserError& refused) {
  warn_(fmt::format("cache: {}", refused.what()));
}

}  // namespace wayfront::host
