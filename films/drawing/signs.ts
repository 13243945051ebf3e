import { glyph, type Glyph } from './glyphs.ts'
import { badge, font } from './marks.ts'
import { clampShare, easedShare, isPath, type Path, placeOn, type Point, visibility } from './motion.ts'
import { colours, type Draw, width, withOpacity } from './stage.ts'

/** A speech bubble above a person or a place, from the seconds `from` to `to`. */
export const bubble =
  (below: Path | Point, kind: Glyph, from: number, to: number): Draw =>
  ({ pen, toPixels }, t) =>
    withOpacity(pen, visibility(t, from, to), () => {
      const [x, y] = toPixels(isPath(below) ? placeOn(below, t) : below)
      const [middle, top] = [x + 20, y - 66]
      pen.fillStyle = colours.paper
      pen.strokeStyle = colours.ink
      pen.lineWidth = 2
      pen.beginPath()
      pen.roundRect(middle - 20, top - 15, 40, 30, 12)
      pen.fill()
      pen.stroke()
      pen.beginPath()
      pen.moveTo(middle - 12, top + 13)
      pen.lineTo(x + 6, top + 26)
      pen.lineTo(middle - 2, top + 14)
      pen.fill()
      glyph(pen, [middle, top], kind)
    })

/** Places for numbers at the upper edge of the picture, in pixels. */
const edgePlaces = { left: [46, 30], middle: [width / 2, 30], right: [width - 46, 30] } as const
export type EdgePlace = keyof typeof edgePlaces

const toPoint = (place: EdgePlace | Point): Point => (typeof place === 'string' ? edgePlaces[place] : place)

/** A number in the picture with its value from each time on. It jumps when the value changes. */
export const counter =
  (
    place: EdgePlace | Point,
    values: readonly (readonly [time: number, value: number | string])[],
    background: string = colours.paper,
  ): Draw =>
  ({ pen }, t) => {
    const [since, value] = values.findLast(([time]) => time <= t) ?? []
    if (since === undefined) return
    const jump = 1 + 0.5 * (1 - easedShare(t, since, since + 0.5))
    badge(pen, toPoint(place), String(value), { background, size: 24 * jump })
  }

/** A clock. Between the seconds `from` and `to` its number counts up or down while its sector fills once. */
export const clock =
  (
    place: EdgePlace | Point,
    {
      firstNumber,
      lastNumber,
      from,
      to,
      radius = 25,
    }: { firstNumber: number; lastNumber: number; from: number; to: number; radius?: number },
  ): Draw =>
  ({ pen }, t) =>
    withOpacity(pen, visibility(t, from - 0.6), () => {
      const [x, y] = toPoint(place)
      const share = clampShare((t - from) / (to - from))
      pen.beginPath()
      pen.arc(x, y + 4, radius, 0, 2 * Math.PI)
      pen.fillStyle = colours.paper
      pen.fill()
      pen.lineWidth = 2.5
      pen.strokeStyle = colours.ink
      pen.stroke()
      pen.beginPath()
      pen.moveTo(x, y + 4)
      pen.arc(x, y + 4, radius * 0.88, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * share)
      pen.closePath()
      pen.fillStyle = 'rgb(255 197 61 / 75%)'
      pen.fill()
      pen.fillStyle = colours.ink
      pen.font = font(radius * 0.8)
      pen.textAlign = 'center'
      pen.textBaseline = 'middle'
      pen.fillText(String(Math.round(firstNumber + (lastNumber - firstNumber) * share)), x, y + 5)
    })

/** A sign on a card at a place in pixels. `number` appears at its corner. */
export const card =
  (
    place: Point,
    kind: Glyph,
    {
      from = 0,
      to,
      background = colours.paper,
      number,
    }: { from?: number; to?: number; background?: string; number?: number } = {},
  ): Draw =>
  ({ pen }, t) =>
    withOpacity(pen, visibility(t, from, to), () => {
      const [x, y] = place
      pen.beginPath()
      pen.roundRect(x - 26, y - 24, 52, 48, 10)
      pen.fillStyle = background
      pen.fill()
      pen.lineWidth = 2
      pen.strokeStyle = colours.ink
      pen.stroke()
      glyph(pen, [x, y], kind, 1.3)
      if (number !== undefined)
        badge(pen, [x - 24, y - 22], String(number), { size: 15, background: colours.yellow })
    })

/**
 * A round dial. It makes a quarter turn in the second after `turnsAt`; without `turnsAt` it stays as it is.
 */
export const dial =
  (
    place: Point,
    colour: string,
    { from = 0, turnsAt, radius = 26 }: { from?: number; turnsAt?: number | undefined; radius?: number } = {},
  ): Draw =>
  ({ pen }, t) =>
    withOpacity(pen, visibility(t, from), () => {
      const [x, y] = place
      const angle = turnsAt === undefined ? -2.4 : -2.4 + easedShare(t, turnsAt, turnsAt + 1) * (Math.PI / 2)
      pen.lineWidth = 3
      pen.beginPath()
      pen.arc(x, y, radius, 0, 2 * Math.PI)
      pen.fillStyle = colour
      pen.fill()
      pen.strokeStyle = colours.ink
      pen.stroke()
      pen.lineCap = 'round'
      pen.lineWidth = 5
      pen.strokeStyle = colours.paper
      pen.beginPath()
      pen.moveTo(x, y)
      pen.lineTo(x + Math.cos(angle) * radius * 0.75, y + Math.sin(angle) * radius * 0.75)
      pen.stroke()
    })
