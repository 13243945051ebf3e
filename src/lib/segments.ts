/** A stretch of a film that was watched, in seconds: from, to. */
export type Segment = [from: number, to: number]

/** s; a player says every quarter of a second where it is, and what lies between two such reports was seen */
const unseenGap = 0.5

/** The same stretches in order, those that touch or overlap as one; empty and inverted ones are left out. */
export const mergeSegments = (segments: readonly Segment[]): Segment[] => {
  const merged: Segment[] = []
  const inOrder = segments.filter(([from, to]) => to > from).sort(([one], [other]) => one - other)
  for (const [from, to] of inOrder) {
    const last = merged.at(-1)
    if (last && from - last[1] <= unseenGap) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Stretches inside of a film of that length, in seconds. */
export const clampSegments = (segments: readonly Segment[], length: number): Segment[] =>
  segments.map(([from, to]) => [Math.max(0, from), Math.min(length, to)])

/** The stretches of a film of that length that were not watched, in their order, in seconds. */
export const gapsOf = (segments: readonly Segment[], length: number): Segment[] => {
  const watched = mergeSegments(clampSegments(segments, length))
  const gaps = [...watched, [length, length] as const].map(([until], at): Segment => [
    watched[at - 1]?.[1] ?? 0,
    until,
  ])
  return gaps.filter(([from, to]) => to > from)
}

/** The share of a film that was watched, from 0 to 1; what was watched twice counts once. */
export const watchedShare = (segments: readonly Segment[], length: number): number =>
  mergeSegments(clampSegments(segments, length)).reduce((sum, [from, to]) => sum + to - from, 0) / length
