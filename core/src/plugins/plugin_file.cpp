#include "plugins/plugin_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "base/errors.hpp"
#include "plugins/handshake.hpp"
#include "plugins/library_file.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

/// A descriptor and everything it points to.
struct Facts {
  PluginDescriptor descriptor{};
  std::deque<std::string> texts;
  std::deque<std::vector<OptionRow>> rows;
  std::deque<std::vector<OptionValue>> items;
};

/// Copies from the file, in which pointers are addresses of the library.
class Copier {
 public:
  Copier(const fs::path& file, const LibraryFile& library, Facts& facts)
      : file_(file), library_(library), facts_(facts) {}

  void descriptor(std::uint64_t address) {
    PluginDescriptor& it = facts_.descriptor;
    const auto all = library_.at(address);
    if (all.empty())
      fail(
          "its descriptor is created when it is opened, so it cannot be read; end the plugin's source with "
          "WAYFRONT_PLUGIN(...)");
    std::memcpy(&it, all.data(), std::min(all.size(), sizeof it));  // one of another version may be shorter
    it.abi_tag = it.magic == plugin_magic ? text(it.abi_tag) : nullptr;
    check_layout(file_, it);
    for (const char** const word :
         {&it.problem, &it.about.name, &it.about.version, &it.about.summary, &it.about.reference, &it.suffixes})
      *word = text(*word);
    it.options = rows(it.options, it.option_count, 0);
  }

 private:
  [[noreturn]] void fail(std::string_view why) const {
    throw UserError(ExitCode::plugin, fmt::format("{}: {}", file_.string(), why));
  }

  std::span<const std::byte> at(const void* pointer) const {
    const auto all = library_.at(std::bit_cast<std::uint64_t>(pointer));
    if (all.empty()) fail("its descriptor points outside the data of its file; rebuild it");
    return all;
  }

  const char* text(const char* pointer) {
    if (pointer == nullptr) return nullptr;
    const auto all = at(pointer);
    const auto* const begin = reinterpret_cast<const char*>(all.data());
    return facts_.texts.emplace_back(begin, ::strnlen(begin, all.size())).c_str();
  }

  /// A list of `count` entries, or of one if the count is implausible: check_descriptor reports that.
  template <class T>
  std::vector<T> list(const T* pointer, std::size_t count, std::size_t max) {
    if (count > max) return std::vector<T>(1);
    const auto all = at(pointer);
    if (all.size() / sizeof(T) < count) fail("a count in its descriptor is too large for the file; rebuild it");
    std::vector<T> items(count);
    std::memcpy(static_cast<void*>(items.data()), all.data(), count * sizeof(T));
    return items;
  }

  const OptionRow* rows(const OptionRow* pointer, std::size_t count, int depth) {
    if (pointer == nullptr || count == 0) return nullptr;
    if (depth > deepest_option_table)
      fail(fmt::format("its option tables are nested deeper than {}", deepest_option_table));
    auto& copies = facts_.rows.emplace_back(list(pointer, count, max_option_rows));
    if (facts_.rows.size() > max_option_rows)
      fail(fmt::format("it has more than {} tables of options", max_option_rows));
    for (OptionRow& row : copies) {
      row.name = text(row.name);
      row.help = text(row.help);
      value(row.default_value, 0);
      for (std::size_t i = 0; i < row.choices.size(); ++i)
        row.choices[i].name = i < row.choice_count ? text(row.choices[i].name) : nullptr;
      row.rows = rows(row.rows, row.row_count, depth + 1);
    }
    return copies.data();
  }

  void value(OptionValue& it, int depth) {
    it.text = text(it.text);
    if (it.items == nullptr || it.item_count == 0) return;
    if (depth > deepest_option_table) fail("the default of an option is nested too deeply");
    auto& copies = facts_.items.emplace_back(list(it.items, it.item_count, max_default_items));
    for (OptionValue& item : copies) value(item, depth + 1);
    it.items = copies.data();
  }

  const fs::path& file_;
  const LibraryFile& library_;
  Facts& facts_;
};

}  // namespace

std::string no_such_plugin(const fs::path& file) { return fmt::format("{}: no such plugin file", file.string()); }

std::string no_plugin_symbol(const fs::path& file) {
  return fmt::format(
      "{}: not a wayfront plugin: it exports no symbol '{}'; end the plugin's source with WAYFRONT_PLUGIN(...)",
      file.string(), plugin_symbol);
}

std::shared_ptr<const PluginDescriptor> read_descriptor(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw UserError(ExitCode::plugin, no_such_plugin(file));
  if (fs::is_directory(status))
    throw UserError(ExitCode::plugin, fmt::format("{}: is a directory, not a plugin file", file.string()));
  const auto facts = std::make_shared<Facts>();
  try {
    const LibraryFile library(file);
    const auto address = library.exported(plugin_symbol);
    if (!address) throw UserError(ExitCode::plugin, no_plugin_symbol(file));
    Copier(file, library, *facts).descriptor(*address);
  } catch (const UserError&) {
    throw;
  } catch (const std::runtime_error& failure) {
    throw UserError(ExitCode::plugin, fmt::format("{}: cannot be loaded: {}", file.string(), failure.what()));
  }
  check_descriptor(file, facts->descriptor);
  return {facts, &facts->descriptor};
}

}  // namespace wayfront::host
