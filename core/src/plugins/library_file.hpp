// The data of a shared library (ELF, 64 bits) as after linking, without linking it: the library is assumed to be at
// address 0.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace wayfront::host {

class LibraryFile {
 public:
  /// The value of a pointer into another library: not null, and not an address here.
  static constexpr std::uint64_t elsewhere = 1;

  /// Throws std::runtime_error with a reason if the file cannot be read or is not such a library.
  explicit LibraryFile(const std::filesystem::path& file);
  ~LibraryFile();
  LibraryFile(const LibraryFile&) = delete;
  LibraryFile& operator=(const LibraryFile&) = delete;

  /// The address of the exported object with this name, or nothing.
  std::optional<std::uint64_t> exported(std::string_view name) const;
  /// The bytes from this address to the end of its section; empty if the file has none for it.
  std::span<const std::byte> at(std::uint64_t address) const;

 private:
  std::span<std::byte> bytes(std::uint64_t offset, std::uint64_t size) const;
  template <class T>
  std::span<std::byte> table(const Elf64_Shdr& section) const;
  std::string_view name(const Elf64_Shdr& symbols, const Elf64_Sym& symbol) const;
  void relocate(const Elf64_Shdr& relocations);

  std::span<std::byte> file_;  // a private mapping, with pointers filled in
  std::vector<Elf64_Shdr> sections_;
};

}  // namespace wayfront::host
