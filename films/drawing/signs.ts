import { glyph, type Glyph } from './glyphs.ts'
import { between, placeOn, shown, type Path, type Point } from './motion.ts'
import { badge, font } from './marks.ts'
import { colours, faded, width, type Draw } from './stage.ts'

/** A speech bubble above a person or a place, between two seconds. */
export const bubble =
  (above: Path | Point, says: Glyph, from: number, to: number): Draw =>
  ({ pen, at }, t) =>
    faded(pen, shown(t, from, to), () => {
      const [x, y] = at(isPath(above) ? placeOn(above, t) : above)
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
      glyph(pen, [middle, top], says)
    })

const isPath = (place: Point | Path): place is Path => Array.isArray(place[0])

/** Corners of the picture, in pixels. */
const corners = { left: [46, 30], middle: [width / 2, 30], right: [width - 46, 30] } as const
export type Corner = keyof typeof corners

const cornerOf = (place: Corner | Point): Point => (typeof place === 'string' ? corners[place] : place)

/** A number at the edge of the picture. It jumps when its value changes. */
export const counter =
  (
    place: Corner | Point,
    values: readonly (readonly [at: number, value: number | string])[],
    ground: string = colours.paper,
  ): Draw =>
  ({ pen }, t) => {
    const [since, value] = values.findLast(([at]) => at <= t) ?? []
    if (since === undefined) return
    const jump = 1 + 0.5 * (1 - between(t, since, since + 0.5))
    badge(pen, cornerOf(place), String(value), { ground, size: 24 * jump })
  }

/** A clock whose number runs from `from` to `to` while its sector fills once. */
export const clock =
  (
    place: Corner | Point,
    {
      from,
      to,
      begins,
      ends,
      radius = 25,
    }: { from: number; to: number; begins: number; ends: number; radius?: number },
  ): Draw =>
  ({ pen }, t) =>
    faded(pen, shown(t, begins - 0.6), () => {
      const [x, y] = cornerOf(place)
      const share = Math.min(1, Math.max(0, (t - begins) / (ends - begins)))
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
      pen.fillText(String(Math.round(from + (to - from) * share)), x, y + 5)
    })

/** A sign on a card at a place in pixels, with an optional number. */
export const card =
  (
    place: Point,
    kind: Glyph,
    {
      from = 0,
      to,
      ground = colours.paper,
      number,
    }: { from?: number; to?: number; ground?: string; number?: number } = {},
  ): Draw =>
  ({ pen }, t) =>
    faded(pen, shown(t, from, to), () => {
      const [x, y] = place
      pen.beginPath()
      pen.roundRect(x - 26, y - 24, 52, 48, 10)
      pen.fillStyle = ground
      pen.fill()
      pen.lineWidth = 2
      pen.strokeStyle = colours.ink
      pen.stroke()
      glyph(pen, [x, y], kind, 1.3)
      if (number !== undefined)
        badge(pen, [x - 24, y - 22], String(number), { size: 15, ground: colours.yellow })
    })

/** A round dial. It starts to turn at second `turns`. */
export const dial =
  (
    place: Point,
    colour: string,
    { from = 0, turns, radius = 26 }: { from?: number; turns?: number; radius?: number } = {},
  ): Draw =>
  ({ pen }, t) =>
    faded(pen, shown(t, from), () => {
      const [x, y] = place
      const angle = turns === undefined ? -2.4 : -2.4 + between(t, turns, turns + 1) * (Math.PI / 2)
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
