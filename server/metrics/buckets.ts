const [minute, hour, day] = [60, 3600, 86_400]

/**
 * Upper bounds of histograms: of times in s, of numbers of entries, and of layout shifts, which have no unit.
 * A percentile is only as exact as the nearest bound.
 */
export const buckets = {
  /** A screen feels slow after one second; a phone gives up after 30. */
  request: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  /** The database ends a statement after 8 s. */
  statement: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 8],
  /**
   * How long entries wait: until a coach is online again after minutes, an evening, a weekend or a holiday.
   * Also how far a clock is off: up to five minutes is acceptable.
   */
  age: [0, minute, 5 * minute, hour, 12 * hour, day, 3 * day, 7 * day, 30 * day, 90 * day],
  /** For each vital, the bounds between good, needs improvement and poor. */
  vital: [0.1, 0.2, 0.5, 0.8, 1.8, 2.5, 3, 4, 10],
  shift: [0.01, 0.05, 0.1, 0.25, 0.5, 1],
  entries: [0, 1, 2, 5, 10, 25, 50, 100, 500],
} as const
