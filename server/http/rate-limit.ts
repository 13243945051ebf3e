export type RateLimit = { perMinute: number; now: () => number }

/** Takes one request from somebody's allowance: 0 when there was one left, else the s until the next. */
export type TakeRequest = (who: string) => number

type Bucket = { left: number; at: number }

/** So many senders are remembered at most; full buckets go first, as forgetting them changes nothing. */
const mostBuckets = 20_000

/**
 * A token bucket for each sender, in the memory of this copy: behind a load balancer the real limit is this one times
 * the number of copies. A whole minute's allowance may be used at once, as a phone does that empties its outbox.
 */
export const createRateLimit = ({ perMinute, now }: RateLimit): TakeRequest => {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000

  const leftIn = ({ left, at }: Bucket, time: number) => Math.min(perMinute, left + (time - at) * perMs)

  const forget = (time: number) => {
    for (const [who, bucket] of buckets) if (leftIn(bucket, time) >= perMinute) buckets.delete(who)
    if (buckets.size >= mostBuckets) buckets.clear()
  }

  return (who) => {
    const time = now()
    const known = buckets.get(who)
    if (!known && buckets.size >= mostBuckets) forget(time)
    const left = known ? leftIn(known, time) : perMinute
    buckets.set(who, { left: left >= 1 ? left - 1 : left, at: time })
    return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000))
  }
}
