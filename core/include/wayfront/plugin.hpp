// The plugin boundary: a descriptor that is data, instances behind two abstract classes, and the macro that makes both
// from an ordinary class.
//
// An algorithm is a class with
//   static constexpr PluginAbout about{...};
//   struct Options {...};  static constexpr OptionRow rows[] = {...};   (both or neither)
//   explicit T(const Options&);                                         (or T() without options)
//   void prepare(const Graph&, RunContext&);                            once per graph, on its own clock
//   void solve(const Problem&, Output&, RunContext&);                   timed; see Algorithm below for what may follow
//   static void probe(int device);              optional: it needs a device; throws Unsupported where it cannot run on it
// and a loader one with
//   static Match sniff(std::string_view head) noexcept;                 none where it reads no file, but makes a graph
//   void load(const LoadRequest&, GraphSink&, RunContext&);
// and, if it writes its format, too,
//   static constexpr const char* suffixes = ".gr .graph";               of the files that it writes
//   void save(const SaveRequest&, RunContext&);
// followed by WAYFRONT_PLUGIN(T) as the last line of the file. Exceptions are caught inside the plugin and become a
// Status.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <string_view>

#include "wayfront/capability.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront {

// Tags of the calls below:
//   [host thread]  The host makes one call of an instance at a time and waits for it to return. Calls that follow one
//                  another may come from different threads, and other instances of the plugin may be called at the same
//                  time, so keep nothing thread-local and nothing global. Threads that the plugin starts may live on
//                  between two calls, but must not touch the call's arguments after its return.

/// What comes out of a plugin's create(). The host calls its destroy() once, on any thread, after the last call.
class Instance {
 public:
  Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  virtual ~Instance() = default;
};

class Algorithm : public Instance {
 public:
  /// [host thread] Takes in a graph: what solve() needs and does not depend on the source. Called first, and again for
  /// each further graph, of other sizes and types perhaps, which then replaces the one before. `graph` lives until the
  /// next prepare() or the end of the instance. After a failed or cancelled call only prepare() follows, or the end.
  virtual Status prepare(const Graph& graph, RunContext& context) noexcept = 0;
  /// [host thread] Answers one problem on the graph of the last prepare(), which succeeded. Called any number of times,
  /// also with a source that was asked before. Each entry of the output must be written. After a failed or cancelled
  /// call, whose output is not read, a further solve() may follow and must be right: leave the instance as it was.
  /// StatusCode::device_lost ends the instance, and with it the process of the run.
  virtual Status solve(const Problem& problem, Output& output, RunContext& context) noexcept = 0;
};

class Loader : public Instance {
 public:
  /// [host thread] Reads one file, or makes a graph. Called at most once per instance. Everything that `request`
  /// refers to and `sink` end with the call. After a failure, what the sink got is dropped.
  virtual Status load(const LoadRequest& request, GraphSink& sink, RunContext& context) noexcept = 0;
  /// [host thread] Writes one file; only called where the plugin has save(). Called at most once, on an
  /// instance that loads nothing. After a failure there is no file: an older one of that name stays.
  virtual Status save(const SaveRequest& request, RunContext& context) noexcept = 0;
};

enum class PluginKind : std::uint32_t { algorithm = 1, loader = 2 };

struct PluginAbout {
  const char* name;  // kebab-case, unique among the plugins of its kind
  const char* version;
  const char* summary;             // one sentence
  const char* reference = "";      // paper and section, or ""
  std::uint64_t capabilities = 0;  // bits of capability.hpp
  const char* counters[2] = {};  // names of Work::own, what it counts besides: "comparisons"; null where it counts none
};

inline constexpr std::uint64_t plugin_magic = 0x31544e4f52465957;  // "WYFRONT1"
inline constexpr std::uint16_t api_major = 3;  // raised when the layout of anything in these headers changes
inline constexpr std::uint16_t api_minor = 0;  // raised when something is added at an end

#define WAYFRONT_TEXT_(x) #x
#define WAYFRONT_TEXT(x) WAYFRONT_TEXT_(x)
/// What must be equal for standard-library types to mean the same on both sides.
inline constexpr const char* abi_tag =
#if defined(__x86_64__)
    "x86_64"
#elif defined(__aarch64__)
    "aarch64"
#else
#error "wayfront has not been tried on this architecture"
#endif
#if defined(__GLIBCXX__)
    " libstdc++-" WAYFRONT_TEXT(_GLIBCXX_RELEASE) " cxx11-abi=" WAYFRONT_TEXT(_GLIBCXX_USE_CXX11_ABI)
#else
#error "wayfront plugins are built against libstdc++"
#endif
#if defined(_GLIBCXX_DEBUG)
        " debug-containers"
#endif
    ;

/// The object exported as `wayfront_plugin`. Data alone: listing and describing run no plugin code. The fields up to
/// abi_tag are frozen and checked first.
struct PluginDescriptor {
  std::uint64_t magic;
  std::uint32_t size;
  std::uint16_t api_major;
  std::uint16_t api_minor;
  const char* abi_tag;

  PluginKind kind;
  const char* problem;  // what an algorithm solves: "sssp"
  PluginAbout about;
  const OptionRow* options;
  std::size_t option_count;
  /// Whether the plugin can run here (device -1: none was chosen). Null where it always can.
  Status (*probe)(int device) noexcept;
  /// A loader's judgement of a file's first bytes; null for algorithms and for loaders that read no file.
  Match (*sniff)(const char* head, std::size_t size) noexcept;
  /// `values` has option_count entries in the order of `options`, all resolved. Null and a status on failure.
  Instance* (*create)(const OptionValue* values, Status& status) noexcept;
  void (*destroy)(Instance* instance) noexcept;

  /// The endings of the files that a loader writes, with blanks between them; null where it writes none.
  const char* suffixes;
};

inline constexpr const char* plugin_symbol = "wayfront_plugin";

namespace detail {

template <class F>
Status guarded(F&& call) noexcept {
  try {
    call();
    return {};
  } catch (const Failure& failure) {
    return Status::with(failure.code(), failure.what());
  } catch (const std::bad_alloc&) {
    return Status::with(StatusCode::out_of_memory, "out of host memory");
  } catch (const std::exception& error) {
    return Status::with(StatusCode::failed, error.what());
  } catch (...) {
    return Status::with(StatusCode::failed, "an exception that is not a std::exception");
  }
}

template <class T>
concept HasOptions = requires {
  typename T::Options;
};
template <class T>
concept Loads = requires(T t, const LoadRequest& q, GraphSink& s, RunContext& c) {
  t.load(q, s, c);
};
template <class T>
concept Saves = requires(T t, const SaveRequest& q, RunContext& c) {
  t.save(q, c);
};

template <class T>
concept Chooses = requires {
  &T::choose;
};
template <class T>
class ChooserOf;  // choose.hpp

template <class T>
T make(const OptionValue* values) {
  if constexpr (HasOptions<T>) {
    typename T::Options options{};
    store_values(T::rows, sizeof(T::rows) / sizeof(OptionRow), values, &options);
    return T(options);
  } else {
    return T();
  }
}

template <class T>
class AlgorithmOf final : public Algorithm {
 public:
  explicit AlgorithmOf(const OptionValue* values) : plugin_(make<T>(values)) {}
  Status prepare(const Graph& graph, RunContext& context) noexcept override {
    return guarded([&] { plugin_.prepare(graph, context); });
  }
  Status solve(const Problem& problem, Output& output, RunContext& context) noexcept override {
    return guarded([&] { plugin_.solve(problem, output, context); });
  }

 private:
  T plugin_;
};

template <class T>
class LoaderOf final : public Loader {
 public:
  explicit LoaderOf(const OptionValue* values) : plugin_(make<T>(values)) {}
  Status load(const LoadRequest& request, GraphSink& sink, RunContext& context) noexcept override {
    return guarded([&] { plugin_.load(request, sink, context); });
  }
  Status save(const SaveRequest& request, RunContext& context) noexcept override {
    if constexpr (Saves<T>)
      return guarded([&] { plugin_.save(request, context); });
    else
      return Status::with(StatusCode::unsupported, "this loader writes no files");
  }

 private:
  T plugin_;
};

template <class T>
constexpr PluginDescriptor describe() {
  PluginDescriptor it{};
  it.magic = plugin_magic;
  it.size = sizeof(PluginDescriptor);
  it.api_major = wayfront::api_major;
  it.api_minor = wayfront::api_minor;
  it.abi_tag = wayfront::abi_tag;
  it.kind = Loads<T> ? PluginKind::loader : PluginKind::algorithm;
  it.problem = Loads<T> ? "" : "sssp";
  it.about = T::about;
  if constexpr (HasOptions<T>) {
    it.options = T::rows;
    it.option_count = sizeof(T::rows) / sizeof(OptionRow);
  }
  if constexpr (requires { T::probe(0); }) {
    it.about.capabilities |= capability::device;
    it.probe = [](int device) noexcept { return guarded([&] { T::probe(device); }); };
  }
  if constexpr (Chooses<T>) it.about.capabilities |= capability::chooses;
  if constexpr (requires { T::sniff(std::string_view()); })
    it.sniff = [](const char* head, std::size_t size) noexcept { return T::sniff(std::string_view(head, size)); };
  else if constexpr (Loads<T>)
    it.about.capabilities |= capability::generates;
  if constexpr (Saves<T>) {
    it.about.capabilities |= capability::writes;
    it.suffixes = T::suffixes;
  }
  it.create = [](const OptionValue* values, Status& status) noexcept -> Instance* {
    using Adapter =
        std::conditional_t<Loads<T>, LoaderOf<T>, std::conditional_t<Chooses<T>, ChooserOf<T>, AlgorithmOf<T>>>;
    Instance* instance = nullptr;
    status = guarded([&] { instance = new Adapter(values); });
    return instance;
  };
  it.destroy = [](Instance* instance) noexcept { delete instance; };
  return it;
}

}  // namespace detail
}  // namespace wayfront

#define WAYFRONT_PLUGIN(T)                                                                              \
  extern "C" __attribute__((visibility("default"))) const ::wayfront::PluginDescriptor wayfront_plugin; \
  constinit const ::wayfront::PluginDescriptor wayfront_plugin = ::wayfront::detail::describe<T>();
