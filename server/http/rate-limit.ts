type RateLimitOptions = { perMinute: number; now: () => number }

export type RateLimit = {
  /** Takes one request from a sender's allowance: 0 when there was one left, else the s until the next. */
  take: (who: string) => number
  /** Undoes a `take` that returned 0. */
  giveBack: (who: string) => void
}

type Bucket = { left: number; at: number }

/** Senders in memory at most. */
const mostBuckets = 20_000

/** So many stay when there is no room: evicting some at a time spares a crowd's requests from looking through all. */
const bucketsAfterEviction = 18_000

/**
 * A token bucket for each sender, in the memory of this copy: behind a load balancer the real limit is this one times
 * the number of copies. A whole minute's allowance may be used at once, as a phone does that empties its outbox.
 */
export const createRateLimit = ({ perMinute, now }: RateLimitOptions): RateLimit => {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000

  const leftIn = ({ left, at }: Bucket, time: number) => Math.min(perMinute, left + (time - at) * perMs)

  /** Evicts full buckets first, as that changes nothing, then the least recently used. */
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
    if (!known && buckets.size >= mostBuckets) evict(time)
    const left = known ? leftIn(known, time) : perMinute
    // A map lists its keys in the order they came: this one is the newest again.
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
