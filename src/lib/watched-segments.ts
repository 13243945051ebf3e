/** A part of a video, in seconds. */
export type Segment = [from: number, to: number]

/**
 * Gaps up to this size are treated as watched, because players report their position every quarter second.
 */
const maxIgnoredGapSeconds = 0.5

/** Sorts segments and merges those that overlap or nearly touch. Drops empty and inverted segments. */
export const mergeSegments = (segments: readonly Segment[]): Segment[] => {
  const merged: Segment[] = []
  const sorted = segments.filter(([from, to]) => to > from).sort(([a], [b]) => a - b)
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last && from - last[1] <= maxIgnoredGapSeconds) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Limits segments to a video of `length` seconds. */
export const clampSegments = (segments: readonly Segment[], length: number): Segment[] =>
  segments.map(([from, to]) => [Math.max(0, from), Math.min(length, to)])

/** Finds the unwatched segments of a video of `length` seconds, in order. */
export const findGaps = (segments: readonly Segment[], length: number): Segment[] => {
  const watched = mergeSegments(clampSegments(segments, length))
  // The first gap begins with the video, every other one where a watched segment ends.
  const starts = [0, ...watched.map(([, to]) => to)]
  const ends = [...watched.map(([from]) => from), length]
  const gaps = starts.map((start, index): Segment => [start, ends[index] ?? length])
  return gaps.filter(([from, to]) => to > from)
}

/** Returns the watched share of a video of `length` seconds, from 0 to 1. Repeated parts count once. */
export const getWatchedShare = (segments: readonly Segment[], length: number): number =>
  mergeSegments(clampSegments(segments, length)).reduce((sum, [from, to]) => sum + to - from, 0) / length
