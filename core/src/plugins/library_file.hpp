// The data of a shared library (ELF, 64 bits) as they are once it is linked, without linking it: the library is taken
// to lie at address 0.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wayfront::host {

class LibraryFile {
 public:
  /// What a pointer to something in another library holds: not null, and no address here.
  static constexpr std::uint64_t elsewhere = 1;

  /// Throws std::runtime_error with a reason: what cannot be read, and what is no such library.
  explicit LibraryFile(const std::filesystem::path& file);
  ~LibraryFile();
  LibraryFile(const LibraryFile&) = delete;
  LibraryFile& operator=(const LibraryFile&) = delete;

  /// The address of the exported object of this name, or nothing.
  std::optional<std::uint64_t> exported(std::string_view name) const;
  /// The bytes from this address to the end of its section; none where the file holds nothing for it.
  std::span<const std::byte> at(std::uint64_t address) const;

 private:
  std::span<std::byte> bytes(std::uint64_t offset, std::uint64_t size) const;
  template <class T>
  std::span<std::byte> table(const Elf64_Shdr& section) const;
  std::string_view name(const Elf64_Shdr& symbols, const Elf64_Sym& symbol) const;
  void relocate(const Elf64_Shdr& relocations);

  std::span<std::byte> file_;  // a private mapping, in which pointers are filled in
  std::vector<Elf64_Shdr> sections_;
};

}  // namespace wayfront::host
