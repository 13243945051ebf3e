export type Backoff = {
  /** The longest wait before the first retry, in ms. */
  base: number
  /** The longest wait before any retry, in ms. */
  cap: number
}

/**
 * Returns the wait in ms before retry number `attempt` (0 is the first). It is a random share of a limit that
 * grows exponentially ("full jitter"), so that devices that lost the same server do not all retry at the same
 * time. The exponent is limited: `2 ** 1024` is Infinity, and Infinity times a base of 0 is NaN.
 */
export const fullJitter = (attempt: number, { base, cap }: Backoff, random: () => number): number =>
  Math.round(random() * Math.min(cap, base * 2 ** Math.min(attempt, 52)))
