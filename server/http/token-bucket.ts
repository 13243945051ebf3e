/** `now` is in ms since the epoch. */
type TokenBucketsOptions = { perMinute: number; now: () => number }

export type TokenBuckets = {
  /** Takes one request from a sender's allowance. Returns 0, or the time until one is available, in s. */
  take: (sender: string) => number
  /** Undoes a `take` that returned 0. */
  refund: (sender: string) => void
}

/**
 * A sender's allowance. `remaining`: how many requests were left at `updatedAt`, which is in ms since the
 * epoch. From then on, the number grows with time.
 */
type Bucket = { remaining: number; updatedAt: number }

/** Limit of the number of senders in memory. */
const maxBuckets = 20_000

/**
 * Number of senders that remain after an eviction. Several are evicted at a time, so that not every request
 * of a crowd has to scan all senders.
 */
const bucketsAfterEviction = 18_000

/**
 * Creates a token bucket for each sender, in the memory of this instance of the server. Behind a load
 * balancer, the effective limit is this one times the number of instances. A sender may use a whole minute's
 * allowance in one burst, as a phone does when it empties its outbox.
 */
export const createTokenBuckets = ({ perMinute, now }: TokenBucketsOptions): TokenBuckets => {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000

  const getRemainingAt = (time: number, { remaining, updatedAt }: Bucket) =>
    Math.min(perMinute, remaining + (time - updatedAt) * perMs)

  /** Evicts full buckets first, because a new bucket is full, too. Then evicts the least recently used. */
  const evict = (time: number) => {
    for (const [sender, bucket] of buckets) {
      if (getRemainingAt(time, bucket) >= perMinute) buckets.delete(sender)
    }
    for (const sender of buckets.keys()) {
      if (buckets.size <= bucketsAfterEviction) return
      buckets.delete(sender)
    }
  }

  const take = (sender: string): number => {
    const time = now()
    const bucket = buckets.get(sender)
    if (!bucket && buckets.size >= maxBuckets) evict(time)
    const remaining = bucket ? getRemainingAt(time, bucket) : perMinute
    // Moves the sender to the end of the map, which lists keys in insertion order.
    buckets.delete(sender)
    buckets.set(sender, { remaining: remaining >= 1 ? remaining - 1 : remaining, updatedAt: time })
    return remaining >= 1 ? 0 : Math.max(1, Math.ceil((1 - remaining) / perMs / 1000))
  }

  const refund = (sender: string) => {
    const bucket = buckets.get(sender)
    if (bucket) bucket.remaining += 1
  }

  return { take, refund }
}
