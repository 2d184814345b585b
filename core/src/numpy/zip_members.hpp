// Reads zip archives: members that are stored or deflated.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "numpy/npy.hpp"
#include "numpy/zip_member.hpp"

namespace wayfront::numpy {

class ZipMembers {
 public:
  /// Refers to the bytes of the whole archive. `fail` throws: for an archive that is truncated, damaged, encrypted or
  /// compressed in another way.
  ZipMembers(std::string_view bytes, Fail fail);

  bool has(const std::string& name) const { return members_.contains(name); }
  /// In alphabetical order.
  std::vector<std::string> names() const;
  /// The member must be there. All members of a name throw as the constructor does.
  ZipMember open(const std::string& name) const { return {members_.at(name), fail_}; }
  /// The header of an array, without its entries. Refuses a member of another size than the header says.
  Header header(const std::string& name) const;
  /// The bytes of a member, decompressed; its checksum is right. Refuses a member of more than `max` bytes before memory
  /// is allocated.
  std::string content(const std::string& name, std::uint64_t max) const;

 private:
  std::uint64_t number(std::uint64_t at, unsigned size) const;
  [[noreturn]] void fail(const std::string& what) const;
  void read_directory();
  std::uint64_t read_entry(std::uint64_t at);

  std::string_view bytes_;
  Fail fail_;
  std::map<std::string, ZipEntry> members_;
};

/// The header of the array that `member` begins with, which is read so far; `name` is for messages.
Header read_header(ZipMember& member, const Fail& fail);

}  // namespace wayfront::numpy
