#include "plugins/library_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "files/byte_source.hpp"

namespace wayfront::host {
namespace {

#if defined(__x86_64__)
constexpr unsigned machine = EM_X86_64, relative = R_X86_64_RELATIVE, absolute = R_X86_64_64;
#elif defined(__aarch64__)
constexpr unsigned machine = EM_AARCH64, relative = R_AARCH64_RELATIVE, absolute = R_AARCH64_ABS64;
#else
#error "the relocations of this architecture are not known"
#endif

template <class T>
T read(std::span<const std::byte> from, std::size_t index = 0) {
  T value;
  std::memcpy(&value, from.data() + index * sizeof(T), sizeof(T));
  return value;
}

std::span<std::byte> map(const std::filesystem::path& file) {
  const FileHandle opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // a pipe would block
  struct stat status {};
  if (opened.get() < 0 || ::fstat(opened.get(), &status) != 0)
    throw std::runtime_error(std::generic_category().message(errno));
  if (!S_ISREG(status.st_mode)) throw std::runtime_error("is not a regular file");
  if (static_cast<std::size_t>(status.st_size) < sizeof(Elf64_Ehdr)) throw std::runtime_error("file too short");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, opened.get(), 0);
  if (data == MAP_FAILED) throw std::runtime_error(std::generic_category().message(errno));
  return {static_cast<std::byte*>(data), size};
}

/// The reason why it is not a library for this machine, or null.
const char* fault(const Elf64_Ehdr& header) {
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return "invalid ELF header";
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_machine != machine)
    return "is a library for another machine";
  if (header.e_type != ET_DYN) return "is an ELF file, but not a shared library";
  return header.e_shnum == 0 || header.e_shentsize != sizeof(Elf64_Shdr) ? "has no table of sections" : nullptr;
}

}  // namespace

LibraryFile::LibraryFile(const std::filesystem::path& file) : file_(map(file)) {
  const auto header = read<Elf64_Ehdr>(file_);
  const char* why = fault(header);
  const auto list = bytes(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
  if (why == nullptr && list.empty()) why = "is truncated: its table of sections is missing";
  if (why != nullptr) {
    ::munmap(file_.data(), file_.size());
    throw std::runtime_error(why);
  }
  for (std::size_t i = 0; i < header.e_shnum; ++i) sections_.push_back(read<Elf64_Shdr>(list, i));
  for (const Elf64_Shdr& section : sections_)
    if (section.sh_type == SHT_RELA && (section.sh_flags & SHF_ALLOC) != 0) relocate(section);
}

LibraryFile::~LibraryFile() { ::munmap(file_.data(), file_.size()); }

std::span<std::byte> LibraryFile::bytes(std::uint64_t offset, std::uint64_t size) const {
  if (offset > file_.size() || size > file_.size() - offset) return {};
  return file_.subspan(offset, size);
}

template <class T>
std::span<std::byte> LibraryFile::table(const Elf64_Shdr& section) const {
  return section.sh_entsize == sizeof(T) ? bytes(section.sh_offset, section.sh_size / sizeof(T) * sizeof(T))
                                         : std::span<std::byte>();
}

std::span<const std::byte> LibraryFile::at(std::uint64_t address) const {
  for (const Elf64_Shdr& it : sections_) {
    if ((it.sh_flags & (SHF_ALLOC | SHF_TLS)) != SHF_ALLOC || it.sh_type == SHT_NOBITS) continue;
    if (address < it.sh_addr || address - it.sh_addr >= it.sh_size) continue;
    const auto section = bytes(it.sh_offset, it.sh_size);
    return section.empty() ? section : section.subspan(address - it.sh_addr);
  }
  return {};
}

/// Pointers within the library, and those to other libraries. Packed ones (SHT_RELR) already contain their address.
void LibraryFile::relocate(const Elf64_Shdr& relocations) {
  const auto list = table<Elf64_Rela>(relocations);
  const bool has_symbols = relocations.sh_link < sections_.size();
  const auto symbols = has_symbols ? table<Elf64_Sym>(sections_[relocations.sh_link]) : std::span<std::byte>();
  for (std::size_t i = 0; i < list.size() / sizeof(Elf64_Rela); ++i) {
    const auto it = read<Elf64_Rela>(list, i);
    const auto type = ELF64_R_TYPE(it.r_info), number = ELF64_R_SYM(it.r_info);
    auto value = static_cast<std::uint64_t>(it.r_addend);
    if (type == absolute && number < symbols.size() / sizeof(Elf64_Sym)) {
      const auto symbol = read<Elf64_Sym>(symbols, number);
      value = symbol.st_shndx == SHN_UNDEF ? elsewhere : value + symbol.st_value;
    } else if (type != relative) {
      continue;
    }
    const auto place = at(it.r_offset);
    if (place.size() < sizeof value) continue;
    std::memcpy(file_.data() + (place.data() - file_.data()), &value, sizeof value);
  }
}

std::string_view LibraryFile::name(const Elf64_Shdr& symbols, const Elf64_Sym& symbol) const {
  if (symbols.sh_link >= sections_.size()) return {};
  const Elf64_Shdr& names = sections_[symbols.sh_link];
  const auto all = bytes(names.sh_offset, names.sh_size);
  if (symbol.st_name >= all.size()) return {};
  const auto* const begin = reinterpret_cast<const char*>(all.data()) + symbol.st_name;
  return {begin, ::strnlen(begin, all.size() - symbol.st_name)};
}

std::optional<std::uint64_t> LibraryFile::exported(std::string_view wanted) const {
  for (const Elf64_Shdr& section : sections_) {
    if (section.sh_type != SHT_DYNSYM) continue;
    const auto list = table<Elf64_Sym>(section);
    for (std::size_t i = 0; i < list.size() / sizeof(Elf64_Sym); ++i) {
      const auto symbol = read<Elf64_Sym>(list, i);
      if (symbol.st_shndx != SHN_UNDEF && name(section, symbol) == wanted) return symbol.st_value;
    }
  }
  return {};
}

}  // namespace wayfront::host
