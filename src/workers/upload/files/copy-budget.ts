const gibibyte = 1024 ** 3

/** Copies of all unfinished uploads together: one half of a match in 1080p, and some clips beside it. */
export const copyBudget = 4 * gibibyte

/**
 * bytes that the next copy may take. Half of what the browser still grants stays free: for the outbox, for modules that
 * are kept offline, and for the other apps of a phone (docs/decisions/015).
 */
export const roomFor = (keptBytes: number, freeBytes: number): number =>
  Math.max(0, Math.min(copyBudget - keptBytes, Math.floor(freeBytes / 2)))
