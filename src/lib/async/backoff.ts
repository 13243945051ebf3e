export type Backoff = {
  /** In ms: the longest wait before the first retry. */
  base: number
  /** In ms: the longest wait before any retry. */
  cap: number
}

/**
 * The wait in ms before retry number `attempt` (0 is the first). Full jitter: a random share of an
 * exponentially growing ceiling, so that phones that lost the same server do not all return at the same time.
 * Limits the exponent, because `2 ** 1024` is Infinity, and a base of 0 would then give NaN.
 */
export const fullJitter = (attempt: number, { base, cap }: Backoff, random: () => number): number =>
  Math.round(random() * Math.min(cap, base * 2 ** Math.min(attempt, 52)))
