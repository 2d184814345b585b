// Loads and stores with a cache policy, of words of up to 16 bytes: the compiler's own functions take no structs.
#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <type_traits>

namespace wayfront::cuda {

namespace detail {

/// What the compiler's functions take in the place of T.
template <class T>
using Raw = std::conditional_t<std::is_arithmetic_v<T>, T, ulonglong2>;

template <class T>
__device__ const Raw<T>* raw(const T* address) {
  static_assert(std::is_arithmetic_v<T> || (sizeof(T) == 16 && alignof(T) == 16 && std::is_trivially_copyable_v<T>));
  return reinterpret_cast<const Raw<T>*>(address);
}

template <class T>
__device__ T from_raw(const Raw<T>& word) {
  T value;
  memcpy(&value, &word, sizeof value);
  return value;
}

}  // namespace detail

/// For memory that nobody writes while the kernel runs.
template <class T>
__device__ T ldg(const T* address) {
  return detail::from_raw<T>(__ldg(detail::raw(address)));
}
/// From L2, where what other blocks wrote is.
template <class T>
__device__ T ldcg(const T* address) {
  return detail::from_raw<T>(__ldcg(detail::raw(address)));
}
/// Likely read once.
template <class T>
__device__ T ldcs(const T* address) {
  return detail::from_raw<T>(__ldcs(detail::raw(address)));
}
/// To L2, past this block's cache.
template <class T>
__device__ void stcg(T* address, const T& value) {
  detail::Raw<T> word;
  memcpy(&word, &value, sizeof word);
  __stcg(const_cast<detail::Raw<T>*>(detail::raw(address)), word);
}

}  // namespace wayfront::cuda
