import type { SKRSContext2D } from '@napi-rs/canvas'
import { between, placeOn, type Path, type Point } from './motion.ts'
import { colours, type Draw } from './stage.ts'

export type Team = 'red' | 'blue' | 'yellow'

export type Figure = {
  path: Path
  team?: Team
  /** Draws the figure in a wheelchair. */
  wheels?: boolean
  bib?: boolean
  /** Intervals in which an arm is raised, in seconds. */
  raises?: readonly (readonly [from: number, to: number])[]
  /** Index into `colours.skin`. */
  skin?: number
}

/** Height of a figure from its shadow to its head, in pixels. */
const tall = 46

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

const limb = (pen: SKRSContext2D, from: Point, to: Point, colour: string, thick = 4.5) => {
  pen.beginPath()
  pen.moveTo(...from)
  pen.lineTo(...to)
  pen.lineCap = 'round'
  pen.lineWidth = thick
  pen.strokeStyle = colour
  pen.stroke()
}

const legs = (pen: SKRSContext2D, [x, y]: Point, swing: number) => {
  limb(pen, [x - 3, y - 16], [x - 4 + swing, y - 1], colours.ink)
  limb(pen, [x + 3, y - 16], [x + 4 - swing, y - 1], colours.ink)
}

const chair = (pen: SKRSContext2D, [x, y]: Point, roll: number) => {
  limb(pen, [x - 2, y - 15], [x + 9, y - 13], colours.ink)
  limb(pen, [x + 9, y - 13], [x + 11, y - 3], colours.ink)
  pen.lineWidth = 2.5
  disc(pen, [x - 1, y - 9], 9.5, 'rgb(255 255 255 / 35%)', colours.ink)
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

/** Height of the arm at second `t`, from 0 to 1. */
const raised = (raises: Figure['raises'] = [], t: number): number =>
  Math.max(
    0,
    ...raises.map(([from, to]) => Math.min(between(t, from, from + 0.3), 1 - between(t, to - 0.3, to))),
  )

const drawFigure = (
  pen: SKRSContext2D,
  { team = 'red', wheels = false, bib = false, skin = 0 }: Figure,
  swing: number,
  arm: number,
  roll: number,
) => {
  const tone = colours.skin[skin % colours.skin.length] ?? colours.ink
  const place: Point = [0, 0]
  shadow(pen, place, 12)
  limb(pen, [-8, -29], [-12, -18 - swing * 0.6], tone, 4)
  limb(pen, [8, -29], [12, -18 - arm * 26 + swing * 0.6], tone, 4)
  if (wheels) chair(pen, place, roll)
  else legs(pen, place, swing)
  shirt(pen, place, colours[team], bib)
  pen.lineWidth = 1.5
  disc(pen, [0, -tall + 6], 7.5, tone, colours.ink)
  pen.beginPath()
  pen.arc(0, -tall + 5, 7.5, Math.PI, 2 * Math.PI)
  pen.fillStyle = colours.ink
  pen.fill()
}

/** Draws figures larger than life, so that they are visible on a phone. */
const scale = 1.2

/** A player. The player runs while the path moves. */
export const player =
  (figure: Figure): Draw =>
  ({ pen, at }, t) => {
    const [x, y] = at(placeOn(figure.path, t))
    const before = at(placeOn(figure.path, t - 0.1))
    const isMoving = Math.hypot(x - before[0], y - before[1]) > 0.4
    pen.save()
    pen.translate(x, y)
    pen.scale(scale, scale)
    drawFigure(pen, figure, isMoving ? Math.sin(t * 14) * 5 : 0, raised(figure.raises, t), x / 9.5)
    pen.restore()
  }

/** Players with their paths. `people` sorts them by path, from back to front. */
export const group = (all: readonly Figure[]): [Path, Draw][] =>
  all.map((figure) => [figure.path, player(figure)])

/** Players of one team, each with a different skin. `wheels` lists the indexes of players in a wheelchair. */
export const team = (
  colour: Team,
  paths: readonly Path[],
  { first = 0, wheels = [], ...rest }: { first?: number; wheels?: readonly number[]; bib?: boolean } = {},
): [Path, Draw][] =>
  group(
    paths.map((path, at) => ({ path, team: colour, skin: at + first, wheels: wheels.includes(at), ...rest })),
  )

/** A ball that turns as it rolls. */
export const ball =
  (path: Path, { colour = '#ffffff', radius = 7 }: { colour?: string; radius?: number } = {}): Draw =>
  ({ pen, at }, t) => {
    const [x, y] = at(placeOn(path, t))
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
    { from = -9, colour = colours.yellow }: { from?: number; colour?: string } = {},
  ): Draw =>
  ({ pen, at }, t) => {
    for (const [number, place] of places.entries()) {
      const up = between(t, from + number * 0.25, from + number * 0.25 + 0.4)
      if (up === 0) continue
      const [x, y] = at(place)
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
