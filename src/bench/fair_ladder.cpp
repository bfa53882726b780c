// SPDX-License-Identifier: MIT
#include "bench/fair_ladder.hpp"

#include <array>
#include <map>
#include <utility>

#include "bench/fair_hopper.hpp"
#include "device/cuda/nvml.hpp"

namespace tilewright::bench {
namespace {

template <class T>
tl::unexpected<Error> pass(const Result<T>& failed) {
  return tl::unexpected(failed.error());
}

/// Operands of one shape, in FP16; types are made of them.
struct HostData {
  Operands signs;  ///< empty until made
  Operands normal;
  FairScales scales_of_signs;
  FairScales scales_of_normal;
  std::map<Element, std::vector<std::byte>> exact;  ///< C of the signs, by output type

  /// Once for all types of a shape.
  void make(const Shape& shape, FairScaling scaling, uint64_t seed, unsigned threads) {
    if (!signs.a.empty()) return;
    signs = make_operands(shape, Data::pm1, seed, threads);
    normal = make_operands(shape, Data::normal, seed, threads);
    scales_of_signs = make_fair_scales(shape, scaling, Data::pm1, seed);
    scales_of_normal = make_fair_scales(shape, scaling, Data::normal, seed);
  }
  const std::vector<std::byte>& exact_for(Element output, unsigned threads) {
    const auto known = exact.find(output);
    if (known != exact.end()) return known->second;
    return exact.emplace(output, exact_product(signs, output, threads, scales_of_signs))
        .first->second;
  }
};

/// One run: a product, those who compute it, and what came of it.
class Contest {
 public:
  Contest(device::CudaDevice& device, const FairLadderRequest& request, HostData& data,
          Copies& copies, FairRun& run)
      : device_(device), request_(request), data_(data), copies_(copies), run_(run) {}

  void add(std::unique_ptr<Contestant> contestant, FairRung& rung) {
    entries_.push_back({std::move(contestant), &rung});
  }
  /// The reference comes first: the others are compared with it.
  void add_reference(CublasLt& reference, FairRung& rung) {
    reference_ = &reference;
    entries_.insert(entries_.begin(), Entry{nullptr, &rung});
  }

  /// The reference's algorithm is searched for first, so that what is checked is what is timed.
  Result<void> check() {
    const ProductTypes& types = *run_.types;
    const TypedOperands normal = convert(data_.normal, types.input, request_.threads);
    if (request_.time && reference_ != nullptr) {
      if (auto done = tune(normal); !done) return done;
    }
    const TypedOperands signs = convert(data_.signs, types.input, request_.threads);
    if (auto done = upload(signs, data_.scales_of_signs); !done) return done;
    const auto& expected = data_.exact_for(types.output, request_.threads);
    std::vector<std::byte> of_reference;
    for (Entry& entry : entries_) {
      const auto c = product_of(entry);
      if (!c) continue;
      FairRung& rung = *entry.rung;
      rung.integers = compare_bitwise(expected, *c, types.output, run_.shape.m);
      if (is_reference(entry)) {
        // A wrong one is no measure of others.
        if (rung.integers.mismatches == 0) of_reference = *c;
      } else if (!of_reference.empty()) {
        rung.equals_reference =
            compare_bitwise(of_reference, *c, types.output, run_.shape.m).mismatches == 0;
      }
      if (rung.integers.mismatches == 0) check_back_to_back(entry, signs, expected);
    }
    if (auto done = upload(normal, data_.scales_of_normal); !done) {
      return behind_first_failure(done);
    }
    const Float64Sample sample(normal, types.sum, types.output, request_.seed, request_.threads,
                               data_.scales_of_normal);
    for (Entry& entry : entries_) {
      const auto c = product_of(entry);
      if (c) entry.rung->float64 = sample.check(*c);
    }
    return {};
  }

  /// The operands on the card are those that check() left there: N(0,1).
  Result<void> time(const Thermometer& thermometer, const FairListener& listener) {
    std::optional<Rotation> theirs;
    if (reference_ != nullptr && run_.reference->exact()) {
      auto rotation = Rotation::over(*reference_, copies_.products());
      if (!rotation) return pass(rotation);
      theirs = std::move(*rotation);
      const auto posts = time_like_posts(device_, *theirs);
      if (!posts) return pass(posts);
      run_.reference->posts_ms = *posts;
    }
    std::vector<Timed> round;
    const auto finish = [&] {
      if (theirs) time_fairly(round, *theirs, thermometer);
      round.clear();
    };
    const bool fair = request_.fair && theirs;
    const bool together = fair && request_.options.in_one_round();
    for (Entry& entry : entries_) {
      if (is_reference(entry)) continue;
      // Without a reference that is right there is nothing to take turns with.
      if (entry.rung->exact() && request_.fair == fair) {
        auto ours = Rotation::over(*entry.contestant, copies_.products());
        if (!ours) {
          entry.rung->error = ours.error().message;
        } else if (fair) {
          round.push_back({entry.rung, std::move(*ours)});
        } else {
          time_as_posts(*entry.rung, *ours);
        }
      }
      if (together) continue;
      finish();
      if (listener.rung_done) listener.rung_done(run_, *entry.rung);
    }
    if (together) {
      finish();
      for (const Entry& entry : entries_) {
        if (!is_reference(entry) && listener.rung_done) listener.rung_done(run_, *entry.rung);
      }
    }
    return {};
  }

 private:
  /// To every copy.
  Result<void> upload(const TypedOperands& operands, const FairScales& scales) {
    auto done = copies_.upload(device_, operands);
    return done ? copies_.upload(device_, scales) : done;
  }

  /// On N(0,1), as it is timed. That none of the offers runs is the reference's failure, not ours.
  Result<void> tune(const TypedOperands& normal) {
    if (reference_->refusal(copies_.products().front())) return {};
    if (auto done = upload(normal, data_.scales_of_normal); !done) return done;
    const auto tuning = reference_->tune(copies_.products());
    if (tuning) {
      run_.tuning = *tuning;
    } else {
      run_.reference->error = tuning.error().message;
    }
    return {};
  }

  struct Entry {
    std::unique_ptr<Contestant> contestant;  ///< none: the reference
    FairRung* rung;
  };

  [[nodiscard]] bool is_reference(const Entry& entry) const { return !entry.contestant; }
  [[nodiscard]] Contestant& contestant(const Entry& entry) const {
    return entry.contestant ? *entry.contestant : *reference_;
  }

  /// What stops a kernel stops the device, so what fails next says nothing of the cause.
  Result<void> behind_first_failure(const Result<void>& failed) const {
    for (const Entry& entry : entries_) {
      if (!entry.rung->error) continue;
      return fail("{}; before it failed {}: {}", failed.error().message, contestant(entry).name(),
                  *entry.rung->error);
    }
    return failed;
  }

  /// Launches queued as they are when they are timed, which may overlap. Into every C but the first
  /// copy's goes first the product with the sign changed, with the first copy's B, and right behind
  /// it the one that must be found there.
  void check_back_to_back(Entry& entry, const TypedOperands& signs,
                          std::span<const std::byte> expected) {
    FairRung& rung = *entry.rung;
    const auto stop = [&](const Error& error) {
      rung.error = fmt::format("launches queued back to back: {}", error.message);
    };
    const std::vector<DeviceProduct>& products = copies_.products();
    std::vector<std::unique_ptr<Prepared>> launches;
    for (size_t copy = 1; copy < products.size(); ++copy) {
      DeviceProduct other = products[copy];
      other.b = products.front().b;
      for (const DeviceProduct& product : {other, products[copy]}) {
        auto prepared = contestant(entry).prepare(product);
        if (!prepared) return stop(prepared.error());
        launches.push_back(std::move(*prepared));
      }
      if (auto done = copies_.poison(device_, copy); !done) return stop(done.error());
    }
    if (auto done = copies_.upload_b(device_, 0, negated(signs.b, signs.element)); !done) {
      return stop(done.error());
    }
    Result<void> queued;
    for (const auto& launch : launches) {
      if (queued) queued = launch->enqueue();
    }
    // Also after an error: the launches' workspace is about to go, and others take this B.
    const Result<void> ended = device_.synchronize();
    const Result<void> restored = copies_.upload_b(device_, 0, signs.b);
    for (const Result<void>* done : {&std::as_const(queued), &ended, &restored}) {
      if (!*done) return stop(done->error());
    }
    for (size_t copy = 1; copy < products.size(); ++copy) {
      const auto c = copies_.download_c(device_, copy);
      if (!c) return stop(c.error());
      rung.integers = compare_bitwise(expected, *c, run_.types->output, run_.shape.m);
      if (rung.integers.mismatches != 0) {
        rung.integers.first += fmt::format(", in copy {} of launches queued back to back", copy);
        if (rung.equals_reference) rung.equals_reference = false;
        return;
      }
    }
  }

  /// C of what is on the card, into poisoned memory. Nothing where it could not be had; the rung
  /// then says why.
  std::optional<std::vector<std::byte>> product_of(Entry& entry) {
    FairRung& rung = *entry.rung;
    if (rung.refused || rung.error) return std::nullopt;
    rung.refused = contestant(entry).refusal(copies_.products().front());
    if (rung.refused) return std::nullopt;
    auto prepared = contestant(entry).prepare(copies_.products().front());
    if (!prepared) {
      rung.error = prepared.error().message;
      return std::nullopt;
    }
    rung.resources = contestant(entry).resources();
    rung.note = contestant(entry).note();
    Result<void> done = copies_.poison(device_, 0);
    if (done) done = (*prepared)->enqueue();
    if (done) done = device_.synchronize();
    auto c = done ? copies_.download_c(device_, 0) : Result<std::vector<std::byte>>(pass(done));
    if (!c) {
      rung.error = c.error().message;
      return std::nullopt;
    }
    return std::move(*c);
  }

  struct Timed {
    FairRung* rung;
    Rotation launches;
  };
  /// Where a launch is refused, each of the round is measured alone, so that one fails and not all.
  void time_fairly(std::vector<Timed>& round, Rotation& theirs, const Thermometer& thermometer) {
    if (round.empty()) return;
    std::vector<Rotation*> ours;
    ours.reserve(round.size());
    for (Timed& timed : round) ours.push_back(&timed.launches);
    const auto results = compare_fairly(device_, ours, theirs, request_.options, thermometer);
    for (size_t i = 0; i < round.size(); ++i) {
      FairRung& rung = *round[i].rung;
      if (results) {
        rung.fair = (*results)[i];
        continue;
      }
      const auto alone = round.size() == 1 ? results
                                           : compare_fairly(device_, std::array{ours[i]}, theirs,
                                                            request_.options, thermometer);
      if (alone) {
        rung.fair = alone->front();
      } else {
        rung.error = alone.error().message;
      }
    }
  }

  void time_as_posts(FairRung& rung, Rotation& ours) {
    const auto posts = time_like_posts(device_, ours);
    if (posts) {
      rung.posts_ms = *posts;
    } else {
      rung.error = posts.error().message;
    }
  }

  device::CudaDevice& device_;
  const FairLadderRequest& request_;
  HostData& data_;
  Copies& copies_;
  FairRun& run_;
  CublasLt* reference_ = nullptr;
  std::vector<Entry> entries_;
};

Result<FairRun> run_one(device::CudaDevice& device, const FairLadderRequest& request,
                        const Shape& shape, const ProductTypes& types, HostData& data,
                        CublasLt* reference, const Thermometer& thermometer, std::string driver,
                        const FairListener& listener) {
  FairRun run{.device = device.info(),
              .driver = std::move(driver),
              .shape = shape,
              .types = &types,
              .scaling = request.scaling,
              .reference = std::nullopt,
              .tuning = {},
              .rungs = {}};
  auto copies = Copies::allocate(device, shape, types, request.scaling, 2 * device.l2_bytes());
  if (!copies) return pass(copies);
  run.copies = copies->products().size();
  // Not before the card has room for the product.
  data.make(shape, request.scaling, request.seed, request.threads);
  run.rungs.resize(request.rungs.size());
  if (reference != nullptr) run.reference.emplace().id = reference->name();
  Contest contest(device, request, data, *copies, run);
  for (size_t i = 0; i < request.rungs.size(); ++i) {
    auto contestant = hopper_contestant(device, request.rungs[i]);
    if (!contestant) return pass(contestant);
    run.rungs[i].id = request.rungs[i];
    contest.add(std::move(*contestant), run.rungs[i]);
  }
  if (reference != nullptr) contest.add_reference(*reference, *run.reference);
  if (listener.run_begins) listener.run_begins(run);
  if (auto checked = contest.check(); !checked) return pass(checked);
  if (request.time) {
    if (auto timed = contest.time(thermometer, listener); !timed) return pass(timed);
  } else if (listener.rung_done) {
    for (const FairRung& rung : run.rungs) listener.rung_done(run, rung);
  }
  if (listener.run_ends) listener.run_ends(run);
  return run;
}

}  // namespace

std::optional<double> FairRung::ms() const {
  if (fair) return fair->times.ours_ms.median;
  if (posts_ms) return posts_ms->mean;
  return std::nullopt;
}

Result<std::vector<FairRun>> run_fair_ladder(device::CudaDevice& device,
                                             const FairLadderRequest& request,
                                             const FairListener& listener) {
  std::unique_ptr<CublasLt> reference;
  if (request.reference) {
    auto opened = CublasLt::open(device);
    if (!opened) return pass(opened);
    reference = std::move(*opened);
  }
  Thermometer thermometer;
  std::string driver = fmt::format("CUDA {}", device.driver_api_version());
  const auto nvml = device::cuda::Nvml::open(device.pci_bus_id());
  if (nvml) {
    if (const auto version = nvml->driver_version()) driver = *version + ", " + driver;
    thermometer = [&nvml] {
      const device::cuda::Vitals vitals = nvml->read();
      return Climate{.sm_mhz = vitals.sm_mhz,
                     .memory_mhz = vitals.memory_mhz,
                     .power_w = vitals.power_w,
                     .temperature_c = vitals.temperature_c};
    };
  }
  std::vector<FairRun> runs;
  for (const Shape& shape : request.shapes) {
    HostData data;
    for (const ProductTypes* types : request.types) {
      auto run = run_one(device, request, shape, *types, data, reference.get(), thermometer, driver,
                         listener);
      if (!run) return fail("{} {}: {}", types->name, text(shape), run.error().message);
      runs.push_back(std::move(*run));
    }
  }
  return runs;
}

}  // namespace tilewright::bench
