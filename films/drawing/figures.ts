import type { SKRSContext2D } from '@napi-rs/canvas'
import { beforeScene, easedShare, type Interval, type Path, placeOn, type Point } from './motion.ts'
import { colours, type Drawing } from './stage.ts'

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

const disc = (context: SKRSContext2D, [x, y]: Point, radius: number, fill: string, stroke?: string) => {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = fill
  context.fill()
  if (stroke === undefined) return
  context.strokeStyle = stroke
  context.stroke()
}

const shadow = (context: SKRSContext2D, [x, y]: Point, radius: number) => {
  context.beginPath()
  context.ellipse(x, y, radius, radius * 0.4, 0, 0, 2 * Math.PI)
  context.fillStyle = 'rgb(6 40 25 / 35%)'
  context.fill()
}

const limb = (context: SKRSContext2D, from: Point, to: Point, colour: string, thickness = 4.5) => {
  context.beginPath()
  context.moveTo(...from)
  context.lineTo(...to)
  context.lineCap = 'round'
  context.lineWidth = thickness
  context.strokeStyle = colour
  context.stroke()
}

const legs = (context: SKRSContext2D, [x, y]: Point, swing: number) => {
  limb(context, [x - 3, y - 16], [x - 4 + swing, y - 1], colours.ink)
  limb(context, [x + 3, y - 16], [x + 4 - swing, y - 1], colours.ink)
}

/** In pixels before scaling. */
const wheelRadius = 9.5

const chair = (context: SKRSContext2D, [x, y]: Point, roll: number) => {
  limb(context, [x - 2, y - 15], [x + 9, y - 13], colours.ink)
  limb(context, [x + 9, y - 13], [x + 11, y - 3], colours.ink)
  context.lineWidth = 2.5
  disc(context, [x - 1, y - 9], wheelRadius, 'rgb(255 255 255 / 35%)', colours.ink)
  for (let spoke = 0; spoke < 3; spoke += 1) {
    const angle = roll + (spoke * Math.PI) / 3
    const [dx, dy] = [Math.cos(angle) * 8.5, Math.sin(angle) * 8.5]
    limb(context, [x - 1 - dx, y - 9 - dy], [x - 1 + dx, y - 9 + dy], colours.ink, 1)
  }
  disc(context, [x + 12, y - 2], 3, colours.ink)
}

const shirt = (context: SKRSContext2D, [x, y]: Point, colour: string, bib: boolean) => {
  context.beginPath()
  context.roundRect(x - 8, y - 33, 16, 19, 6)
  context.fillStyle = colour
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = colours.ink
  context.stroke()
  if (!bib) return
  context.fillStyle = colours.yellow
  context.fillRect(x - 5, y - 31, 10, 14)
}

/** The height of the arm at second `time`, from 0 to 1. */
const armHeight = (raisesArm: Figure['raisesArm'] = [], time: number): number =>
  Math.max(
    0,
    ...raisesArm.map(([from, to]) => Math.min(easedShare(time, from, from + 0.3), 1 - easedShare(time, to - 0.3, to))),
  )

/**
 * The movement of a figure: the swing of its legs in pixels, the height of its arm from 0 to 1, and the angle
 * of its wheels in radians.
 */
type Pose = { swing: number; arm: number; roll: number }

const drawFigure = (
  context: SKRSContext2D,
  { team = 'red', wheelchair = false, bib = false, skin = 0 }: Figure,
  { swing, arm, roll }: Pose,
) => {
  const tone = colours.skin[skin % colours.skin.length] ?? colours.ink
  const origin: Point = [0, 0]
  shadow(context, origin, 12)
  limb(context, [-8, -29], [-12, -18 - swing * 0.6], tone, 4)
  limb(context, [8, -29], [12, -18 - arm * 26 + swing * 0.6], tone, 4)
  if (wheelchair) chair(context, origin, roll)
  else legs(context, origin, swing)
  shirt(context, origin, colours[team], bib)
  context.lineWidth = 1.5
  disc(context, [0, -figureHeight + 6], 7.5, tone, colours.ink)
  context.beginPath()
  context.arc(0, -figureHeight + 5, 7.5, Math.PI, 2 * Math.PI)
  context.fillStyle = colours.ink
  context.fill()
}

/** Figures are larger than the field's scale, so that they are visible on a phone. */
const scale = 1.2

/** A player. The player runs while the path moves. */
export const player =
  (figure: Figure): Drawing =>
  ({ context, toPixels }, time) => {
    const [x, y] = toPixels(placeOn(figure.path, time))
    const [previousX, previousY] = toPixels(placeOn(figure.path, time - 0.1))
    const isMoving = Math.hypot(x - previousX, y - previousY) > 0.4
    context.save()
    context.translate(x, y)
    context.scale(scale, scale)
    drawFigure(context, figure, {
      swing: isMoving ? Math.sin(time * 14) * 5 : 0,
      arm: armHeight(figure.raisesArm, time),
      roll: x / wheelRadius,
    })
    context.restore()
  }

/** Players with their paths, by which `people` sorts them from back to front. */
export const group = (figures: readonly Figure[]): [Path, Drawing][] =>
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
): [Path, Drawing][] =>
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
  (path: Path, { colour = '#ffffff', radius = 7 }: { colour?: string; radius?: number } = {}): Drawing =>
  ({ context, toPixels }, time) => {
    const [x, y] = toPixels(placeOn(path, time))
    shadow(context, [x, y + 1], radius)
    context.lineWidth = 1.5
    disc(context, [x, y - radius], radius, colour, colours.ink)
    const turn = (x + y) / radius
    for (let spot = 0; spot < 3; spot += 1) {
      const angle = turn + (spot * 2 * Math.PI) / 3
      disc(
        context,
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
  ): Drawing =>
  ({ context, toPixels }, time) => {
    for (const [index, place] of places.entries()) {
      const up = easedShare(time, from + index * 0.25, from + index * 0.25 + 0.4)
      if (up === 0) continue
      const [x, y] = toPixels(place)
      shadow(context, [x, y], 7 * up)
      context.beginPath()
      context.moveTo(x - 6 * up, y)
      context.lineTo(x, y - 13 * up)
      context.lineTo(x + 6 * up, y)
      context.closePath()
      context.fillStyle = colour
      context.fill()
      context.lineWidth = 1.2
      context.strokeStyle = colours.ink
      context.stroke()
    }
  }
