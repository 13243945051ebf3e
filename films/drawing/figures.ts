import type { SKRSContext2D } from '@napi-rs/canvas'
import { beforeScene, getEasedShare, type OpenInterval, type Path, placeOn, type Point } from './motion.ts'
import { colours, type Drawing } from './stage.ts'

export type Team = 'red' | 'blue' | 'yellow'

export type Figure = {
  path: Path
  team?: Team
  /** Draws the figure in a wheelchair. */
  wheelchair?: boolean
  bib?: boolean
  /** The intervals when an arm is raised. */
  raisesArm?: readonly OpenInterval[]
  /** Index into `colours.skin`. After the last colour the first one follows. */
  skin?: number
}

/** A figure's drawing, with the path that `people` uses to sort figures from back to front. */
export type Person = { path: Path; drawing: Drawing }

/**
 * From the ground to the top of the head. Lengths in a figure are in pixels before scaling. Places are
 * relative to the ground below its middle.
 */
const figureHeight = 46

const drawDisc = (
  context: SKRSContext2D,
  [x, y]: Point,
  { radius, fill, stroke }: { radius: number; fill: string; stroke?: string },
) => {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = fill
  context.fill()
  if (stroke === undefined) return
  context.strokeStyle = stroke
  context.stroke()
}

const drawShadow = (context: SKRSContext2D, [x, y]: Point, radius: number) => {
  context.beginPath()
  context.ellipse(x, y, radius, radius * 0.4, 0, 0, 2 * Math.PI)
  context.fillStyle = 'rgb(6 40 25 / 35%)'
  context.fill()
}

type Limb = { start: Point; end: Point; colour?: string; thickness?: number }

const drawLimb = (context: SKRSContext2D, { start, end, colour = colours.ink, thickness = 4.5 }: Limb) => {
  context.beginPath()
  context.moveTo(...start)
  context.lineTo(...end)
  context.lineCap = 'round'
  context.lineWidth = thickness
  context.strokeStyle = colour
  context.stroke()
}

const drawLegs = (context: SKRSContext2D, swing: number) => {
  drawLimb(context, { start: [-3, -16], end: [-4 + swing, -1] })
  drawLimb(context, { start: [3, -16], end: [4 - swing, -1] })
}

const wheelRadius = 9.5

/** A wheelchair that faces to the right. `roll` is the angle of its wheels in radians. */
const drawWheelchair = (context: SKRSContext2D, roll: number) => {
  drawLimb(context, { start: [-2, -15], end: [9, -13] })
  drawLimb(context, { start: [9, -13], end: [11, -3] })
  context.lineWidth = 2.5
  drawDisc(context, [-1, -9], { radius: wheelRadius, fill: 'rgb(255 255 255 / 35%)', stroke: colours.ink })
  for (let spoke = 0; spoke < 3; spoke += 1) {
    const angle = roll + (spoke * Math.PI) / 3
    const [dx, dy] = [Math.cos(angle) * 8.5, Math.sin(angle) * 8.5]
    drawLimb(context, { start: [-1 - dx, -9 - dy], end: [-1 + dx, -9 + dy], thickness: 1 })
  }
  drawDisc(context, [12, -2], { radius: 3, fill: colours.ink })
}

const drawShirt = (context: SKRSContext2D, colour: string, hasBib: boolean) => {
  context.beginPath()
  context.roundRect(-8, -33, 16, 19, 6)
  context.fillStyle = colour
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = colours.ink
  context.stroke()
  if (!hasBib) return
  context.fillStyle = colours.yellow
  context.fillRect(-5, -31, 10, 14)
}

const drawHead = (context: SKRSContext2D, skinColour: string) => {
  context.lineWidth = 1.5
  drawDisc(context, [0, -figureHeight + 6], { radius: 7.5, fill: skinColour, stroke: colours.ink })
  // The hair.
  context.beginPath()
  context.arc(0, -figureHeight + 5, 7.5, Math.PI, 2 * Math.PI)
  context.fillStyle = colours.ink
  context.fill()
}

/** How long an arm takes to rise or to sink. */
const armSeconds = 0.3

/** Returns the height of an arm that is raised during an interval: 0 to 1. */
const getArmHeight = ({ from, to }: OpenInterval, time: number): number => {
  const rising = getEasedShare(time, from, from + armSeconds)
  if (to === undefined) return rising
  return Math.min(rising, 1 - getEasedShare(time, to - armSeconds, to))
}

/**
 * The movement of a figure: the swing of its legs in pixels, the height of its arm from 0 to 1, and the angle
 * of its wheels in radians.
 */
type Pose = { swing: number; armHeight: number; roll: number }

const drawFigure = (
  context: SKRSContext2D,
  { team = 'red', wheelchair = false, bib = false, skin = 0 }: Figure,
  { swing, armHeight, roll }: Pose,
) => {
  const skinColour = colours.skin[skin % colours.skin.length] ?? colours.ink
  const arm = { colour: skinColour, thickness: 4 }
  drawShadow(context, [0, 0], 12)
  drawLimb(context, { start: [-8, -29], end: [-12, -18 - swing * 0.6], ...arm })
  drawLimb(context, { start: [8, -29], end: [12, -18 - armHeight * 26 + swing * 0.6], ...arm })
  if (wheelchair) drawWheelchair(context, roll)
  else drawLegs(context, swing)
  drawShirt(context, colours[team], bib)
  drawHead(context, skinColour)
}

/** Figures are larger than the field's scale, so that they are visible on a phone. */
const scale = 1.2

/** Draws a player, who runs while the place on the path changes. */
const drawPlayer =
  (figure: Figure): Drawing =>
  ({ context, toPixels }, time) => {
    const [x, y] = toPixels(placeOn(figure.path, time))
    const [previousX, previousY] = toPixels(placeOn(figure.path, time - 0.1))
    // The legs swing only if the figure has moved by more than 0.4 pixels in the last tenth of a second.
    const isMoving = Math.hypot(x - previousX, y - previousY) > 0.4
    const { raisesArm = [] } = figure
    context.save()
    context.translate(x, y)
    context.scale(scale, scale)
    drawFigure(context, figure, {
      swing: isMoving ? Math.sin(time * 14) * 5 : 0,
      armHeight: Math.max(0, ...raisesArm.map((interval) => getArmHeight(interval, time))),
      roll: x / wheelRadius,
    })
    context.restore()
  }

/** Creates players that differ in their options. `team` creates players that share theirs. */
export const group = (figures: readonly Figure[]): Person[] =>
  figures.map((figure) => ({ path: figure.path, drawing: drawPlayer(figure) }))

type TeamOptions = {
  /** The index into `colours.skin` of the first player. Each further player has the next one. */
  firstSkin?: number
  /** The indexes of the players in a wheelchair. */
  wheelchairs?: readonly number[]
  bib?: boolean
}

/** Creates the players of one team, one for each path. */
export const team = (
  colour: Team,
  paths: readonly Path[],
  { firstSkin = 0, wheelchairs = [], ...options }: TeamOptions = {},
): Person[] =>
  group(
    paths.map((path, index) => ({
      path,
      team: colour,
      skin: index + firstSkin,
      wheelchair: wheelchairs.includes(index),
      ...options,
    })),
  )

/** Draws a ball that turns as it rolls. `radius` is in pixels. */
export const ball =
  (path: Path, { colour = '#ffffff', radius = 7 }: { colour?: string; radius?: number } = {}): Drawing =>
  ({ context, toPixels }, time) => {
    const [x, y] = toPixels(placeOn(path, time))
    drawShadow(context, [x, y + 1], radius)
    context.lineWidth = 1.5
    drawDisc(context, [x, y - radius], { radius, fill: colour, stroke: colours.ink })
    const turn = (x + y) / radius
    for (let spot = 0; spot < 3; spot += 1) {
      const angle = turn + (spot * 2 * Math.PI) / 3
      const [dx, dy] = [Math.cos(angle) * radius * 0.5, Math.sin(angle) * radius * 0.5]
      drawDisc(context, [x + dx, y - radius + dy], { radius: radius * 0.22, fill: colours.ink })
    }
  }

/** Draws cones that rise from the ground one after another, starting at second `from`. */
export const cones =
  (
    places: readonly Point[],
    { from = beforeScene, colour = colours.yellow }: { from?: number; colour?: string } = {},
  ): Drawing =>
  ({ context, toPixels }, time) => {
    for (const [index, place] of places.entries()) {
      const start = from + index * 0.25
      const height = getEasedShare(time, start, start + 0.4)
      if (height === 0) continue
      const [x, y] = toPixels(place)
      drawShadow(context, [x, y], 7 * height)
      context.beginPath()
      context.moveTo(x - 6 * height, y)
      context.lineTo(x, y - 13 * height)
      context.lineTo(x + 6 * height, y)
      context.closePath()
      context.fillStyle = colour
      context.fill()
      context.lineWidth = 1.2
      context.strokeStyle = colours.ink
      context.stroke()
    }
  }
