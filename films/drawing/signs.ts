import { glyph, type Glyph } from './glyphs.ts'
import { badge, font } from './marks.ts'
import { clampShare, easedShare, isPath, type Path, placeOn, type Point, visibility } from './motion.ts'
import { colours, type Drawing, width, withOpacity } from './stage.ts'

/** A speech bubble above a person or a place, from the seconds `from` to `to`. */
export const bubble =
  (below: Path | Point, kind: Glyph, from: number, to: number): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, visibility(time, from, to), () => {
      const [x, y] = toPixels(isPath(below) ? placeOn(below, time) : below)
      const [middle, top] = [x + 20, y - 66]
      context.fillStyle = colours.paper
      context.strokeStyle = colours.ink
      context.lineWidth = 2
      context.beginPath()
      context.roundRect(middle - 20, top - 15, 40, 30, 12)
      context.fill()
      context.stroke()
      context.beginPath()
      context.moveTo(middle - 12, top + 13)
      context.lineTo(x + 6, top + 26)
      context.lineTo(middle - 2, top + 14)
      context.fill()
      glyph(context, [middle, top], kind)
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
  ): Drawing =>
  ({ context }, time) => {
    const [since, value] = values.findLast(([begin]) => begin <= time) ?? []
    if (since === undefined) return
    const jump = 1 + 0.5 * (1 - easedShare(time, since, since + 0.5))
    badge(context, toPoint(place), String(value), { background, size: 24 * jump })
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
  ): Drawing =>
  ({ context }, time) =>
    withOpacity(context, visibility(time, from - 0.6), () => {
      const [x, y] = toPoint(place)
      const share = clampShare((time - from) / (to - from))
      context.beginPath()
      context.arc(x, y + 4, radius, 0, 2 * Math.PI)
      context.fillStyle = colours.paper
      context.fill()
      context.lineWidth = 2.5
      context.strokeStyle = colours.ink
      context.stroke()
      context.beginPath()
      context.moveTo(x, y + 4)
      context.arc(x, y + 4, radius * 0.88, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * share)
      context.closePath()
      context.fillStyle = 'rgb(255 197 61 / 75%)'
      context.fill()
      context.fillStyle = colours.ink
      context.font = font(radius * 0.8)
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillText(String(Math.round(firstNumber + (lastNumber - firstNumber) * share)), x, y + 5)
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
  ): Drawing =>
  ({ context }, time) =>
    withOpacity(context, visibility(time, from, to), () => {
      const [x, y] = place
      context.beginPath()
      context.roundRect(x - 26, y - 24, 52, 48, 10)
      context.fillStyle = background
      context.fill()
      context.lineWidth = 2
      context.strokeStyle = colours.ink
      context.stroke()
      glyph(context, [x, y], kind, 1.3)
      if (number !== undefined)
        badge(context, [x - 24, y - 22], String(number), { size: 15, background: colours.yellow })
    })

/**
 * A round dial. It makes a quarter turn in the second after `turnsAt`; without `turnsAt` it stays as it is.
 */
export const dial =
  (
    place: Point,
    colour: string,
    { from = 0, turnsAt, radius = 26 }: { from?: number; turnsAt?: number | undefined; radius?: number } = {},
  ): Drawing =>
  ({ context }, time) =>
    withOpacity(context, visibility(time, from), () => {
      const [x, y] = place
      const angle = turnsAt === undefined ? -2.4 : -2.4 + easedShare(time, turnsAt, turnsAt + 1) * (Math.PI / 2)
      context.lineWidth = 3
      context.beginPath()
      context.arc(x, y, radius, 0, 2 * Math.PI)
      context.fillStyle = colour
      context.fill()
      context.strokeStyle = colours.ink
      context.stroke()
      context.lineCap = 'round'
      context.lineWidth = 5
      context.strokeStyle = colours.paper
      context.beginPath()
      context.moveTo(x, y)
      context.lineTo(x + Math.cos(angle) * radius * 0.75, y + Math.sin(angle) * radius * 0.75)
      context.stroke()
    })
