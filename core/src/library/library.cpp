#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <system_error>

#include "base/process.hpp"
#include "base/refusal.hpp"
#include "library/states.hpp"
#include "settings/argument_options.hpp"
#include "settings/option_text.hpp"

namespace wayfront {

using host::ExitCode;

void throw_error(ExitCode code, const std::string& message) {
  const int number = static_cast<int>(code);
  switch (code) {
    case ExitCode::input:
      throw InputError(number, message);
    case ExitCode::plugin:
      throw PluginError(number, message);
    case ExitCode::timeout:
      throw TimeoutError(number, message);
    case ExitCode::interrupted:
      throw CancelledError(number, message);
    case ExitCode::failed_run:
      throw SolveError(number, message);
    default:
      throw UsageError(static_cast<int>(ExitCode::usage), message);
  }
}

void throw_error(const Failure& failure) {
  switch (failure.code()) {
    case StatusCode::cancelled:
      throw_error(ExitCode::interrupted, "cancelled");
    case StatusCode::unsupported:
      throw UnsupportedError(static_cast<int>(ExitCode::failed_run), failure.what());
    case StatusCode::bad_input:
    case StatusCode::needs_int64:
    case StatusCode::needs_float64:
      throw_error(ExitCode::input, failure.what());
    case StatusCode::out_of_memory:
      throw std::bad_alloc();
    default:
      throw_error(ExitCode::failed_run, failure.what());
  }
}

namespace {

PluginInfo info_of(const host::Plugin& plugin) {
  const PluginAbout& about = plugin.about();
  PluginInfo info;
  info.name = about.name;
  info.version = about.version;
  info.summary = about.summary;
  info.reference = about.reference;
  info.is_loader = plugin.descriptor->kind == PluginKind::loader;
  info.capabilities = about.capabilities;
  info.file = plugin.file;
  for (const OptionRow& row : plugin.options()) {
    const bool plain = row.type != OptionType::table && row.type != OptionType::any;
    info.options.push_back({.name = row.name,
                            .type = std::string(host::type_name(row.type)),
                            .accepted = host::accepted(row),
                            .default_value = plain && !row.required ? host::default_as_toml(row) : "",
                            .help = row.help,
                            .required = row.required});
  }
  return info;
}

}  // namespace

std::string version() { return WAYFRONT_VERSION; }

host::HostContext::LogSink Library::State::log() const {
  if (!options.log) return {};
  return [log = options.log](Level level, std::string_view text) {
    if (level != Level::debug) log(text);
  };
}

Library::Library(const LibraryOptions& options) {
  translated([&] {
    auto state = std::make_shared<State>();
    state->options = options;
    state->threads = options.threads != 0 ? options.threads : host::available_processors();
    for (const std::filesystem::path& directory : options.plugins) {
      std::error_code error;
      if (!std::filesystem::is_directory(directory, error))
        throw_usage(fmt::format("LibraryOptions::plugins: {} is not a directory", directory.string()));
      state->plugins.add_directory(directory);
    }
    for (const auto& directory : host::PluginRegistry::default_directories()) state->plugins.add_directory(directory);
    state_ = std::move(state);
  });
}

std::vector<PluginInfo> Library::plugins() const {
  const State& it = Access::state(*this);
  std::vector<PluginInfo> all;
  for (const host::Plugin& plugin : it.plugins.plugins()) all.push_back(info_of(plugin));
  for (const host::PluginRegistry::Problem& problem : it.plugins.problems()) {
    PluginInfo& info = all.emplace_back();
    info.name = problem.name;
    info.file = problem.file;
    info.problem = problem.message;
  }
  return all;
}

PluginInfo Library::describe(std::string_view plugin) const {
  return translated([&] { return info_of(Access::state(*this).plugins.find(std::nullopt, plugin)); });
}

host::Settings settings_of(const Options& options, std::span<const OptionRow> rows, std::string_view title) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : options) {
    if (name.find('=') != std::string::npos)  // whose second part would be read as the value
      host::refuse("{}: there is no option '{}'", title, name);
    const nlohmann::json json = std::visit([](const auto& it) { return nlohmann::json(it); }, value);
    texts.push_back(fmt::format("{}={}", name, host::json_as_toml(json)));
  }
  return host::parse_options(texts, rows, title, "option");
}

host::Settings settings_of(const Options& options, const host::Plugin& plugin) {
  return settings_of(
      options, plugin.options(),
      fmt::format("options of {} '{}'", plugin.descriptor->kind == PluginKind::loader ? "loader" : "plugin",
                  plugin.about().name));
}

namespace fs = std::filesystem;

fs::path worker_program() {
  const fs::path library = host::own_library();
  for (fs::path up = library.parent_path().parent_path(); up.has_relative_path(); up = up.parent_path()) {
    std::error_code error;
    const fs::path program = up / "bin" / "wayfront";
    if (fs::is_regular_file(program, error)) return program;
    if (up.filename() != "lib") break;  // lib/x86_64-linux-gnu
  }
  return {};
}

}  // namespace wayfront
