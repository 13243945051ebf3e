export type Backoff = {
  /** ms before the first retry, at most */
  base: number
  /** ms that no wait exceeds */
  cap: number
}

/**
 * The wait in ms before retry number `attempt` (0 is the first): full jitter, a random share of an exponentially
 * growing ceiling, so that many phones that lost the same server do not come back at the same moment.
 */
export const fullJitter = (attempt: number, { base, cap }: Backoff, random: () => number): number =>
  Math.round(random() * Math.min(cap, base * 2 ** Math.min(attempt, 52)))
