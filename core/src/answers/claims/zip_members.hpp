// Reads zip archives: members that are stored or deflated.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wayfront::host {

class ZipMembers {
 public:
  /// Refers to the bytes of the whole archive. `fail` throws: for an archive that is truncated, damaged, encrypted or
  /// compressed in another way.
  ZipMembers(std::string_view bytes, std::function<void(const std::string&)> fail);

  bool has(const std::string& name) const { return members_.contains(name); }
  /// In alphabetical order.
  std::vector<std::string> names() const;
  /// The bytes of a member, decompressed; its checksum is right.
  std::string content(const std::string& name) const;

 private:
  struct Member {
    std::uint64_t method = 0, packed = 0, size = 0, start = 0;
    std::uint32_t crc = 0;
  };

  std::uint64_t number(std::uint64_t at, unsigned size) const;
  [[noreturn]] void fail(const std::string& what) const;
  void read_directory();

  std::string_view bytes_;
  std::function<void(const std::string&)> fail_;
  std::map<std::string, Member> members_;
};

}  // namespace wayfront::host
