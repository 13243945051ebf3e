/** A position on the field in steps from its middle, or a position in the picture in pixels. */
export type Point = readonly [x: number, y: number]

/**
 * Where something is over time, in seconds from the start of its scene. It rests at the first position until the
 * first time, and at the last position after the last time. Between two times it moves, eased in and out.
 */
export type Path = readonly { time: number; position: Point }[]

/** A part of a scene, in seconds from its start. */
export type Interval = { from: number; to: number }

/** An interval that lasts until the end of the scene if it has no `to`. */
export type OpenInterval = { from: number; to?: number }

/**
 * A start before every scene: what begins here is complete when its scene begins. It is early enough for
 * drawings that appear one after another, each a little later than this.
 */
export const beforeScene = -9

/** Limits a share to 0 to 1. */
export const clampShare = (share: number): number => Math.min(1, Math.max(0, share))

/** Eases a share in and out, after limiting it to 0 to 1. */
const ease = (share: number): number => {
  const limited = clampShare(share)
  return limited * limited * (3 - 2 * limited)
}

/** Returns how much of the time between the seconds `from` and `to` has passed: 0 to 1, eased in and out. */
export const getEasedShare = (time: number, from: number, to: number): number =>
  ease((time - from) / (to - from))

const fadeSeconds = 0.4

/**
 * Returns the opacity of a drawing: it rises from 0 to 1 in the 0.4 s after `from`, and falls to 0 in the 0.4 s
 * before `to`. A drawing without an end stays.
 */
export const getOpacity = (time: number, from = 0, to?: number): number => {
  const fadeIn = getEasedShare(time, from, from + fadeSeconds)
  if (to === undefined) return fadeIn
  return Math.min(fadeIn, 1 - getEasedShare(time, to - fadeSeconds, to))
}

/** Returns a position between two others. With the share 0, it is the start, with 1 the end. */
export const interpolate = (start: Point, end: Point, share: number): Point => [
  start[0] + (end[0] - start[0]) * share,
  start[1] + (end[1] - start[1]) * share,
]

/** Returns the position on a path at `time`, in seconds from the start of the scene. */
export const getPosition = (path: Path, time: number): Point => {
  const previous = path.findLast((entry) => entry.time <= time)
  const next = path.find((entry) => entry.time > time)
  if (previous && next)
    return interpolate(previous.position, next.position, getEasedShare(time, previous.time, next.time))
  // The path has ended, or it has not started. An empty path is at the middle of the field.
  return previous?.position ?? next?.position ?? [0, 0]
}

/** How long a person takes to look in another direction. */
const turnSeconds = 0.3

/**
 * Returns where a person on a path looks: in the direction of the last movement to a side, -1 left or 1 right.
 * Before the first such movement, they look at the viewer, 0.
 */
export const getGaze = (path: Path, time: number): number => {
  let gaze = 0
  for (const [index, { time: leavesAt, position }] of path.entries()) {
    const next = path[index + 1]
    if (!next || leavesAt >= time) break
    const direction = Math.sign(next.position[0] - position[0])
    if (direction !== 0) gaze += (direction - gaze) * getEasedShare(time, leavesAt, leavesAt + turnSeconds)
  }
  return gaze
}

/** A path without a movement. */
export const stayAt = (position: Point): Path => [{ time: 0, position }]

/** A straight path from one position to another, between the seconds `from` and `to`. */
export const walk = (start: Point, end: Point, { from, to }: Interval): Path => [
  { time: from, position: start },
  { time: to, position: end },
]

/**
 * Positions at equal distances on a circle around [0, 0], clockwise from the top. `turn` shifts them along the
 * circle; 1 is the distance between two positions.
 */
export const circlePositions = (count: number, radius: number, turn = 0): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = ((index + turn) / count) * 2 * Math.PI - Math.PI / 2
    return [Math.cos(angle) * radius, Math.sin(angle) * radius]
  })

/** A position where a ball rests until second `leavesAt` of the scene. */
export type Stop = { leavesAt: number; position: Point }

/**
 * The path of a ball that is passed from stop to stop. It rolls for `rollSeconds` between two stops. It stays at
 * the last stop, whatever its `leavesAt` is.
 */
export const passPath = (stops: readonly Stop[], rollSeconds = 0.8): Path =>
  stops.flatMap(({ leavesAt, position }, index): Path => {
    const previous = stops[index - 1]
    const arrivesAt = previous === undefined ? 0 : previous.leavesAt + rollSeconds
    return [
      { time: arrivesAt, position },
      { time: Math.max(leavesAt, arrivesAt), position },
    ]
  })

/** Distinguishes a path from a point, whose first element is a number. */
export const isPath = (position: Point | Path): position is Path => typeof position[0] !== 'number'
