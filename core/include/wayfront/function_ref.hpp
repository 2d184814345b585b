// FunctionRef: a callable borrowed for the length of one call. Two words, no allocation, never empty.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace wayfront {

template <class Signature>
class FunctionRef;

/// Refers to `callable` without owning it: take it as a parameter, never keep it.
template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, FunctionRef> && std::is_invocable_r_v<R, F&, Args...>)
  FunctionRef(F&& callable) noexcept  // NOLINT(google-explicit-constructor): call sites pass a lambda
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* object, Args... args) -> R {
          return (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<Args>(args)...);
        }) {}

  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_;
  R (*call_)(void*, Args...);
};

}  // namespace wayfront
