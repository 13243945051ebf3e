import type { SKRSContext2D } from '@napi-rs/canvas'
import { beforeScene, easedShare, type Interval, type Path, placeOn, type Point } from './motion.ts'
import { colours, type Draw } from './stage.ts'

export type Team = 'red' | 'blue' | 'yellow'

export type Figure = {
  path: Path
  team?: Team
  /** Draws the figure in a wheelchair. */
  wheelchair?: boolean
  bib?: boolean
  /** When an arm is raised. */
  raises?: readonly Interval[]
  /** Index into `colours.skin`. */
  skin?: number
}

/** From the shadow to the head, in pixels before scaling. */
const figureHeight = 46

const disc = (pen: SKRSContext2D, [x, y]: Point, radius: number, fill: string, stroke?: string) => {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fillStyle = fill
  pen.fill()
  if (stroke === undefined) return
  pen.strokeStyle = stroke
  pen.stroke()
}

const shadow = (pen: SKRSContext2D, [x, y]: Point, radius: number) => {
  pen.beginPath()
  pen.ellipse(x, y, radius, radius * 0.4, 0, 0, 2 * Math.PI)
  pen.fillStyle = 'rgb(6 40 25 / 35%)'
  pen.fill()
}

const limb = (pen: SKRSContext2D, from: Point, to: Point, colour: string, thickness = 4.5) => {
  pen.beginPath()
  pen.moveTo(...from)
  pen.lineTo(...to)
  pen.lineCap = 'round'
  pen.lineWidth = thickness
  pen.strokeStyle = colour
  pen.stroke()
}

const legs = (pen: SKRSContext2D, [x, y]: Point, swing: number) => {
  limb(pen, [x - 3, y - 16], [x - 4 + swing, y - 1], colours.ink)
  limb(pen, [x + 3, y - 16], [x + 4 - swing, y - 1], colours.ink)
}

/** In pixels before scaling. */
const wheelRadius = 9.5

const chair = (pen: SKRSContext2D, [x, y]: Point, roll: number) => {
  limb(pen, [x - 2, y - 15], [x + 9, y - 13], colours.ink)
  limb(pen, [x + 9, y - 13], [x + 11, y - 3], colours.ink)
  pen.lineWidth = 2.5
  disc(pen, [x - 1, y - 9], wheelRadius, 'rgb(255 255 255 / 35%)', colours.ink)
  for (let spoke = 0; spoke < 3; spoke += 1) {
    const angle = roll + (spoke * Math.PI) / 3
    const [dx, dy] = [Math.cos(angle) * 8.5, Math.sin(angle) * 8.5]
    limb(pen, [x - 1 - dx, y - 9 - dy], [x - 1 + dx, y - 9 + dy], colours.ink, 1)
  }
  disc(pen, [x + 12, y - 2], 3, colours.ink)
}

const shirt = (pen: SKRSContext2D, [x, y]: Point, colour: string, bib: boolean) => {
  pen.beginPath()
  pen.roundRect(x - 8, y - 33, 16, 19, 6)
  pen.fillStyle = colour
  pen.fill()
  pen.lineWidth = 1.5
  pen.strokeStyle = colours.ink
  pen.stroke()
  if (!bib) return
  pen.fillStyle = colours.yellow
  pen.fillRect(x - 5, y - 31, 10, 14)
}

/** The height of the arm at second `t`, from 0 to 1. */
const armHeight = (raises: Figure['raises'] = [], t: number): number =>
  Math.max(
    0,
    ...raises.map(([from, to]) => Math.min(easedShare(t, from, from + 0.3), 1 - easedShare(t, to - 0.3, to))),
  )

/**
 * The movement of a figure: the swing of its legs in pixels, the height of its arm from 0 to 1, and the angle
 * of its wheels in radians.
 */
type Pose = { swing: number; arm: number; roll: number }

const drawFigure = (
  pen: SKRSContext2D,
  { team = 'red', wheelchair = false, bib = false, skin = 0 }: Figure,
  { swing, arm, roll }: Pose,
) => {
  const tone = colours.skin[skin % colours.skin.length] ?? colours.ink
  const origin: Point = [0, 0]
  shadow(pen, origin, 12)
  limb(pen, [-8, -29], [-12, -18 - swing * 0.6], tone, 4)
  limb(pen, [8, -29], [12, -18 - arm * 26 + swing * 0.6], tone, 4)
  if (wheelchair) chair(pen, origin, roll)
  else legs(pen, origin, swing)
  shirt(pen, origin, colours[team], bib)
  pen.lineWidth = 1.5
  disc(pen, [0, -figureHeight + 6], 7.5, tone, colours.ink)
  pen.beginPath()
  pen.arc(0, -figureHeight + 5, 7.5, Math.PI, 2 * Math.PI)
  pen.fillStyle = colours.ink
  pen.fill()
}

/** Figures are larger than the field's scale, so that they are visible on a phone. */
const scale = 1.2

/** A player. The player runs while the path moves. */
export const player =
  (figure: Figure): Draw =>
  ({ pen, toPixels }, t) => {
    const [x, y] = toPixels(placeOn(figure.path, t))
    const [previousX, previousY] = toPixels(placeOn(figure.path, t - 0.1))
    const isMoving = Math.hypot(x - previousX, y - previousY) > 0.4
    pen.save()
    pen.translate(x, y)
    pen.scale(scale, scale)
    drawFigure(pen, figure, {
      swing: isMoving ? Math.sin(t * 14) * 5 : 0,
      arm: armHeight(figure.raises, t),
      roll: x / wheelRadius,
    })
    pen.restore()
  }

/** Players with their paths, by which `people` sorts them from back to front. */
export const group = (figures: readonly Figure[]): [Path, Draw][] =>
  figures.map((figure) => [figure.path, player(figure)])

type TeamOptions = {
  /** The index into `colours.skin` of the first player. Each further player has the next one. */
  firstSkin?: number
  /** The indexes of the players in a wheelchair. */
  wheelchairs?: readonly number[]
  bib?: boolean
}

/** Players of one team. */
export const team = (
  colour: Team,
  paths: readonly Path[],
  { firstSkin = 0, wheelchairs = [], ...options }: TeamOptions = {},
): [Path, Draw][] =>
  group(
    paths.map((path, index) => ({
      path,
      team: colour,
      skin: index + firstSkin,
      wheelchair: wheelchairs.includes(index),
      ...options,
    })),
  )

/** A ball that turns as it rolls. */
export const ball =
  (path: Path, { colour = '#ffffff', radius = 7 }: { colour?: string; radius?: number } = {}): Draw =>
  ({ pen, toPixels }, t) => {
    const [x, y] = toPixels(placeOn(path, t))
    shadow(pen, [x, y + 1], radius)
    pen.lineWidth = 1.5
    disc(pen, [x, y - radius], radius, colour, colours.ink)
    const turn = (x + y) / radius
    for (let spot = 0; spot < 3; spot += 1) {
      const angle = turn + (spot * 2 * Math.PI) / 3
      disc(
        pen,
        [x + Math.cos(angle) * radius * 0.5, y - radius + Math.sin(angle) * radius * 0.5],
        radius * 0.22,
        colours.ink,
      )
    }
  }

/** Cones that rise one after another, starting at second `from`. */
export const cones =
  (
    places: readonly Point[],
    { from = beforeScene, colour = colours.yellow }: { from?: number; colour?: string } = {},
  ): Draw =>
  ({ pen, toPixels }, t) => {
    for (const [index, place] of places.entries()) {
      const up = easedShare(t, from + index * 0.25, from + index * 0.25 + 0.4)
      if (up === 0) continue
      const [x, y] = toPixels(place)
      shadow(pen, [x, y], 7 * up)
      pen.beginPath()
      pen.moveTo(x - 6 * up, y)
      pen.lineTo(x, y - 13 * up)
      pen.lineTo(x + 6 * up, y)
      pen.closePath()
      pen.fillStyle = colour
      pen.fill()
      pen.lineWidth = 1.2
      pen.strokeStyle = colours.ink
      pen.stroke()
    }
  }
