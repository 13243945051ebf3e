/** A place on the field, in steps from the middle of the field. */
export type Point = readonly [x: number, y: number]

/**
 * Places over time: each entry holds a second of the scene and the place at that second. The position is
 * constant before the first entry and after the last.
 */
export type Path = readonly (readonly [at: number, x: number, y: number])[]

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** Eases a share in and out. Clamps it to 0 to 1. */
export const ease = (share: number): number => {
  const s = clamp(share)
  return s * s * (3 - 2 * s)
}

/** Eased position of `t` between two seconds, from 0 to 1. */
export const between = (t: number, from: number, to: number): number => ease((t - from) / (to - from))

/** Rises from 0 to 1 in the 0.4 s after `from`, and falls back to 0 in the 0.4 s before `to`. */
export const shown = (t: number, from = 0, to = Number.POSITIVE_INFINITY): number =>
  Math.min(between(t, from, from + 0.4), 1 - between(t, to - 0.4, to))

/** The place on a path at second `t`. */
export const placeOn = (path: Path, t: number): Point => {
  const next = path.findIndex(([at]) => at > t)
  const [, x = 0, y = 0] = path.at(next === -1 ? -1 : Math.max(0, next - 1)) ?? []
  if (next <= 0) return [x, y]
  const [from = 0] = path[next - 1] ?? []
  const [to = 1, nextX = x, nextY = y] = path[next] ?? []
  const share = between(t, from, to)
  return [x + (nextX - x) * share, y + (nextY - y) * share]
}

/** A path that stays in one place. */
export const still = ([x, y]: Point): Path => [[0, x, y]]

/** A straight path from one place to another, between two seconds. */
export const walk = (from: Point, to: Point, start: number, end: number): Path => [
  [start, ...from],
  [end, ...to],
]

/** Places on a circle, clockwise from the top. */
export const circleOf = (count: number, radius: number, turn = 0): Point[] =>
  Array.from({ length: count }, (_, at) => {
    const angle = ((at + turn) / count) * 2 * Math.PI - Math.PI / 2
    return [Math.cos(angle) * radius, Math.sin(angle) * radius]
  })

/**
 * The path of a ball that is passed from place to place. The ball rests at each place until second `leaves`,
 * then rolls for `roll` seconds.
 */
export const passes = (stops: readonly (readonly [leaves: number, place: Point])[], roll = 0.8): Path =>
  stops.flatMap(([leaves, [x, y]], at): Path => {
    const [before] = stops[at - 1] ?? []
    const arrives = before === undefined ? 0 : before + roll
    return [
      [arrives, x, y],
      [Math.max(leaves, arrives), x, y],
    ]
  })
