type RateLimitOptions = { perMinute: number; now: () => number }

export type RateLimit = {
  /** Takes one request from a sender's allowance. Returns 0 if one was left, else the s until the next. */
  take: (who: string) => number
  /** Undoes a `take` that returned 0. */
  giveBack: (who: string) => void
}

type Bucket = { left: number; at: number }

/** Limit of the senders in memory. */
const maxBuckets = 20_000

/**
 * Senders that remain after an eviction. Evicting several at a time saves a crowd's requests from each
 * scanning all of them.
 */
const bucketsAfterEviction = 18_000

/**
 * A token bucket for each sender, in the memory of this copy. Behind a load balancer the effective limit is
 * this one times the number of copies. A sender may use a whole minute's allowance at once, as a phone does
 * when it empties its outbox.
 */
export const createRateLimit = ({ perMinute, now }: RateLimitOptions): RateLimit => {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000

  const leftIn = ({ left, at }: Bucket, time: number) => Math.min(perMinute, left + (time - at) * perMs)

  /** Evicts full buckets first, because that changes nothing, and then the least recently used. */
  const evict = (time: number) => {
    for (const [who, bucket] of buckets) if (leftIn(bucket, time) >= perMinute) buckets.delete(who)
    for (const who of buckets.keys()) {
      if (buckets.size <= bucketsAfterEviction) return
      buckets.delete(who)
    }
  }

  const take = (who: string): number => {
    const time = now()
    const known = buckets.get(who)
    if (!known && buckets.size >= maxBuckets) evict(time)
    const left = known ? leftIn(known, time) : perMinute
    // Moves the sender to the end of the map, which lists keys in insertion order.
    buckets.delete(who)
    buckets.set(who, { left: left >= 1 ? left - 1 : left, at: time })
    return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000))
  }

  const giveBack = (who: string) => {
    const known = buckets.get(who)
    if (known) known.left += 1
  }

  return { take, giveBack }
}
