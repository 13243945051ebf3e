/** A place on the field in steps from its middle, or a place in the picture in pixels. */
export type Point = readonly [x: number, y: number]

/**
 * Places over time: each entry contains a second of the scene and the place at that second. The place is
 * constant before the first entry and after the last. Between two entries the movement is eased in and out.
 */
export type Path = readonly (readonly [time: number, x: number, y: number])[]

/** A part of a scene, in seconds from its start. */
export type Interval = readonly [from: number, to: number]

/** A start before every scene: what begins here is complete when its scene begins. */
export const beforeScene = -9

/** An end after every scene, in seconds. */
export const afterScene = 99

/** Limits a share to 0 to 1. */
export const clampShare = (share: number): number => Math.min(1, Math.max(0, share))

/** Eases a share in and out, after limiting it to 0 to 1. */
const ease = (share: number): number => {
  const s = clampShare(share)
  return s * s * (3 - 2 * s)
}

/** How much of the time from `from` to `to` has passed at second `time`: 0 to 1, eased in and out. */
export const easedShare = (time: number, from: number, to: number): number => ease((time - from) / (to - from))

const fadeSeconds = 0.4

/**
 * The opacity of a drawing: rises from 0 to 1 in the 0.4 s after `from`, and falls to 0 in the 0.4 s before
 * `to`. A drawing without an end stays.
 */
export const visibility = (time: number, from = 0, to?: number): number => {
  const fadeIn = easedShare(time, from, from + fadeSeconds)
  if (to === undefined) return fadeIn
  return Math.min(fadeIn, 1 - easedShare(time, to - fadeSeconds, to))
}

/** The place on a path at second `time`. */
export const placeOn = (path: Path, time: number): Point => {
  const nextIndex = path.findIndex(([begin]) => begin > time)
  const [, x = 0, y = 0] = path.at(nextIndex === -1 ? -1 : Math.max(0, nextIndex - 1)) ?? []
  // The path has not begun, or it has ended.
  if (nextIndex <= 0) return [x, y]
  const [from = 0] = path[nextIndex - 1] ?? []
  const [to = 1, nextX = x, nextY = y] = path[nextIndex] ?? []
  const share = easedShare(time, from, to)
  return [x + (nextX - x) * share, y + (nextY - y) * share]
}

/** A path without a movement. */
export const stayAt = ([x, y]: Point): Path => [[0, x, y]]

/** A straight path from one place to another, between the seconds `from` and `to`. */
export const walk = (start: Point, end: Point, from: number, to: number): Path => [
  [from, ...start],
  [to, ...end],
]

/** Places on a circle at equal distances, clockwise from the top. `turn` shifts them, in distances. */
export const circlePlaces = (count: number, radius: number, turn = 0): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = ((index + turn) / count) * 2 * Math.PI - Math.PI / 2
    return [Math.cos(angle) * radius, Math.sin(angle) * radius]
  })

/**
 * The path of a ball that is passed from place to place. The ball rests at each place until the second
 * `leavesAt`, then rolls for `rollSeconds`.
 */
export const passPath = (
  stops: readonly (readonly [leavesAt: number, place: Point])[],
  rollSeconds = 0.8,
): Path =>
  stops.flatMap(([leavesAt, [x, y]], index): Path => {
    const [previousLeavesAt] = stops[index - 1] ?? []
    const arrivesAt = previousLeavesAt === undefined ? 0 : previousLeavesAt + rollSeconds
    return [
      [arrivesAt, x, y],
      [Math.max(leavesAt, arrivesAt), x, y],
    ]
  })

export const isPath = (place: Point | Path): place is Path => Array.isArray(place[0])
