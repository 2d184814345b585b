// ThreadTeam: threads that run one body side by side. RunContext::parallel_for hands out chunks and may run them one
// after another; a method whose threads keep state of their own, or meet at barriers, needs this instead.
//
// share() is for rounds, of which a search has thousands. A round must not wait for a thread that has no processor:
// where other programs use the machine, that takes milliseconds, and the work of the round microseconds. So nobody
// waits for threads to come. The caller does the work, whoever comes in time helps, and the caller waits at the end
// only for those that came. One of them may lose its processor in the middle. What that costs is measured, and that
// thread is left out for several times as long, so that the sum of such waits stays a small part of the whole, however
// busy the machine is, and as many threads take part as there are processors for them.
#pragma once

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "wayfront/cpu/wait_word.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/run.hpp"

namespace wayfront {

/// How many processors the calling thread may use, at least 1.
inline unsigned usable_processors() noexcept {
  cpu_set_t mask;
  if (::sched_getaffinity(0, sizeof mask, &mask) == 0) return static_cast<unsigned>(CPU_COUNT(&mask));
  return std::max(1U, std::thread::hardware_concurrency());  // more processors than the mask has bits
}

/// Threads that live as long as the team and sleep between two calls. One thread at a time may call its members, but
/// for barrier(), which the bodies of run() call.
class ThreadTeam {
 public:
  /// Starts `threads` - 1 threads (0 counts as 1); the caller of run() and share() is the first. Throws
  /// std::system_error.
  explicit ThreadTeam(unsigned threads)
      : size_(std::max(threads, 1U)),
        awake_(size_ <= usable_processors() ? worth_staying_awake : std::chrono::microseconds(0)),
        seats_(std::make_unique<Seat[]>(size_)) {
    try {
      for (unsigned i = 1; i < size_; ++i) others_.emplace_back([this, i] { serve(i); });
    } catch (...) {
      dismiss();
      throw;
    }
  }
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam() { dismiss(); }

  unsigned size() const noexcept { return size_; }

  /// Calls body(i) for every i below size(), all at once, and returns when all have ended. Rethrows the first exception
  /// of a body; the others then leave at their next barrier. It waits until every thread has had a processor, and so
  /// does every barrier: for short work, prefer share().
  void run(FunctionRef<void(unsigned thread)> body) {
    body_ = &body;
    abandoned_.store(false, std::memory_order_relaxed);
    arrived_.store(0, std::memory_order_relaxed);
    running_.word.store(size_ - 1, std::memory_order_relaxed);
    announce(Call::all);
    readmit(true);
    call(0);
    for (std::uint32_t left; (left = running_.word.load(std::memory_order_acquire)) != 0;)
      running_.wait_while(left, awake_);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

  /// Calls body(0), and body(i) on every other thread i that comes before that call has ended; returns when all these
  /// calls have ended. They see what the caller wrote before, and the caller sees after it what they wrote. The bodies
  /// must take the work piece by piece, such that body(0) does all of it where nobody else comes, and must not call
  /// barrier(). Rethrows the first exception of a body; the others are not told of it.
  void share(FunctionRef<void(unsigned thread)> body) {
    if (size_ == 1 || !readmit(false)) return body(0);
    body_ = &body;
    abandoned_.store(false, std::memory_order_relaxed);
    callers_processor_.store(::sched_getcpu(), std::memory_order_relaxed);
    announce(Call::open);
    call(0);
    job_.word.store(next_job(Call::none), std::memory_order_seq_cst);
    for (unsigned i = 1; i < size_; ++i)
      if (seats_[i].state.word.load(std::memory_order_seq_cst) == inside) await_leaving(seats_[i]);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

  /// Calls body(thread, begin, end) for pieces of [0, count), of `piece` each, on the threads that come, or on this one
  /// alone where there is one piece. As share().
  template <class Body>
  void share_pieces(std::uint64_t count, std::uint64_t piece, Body&& body) {
    std::atomic<std::uint64_t> next{0};
    const auto take = [&](unsigned thread) {
      for (std::uint64_t begin; (begin = next.fetch_add(piece, std::memory_order_relaxed)) < count;)
        body(thread, begin, std::min(begin + piece, count));
    };
    if (count > piece)
      share(take);
    else
      take(0);
  }

  /// Waits until every thread of the running body is here; what any of them wrote before is seen by all after. Every
  /// thread must call it equally often. Throws, to be passed on, where another thread's body has thrown.
  void barrier() {
    const std::uint32_t generation = generation_.word.load(std::memory_order_acquire);
    if (abandoned_.load(std::memory_order_relaxed)) throw Abandoned();
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
      arrived_.store(0, std::memory_order_relaxed);
      open_barrier();
    } else {
      generation_.wait_while(generation, awake_);
    }
    if (abandoned_.load(std::memory_order_relaxed)) throw Abandoned();
  }

  /// The part of [0, count) that falls to `thread` when it is dealt out in contiguous parts of equal length.
  std::pair<std::uint64_t, std::uint64_t> part(std::uint64_t count, unsigned thread) const noexcept {
    const std::uint64_t length = count / size_;
    const std::uint64_t longer = count % size_;  // parts with one item more
    const std::uint64_t begin = thread * length + std::min<std::uint64_t>(thread, longer);
    return {begin, begin + length + (thread < longer ? 1 : 0)};
  }

  /// How many threads share() leaves out now, because it had to wait for them.
  unsigned left_out() const noexcept { return left_out_.load(std::memory_order_seq_cst); }

 private:
  struct Abandoned {};
  using Clock = std::chrono::steady_clock;
  enum class Call : std::uint32_t { none, all, open };  // the lowest two bits of job_
  enum State : std::uint32_t { outside, inside, excluded };

  /// One thread's place in share().
  struct alignas(128) Seat {
    WaitWord state{outside};
    clockid_t processor_time{};  // the thread's clock; set before it is first inside
    int processor = -1;          // on which it was when it last came inside
    std::atomic<Clock::rep> excluded_until{0};
  };

  /// A thread that waits stays awake for this long before it sleeps: for shorter waits, waking it up costs more than
  /// that. Measured on 16 processors, idle and busy.
  static constexpr std::chrono::microseconds worth_staying_awake{200};
  static constexpr int times_left_out = 8;

  std::uint32_t next_job(Call call) const noexcept {
    return ((job_.word.load(std::memory_order_relaxed) & ~3U) + 4U) | static_cast<std::uint32_t>(call);
  }
  void announce(Call call) noexcept {
    job_.word.store(next_job(call), std::memory_order_seq_cst);
    job_.wake();
  }
  void open_barrier() noexcept {
    generation_.word.fetch_add(1, std::memory_order_seq_cst);
    generation_.wake();
  }

  void call(unsigned thread) noexcept {
    try {
      (*body_)(thread);
    } catch (const Abandoned&) {
    } catch (...) {
      if (!abandoned_.exchange(true, std::memory_order_acq_rel)) thrown_ = std::current_exception();
      open_barrier();
    }
  }

  /// Returns when a thread that came to share() has left. Where it was not running meanwhile, it is left out of the
  /// next calls.
  void await_leaving(Seat& seat) noexcept {
    const bool runs_elsewhere = seat.processor != ::sched_getcpu();
    if (seat.state.changes_within(inside, runs_elsewhere ? awake_ : std::chrono::nanoseconds(0))) return;
    const auto start = Clock::now();
    const std::chrono::nanoseconds ran_before = processor_time(seat);
    seat.state.sleep_while(inside);
    const auto lost = (Clock::now() - start) - (processor_time(seat) - ran_before);
    if (lost > std::chrono::nanoseconds(0)) leave_out(seat, lost);
  }

  /// Leaves a thread out for several times what it has cost, and longer if others are left out, too: so all such costs
  /// together stay a small part of the time.
  void leave_out(Seat& seat, std::chrono::nanoseconds lost) noexcept {
    std::uint32_t expected = outside;
    if (seat.state.word.load(std::memory_order_relaxed) != expected) return;
    const unsigned count = left_out_.fetch_add(1, std::memory_order_seq_cst) + 1;
    seat.excluded_until.store((Clock::now() + times_left_out * count * lost).time_since_epoch().count(),
                              std::memory_order_relaxed);
    if (!seat.state.word.compare_exchange_strong(expected, excluded, std::memory_order_seq_cst))
      left_out_.fetch_sub(1, std::memory_order_seq_cst);
  }

  static std::chrono::nanoseconds processor_time(const Seat& seat) noexcept {
    timespec time{};
    ::clock_gettime(seat.processor_time, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

  /// Lets in again who has been left out for long enough, or everybody; returns whether anybody may come.
  bool readmit(bool everybody) noexcept {
    if (left_out() == 0) return true;
    const auto now = Clock::now().time_since_epoch().count();
    for (unsigned i = 1; i < size_; ++i) {
      Seat& seat = seats_[i];
      if (seat.state.word.load(std::memory_order_seq_cst) != excluded) continue;
      if (!everybody && now < seat.excluded_until.load(std::memory_order_relaxed)) continue;
      left_out_.fetch_sub(1, std::memory_order_seq_cst);
      seat.state.word.store(outside, std::memory_order_seq_cst);
      seat.state.wake();
    }
    return left_out() < size_ - 1;
  }

  void serve(unsigned thread) noexcept {
    Seat& seat = seats_[thread];
    ::pthread_getcpuclockid(::pthread_self(), &seat.processor_time);
    for (std::uint32_t seen = 0;;) {
      job_.wait_while(seen, is_in_the_callers_way() ? std::chrono::nanoseconds(0) : awake_);
      seen = job_.word.load(std::memory_order_acquire);
      if (dismissed_.load(std::memory_order_relaxed)) return;
      if (const auto kind = static_cast<Call>(seen & 3U); kind == Call::all) {
        call(thread);
        if (running_.word.fetch_sub(1, std::memory_order_seq_cst) == 1) running_.wake();
      } else if (kind == Call::open) {
        help(seat, thread, seen);
      }
    }
  }

  /// Takes part in the share() that `job` announced, where that is still open. The thread says that it is inside before
  /// it looks, and the caller closes before it looks who is inside: so one of the two sees the other.
  void help(Seat& seat, unsigned thread, std::uint32_t job) noexcept {
    if (is_in_the_callers_way()) leave_out(seat, worth_staying_awake);
    std::uint32_t expected = outside;
    seat.processor = ::sched_getcpu();
    if (!seat.state.word.compare_exchange_strong(expected, inside, std::memory_order_seq_cst))
      return sleep_left_out(seat, job);
    if (job_.word.load(std::memory_order_seq_cst) == job) call(thread);
    seat.state.word.store(outside, std::memory_order_seq_cst);
    seat.state.wake();
  }

  /// Sleeps until the caller wants the thread again. The thread may have left itself out a moment ago, because of a
  /// call that has ended, and the caller of run() or the destructor may not know it yet. But these announce what they
  /// want before they look who is left out: so one of the two sees the other.
  void sleep_left_out(Seat& seat, std::uint32_t job) noexcept {
    if (job_.word.load(std::memory_order_seq_cst) == job) seat.state.sleep_while(excluded);
  }

  /// Whether the calling thread has got the processor of the thread that it wants to help, which cannot run now.
  bool is_in_the_callers_way() const noexcept {
    return ::sched_getcpu() == callers_processor_.load(std::memory_order_relaxed);
  }

  void dismiss() noexcept {
    dismissed_.store(true, std::memory_order_relaxed);
    announce(Call::none);
    readmit(true);
    for (std::thread& other : others_) other.join();
  }

  const unsigned size_;
  const std::chrono::nanoseconds awake_;  // none with more threads than processors: they would stop the others
  const std::unique_ptr<Seat[]> seats_;
  const FunctionRef<void(unsigned)>* body_ = nullptr;
  std::exception_ptr thrown_;               // of whoever set abandoned_
  alignas(64) WaitWord job_{0};             // the number of the call, and what it is
  std::atomic<int> callers_processor_{-1};  // when it last called share()
  std::atomic<bool> dismissed_{false};
  alignas(64) std::atomic<unsigned> left_out_{0};
  alignas(64) WaitWord running_{0};                    // threads that have not ended run()
  alignas(64) std::atomic<std::uint32_t> arrived_{0};  // at the barrier
  alignas(64) WaitWord generation_{0};                 // barriers passed
  std::atomic<bool> abandoned_{false};
  std::vector<std::thread> others_;  // last: they use the members above
};

/// What an option `threads` means: 0 is what the host gives; more than the machine has is taken at its word, with a
/// warning.
inline unsigned threads_wanted(std::int64_t option, RunContext& context) {
  if (option <= 0) return context.threads();
  const auto wanted = static_cast<unsigned>(option);
  const unsigned here = std::thread::hardware_concurrency();
  if (here != 0 && wanted > here)
    context.log(Level::warning, "threads = " + std::to_string(wanted) + ", but this machine runs " +
                                    std::to_string(here) + " at once: expect it to be slower");
  return wanted;
}

}  // namespace wayfront
