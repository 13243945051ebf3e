import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Character, drawHead, getCharacter } from './cast.ts'
import {
  beforeScene,
  getEasedShare,
  getGaze,
  type OpenInterval,
  type Path,
  getPosition,
  type Point,
} from './motion.ts'
import { colours, type Drawing } from './stage.ts'

/** The colour of a team's shirts, by which the films tell teams apart. */
export type TeamColour = 'red' | 'blue' | 'yellow'

export type Figure = {
  path: Path
  team?: TeamColour
  /** Draws the figure in a wheelchair. */
  wheelchair?: boolean
  bib?: boolean
  /** The intervals when an arm is raised. */
  armRaisedDuring?: readonly OpenInterval[]
  /** The index of the person in the `cast`. */
  character?: number
}

/** A figure's drawing, with the path by which `people` (`film.ts`) sorts figures from back to front. */
export type Person = { path: Path; drawing: Drawing }

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

const drawLegs = (context: SKRSContext2D, swing: number, hasBlade: boolean) => {
  drawLimb(context, { start: [-3, -16], end: [-4 + swing, -1] })
  if (!hasBlade) {
    drawLimb(context, { start: [3, -16], end: [4 - swing, -1] })
    return
  }
  drawLimb(context, { start: [3, -16], end: [4 - swing / 2, -9] })
  context.beginPath()
  context.moveTo(4 - swing / 2, -9)
  context.quadraticCurveTo(-swing, -5, 7 - swing, 0)
  context.lineWidth = 3
  context.strokeStyle = '#e8edf2'
  context.stroke()
}

const wheelRadius = 9.5

/** `roll` is the angle of the wheels in radians, and `side` where the wheelchair faces: -1 left, 1 right. */
const drawWheelchair = (context: SKRSContext2D, roll: number, side: number) => {
  context.save()
  context.scale(side, 1)
  drawLimb(context, { start: [-2, -15], end: [9, -13] })
  drawLimb(context, { start: [9, -13], end: [11, -3] })
  context.lineWidth = 2.5
  drawDisc(context, [-1, -9], { radius: wheelRadius, fill: 'rgb(255 255 255 / 35%)', stroke: colours.ink })
  for (let spoke = 0; spoke < 3; spoke += 1) {
    const angle = roll * side + (spoke * Math.PI) / 3
    const [dx, dy] = [Math.cos(angle) * 8.5, Math.sin(angle) * 8.5]
    drawLimb(context, { start: [-1 - dx, -9 - dy], end: [-1 + dx, -9 + dy], thickness: 1 })
  }
  drawDisc(context, [12, -2], { radius: 3, fill: colours.ink })
  context.restore()
}

type Shirt = { colour: string; shoulders: number; hasBib: boolean }

const drawShirt = (context: SKRSContext2D, { colour, shoulders, hasBib }: Shirt) => {
  context.beginPath()
  context.roundRect(-shoulders, -33, 2 * shoulders, 19, 6)
  context.fillStyle = colour
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = colours.ink
  context.stroke()
  if (!hasBib) return
  context.fillStyle = colours.yellow
  context.fillRect(-5, -31, 10, 14)
}

/** How long an arm takes to rise or to sink, at the start and at the end of its interval. */
const armSeconds = 0.3

/** Returns the height of an arm that is raised during an interval: 0 to 1. */
const getArmHeight = ({ from, to }: OpenInterval, time: number): number => {
  const rising = getEasedShare(time, from, from + armSeconds)
  if (to === undefined) return rising
  return Math.min(rising, 1 - getEasedShare(time, to - armSeconds, to))
}

/**
 * The movement of a figure: the swing of its legs in pixels, the height of its arm from 0 to 1, the angle of
 * its wheels in radians, and where it looks (`getGaze`).
 */
type Pose = { swing: number; armHeight: number; roll: number; gaze: number }

const drawFigure = (
  context: SKRSContext2D,
  { team = 'red', wheelchair = false, bib = false }: Figure,
  character: Character,
  { swing, armHeight, roll, gaze }: Pose,
) => {
  const { skin, shoulders, blade = false } = character
  const arm = { colour: skin, thickness: 4 }
  drawShadow(context, [0, 0], 12)
  drawLimb(context, { start: [-shoulders, -29], end: [-shoulders - 4, -18 - swing * 0.6], ...arm })
  drawLimb(context, {
    start: [shoulders, -29],
    end: [shoulders + 4, -18 - armHeight * 26 + swing * 0.6],
    ...arm,
  })
  if (wheelchair) drawWheelchair(context, roll, gaze < 0 ? -1 : 1)
  else drawLegs(context, swing, blade)
  drawShirt(context, { colour: colours[team], shoulders, hasBib: bib })
  drawHead(context, character, gaze)
}

/** Figures are larger than the field's scale, so that they are visible on a phone. */
const scale = 1.3

/** Draws a player, who runs while the position on the path changes. */
const drawPlayer =
  (figure: Figure): Drawing =>
  ({ context, toFigure }, time) => {
    const [x, y] = toFigure(getPosition(figure.path, time))
    const [previousX, previousY] = toFigure(getPosition(figure.path, time - 0.1))
    // The legs swing only if the figure has moved by more than 0.4 pixels in the last tenth of a second.
    const isMoving = Math.hypot(x - previousX, y - previousY) > 0.4
    const { armRaisedDuring = [] } = figure
    const character = getCharacter(figure.character ?? 0)
    context.save()
    context.translate(x, y)
    context.scale(scale * character.size, scale * character.size)
    drawFigure(context, figure, character, {
      swing: isMoving ? Math.sin(time * 14) * 5 : 0,
      armHeight: Math.max(0, ...armRaisedDuring.map((interval) => getArmHeight(interval, time))),
      roll: x / wheelRadius,
      gaze: getGaze(figure.path, time),
    })
    context.restore()
  }

/** Creates players with separate options. `team` creates players with common options. */
export const group = (figures: readonly Figure[]): Person[] =>
  figures.map((figure) => ({ path: figure.path, drawing: drawPlayer(figure) }))

type TeamOptions = {
  /** The index in the `cast` of the first player. Each further player is the next person in it. */
  firstCharacter?: number
  /** The indexes of the players in a wheelchair. */
  wheelchairs?: readonly number[]
  bib?: boolean
}

/** Creates the players of one team, one for each path. */
export const team = (
  colour: TeamColour,
  paths: readonly Path[],
  { firstCharacter = 0, wheelchairs = [], ...options }: TeamOptions = {},
): Person[] =>
  group(
    paths.map((path, index) => ({
      path,
      team: colour,
      character: index + firstCharacter,
      wheelchair: wheelchairs.includes(index),
      ...options,
    })),
  )

/** Draws a ball that turns as it rolls. `radius` is in pixels. */
export const ball =
  (path: Path, { colour = '#ffffff', radius = 7 }: { colour?: string; radius?: number } = {}): Drawing =>
  ({ context, toPixels }, time) => {
    const [x, y] = toPixels(getPosition(path, time))
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

/**
 * How far a cone is from the player beside it, in pixels, as figures are: beyond the feet, and beyond the
 * castors of a wheelchair.
 */
const besideFigure = 28

/**
 * Draws cones that rise from the ground one after another, starting at second `from`. With `beside`, players
 * stand at the positions: each cone is beside its player, on the side away from the middle of the field, where
 * no legs hide it.
 */
export const cones =
  (
    positions: readonly Point[],
    {
      from = beforeScene,
      colour = colours.yellow,
      beside = false,
    }: { from?: number; colour?: string; beside?: boolean } = {},
  ): Drawing =>
  ({ context, toPixels }, time) => {
    for (const [index, position] of positions.entries()) {
      const start = from + index * 0.25
      const height = getEasedShare(time, start, start + 0.4)
      if (height === 0) continue
      const [middle, y] = toPixels(position)
      const side = position[0] < 0 ? -1 : 1
      const x = beside ? middle + side * besideFigure : middle
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
