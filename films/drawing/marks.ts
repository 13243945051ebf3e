import { between, placeOn, shown, type Path, type Point } from './motion.ts'
import { colours, faded, height, width, type Draw } from './stage.ts'

export const font = (size: number) => `700 ${size}px "DejaVu Sans", "Liberation Sans", sans-serif`

export const meadow: Draw = ({ pen }) => {
  pen.fillStyle = colours.grass
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = colours.grassLight
  for (let x = 0; x < width; x += 128) pen.fillRect(x, 0, 64, height)
}

type Size = { length: number; width: number }

/** The outline of a field, drawn from second `from` on. `becomes` changes its size between two seconds. */
export const field =
  (
    size: Size,
    {
      from = -9,
      becomes,
      at: middle = [0, 0],
    }: { from?: number; at?: Point; becomes?: Size & { from: number; to: number } } = {},
  ): Draw =>
  ({ pen, at, step }, t) => {
    const share = becomes ? between(t, becomes.from, becomes.to) : 0
    const length = size.length + ((becomes?.length ?? size.length) - size.length) * share
    const wide = size.width + ((becomes?.width ?? size.width) - size.width) * share
    const [left, top] = at([middle[0] - length / 2, middle[1] - wide / 2])
    const around = 2 * (length + wide) * step
    pen.save()
    pen.setLineDash([around])
    pen.lineDashOffset = around * (1 - between(t, from, from + 2))
    pen.lineWidth = 3
    pen.strokeStyle = colours.line
    pen.strokeRect(left, top, length * step, wide * step)
    pen.restore()
  }

/** A line between two places. A dashed line shows a route. */
export const line =
  (
    a: Point,
    b: Point,
    {
      from = -9,
      to,
      dashed = false,
      colour = colours.line,
      thick = 3,
    }: { from?: number; to?: number; dashed?: boolean; colour?: string; thick?: number } = {},
  ): Draw =>
  ({ pen, at }, t) =>
    faded(pen, shown(t, from, to), () => {
      if (dashed) pen.setLineDash([7, 7])
      pen.lineWidth = thick
      pen.strokeStyle = colour
      pen.beginPath()
      pen.moveTo(...at(a))
      pen.lineTo(...at(b))
      pen.stroke()
    })

export const circle =
  (
    middle: Point,
    radius: number,
    {
      from = -9,
      to,
      dashed = false,
      colour = colours.line,
    }: { from?: number; to?: number; dashed?: boolean; colour?: string } = {},
  ): Draw =>
  ({ pen, at, step }, t) =>
    faded(pen, shown(t, from, to), () => {
      if (dashed) pen.setLineDash([6, 7])
      pen.lineWidth = 3
      pen.strokeStyle = colour
      pen.beginPath()
      pen.arc(...at(middle), radius * step, 0, 2 * Math.PI)
      pen.stroke()
    })

const head = (pen: CanvasPen, [x, y]: Point, angle: number) => {
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x - 13 * Math.cos(angle - 0.45), y - 13 * Math.sin(angle - 0.45))
  pen.lineTo(x - 13 * Math.cos(angle + 0.45), y - 13 * Math.sin(angle + 0.45))
  pen.closePath()
  pen.fill()
}

type CanvasPen = Parameters<Draw>[0]['pen']

/** An arrow. With two heads it marks a distance. */
export const arrow =
  (
    a: Point,
    b: Point,
    {
      from = 0,
      to,
      both = false,
      colour = colours.yellow,
    }: { from?: number; to?: number; both?: boolean; colour?: string } = {},
  ): Draw =>
  ({ pen, at }, t) =>
    faded(pen, shown(t, from, to), () => {
      const [p, q] = [at(a), at(b)]
      const grown = between(t, from, from + 0.8)
      const end: Point = [p[0] + (q[0] - p[0]) * grown, p[1] + (q[1] - p[1]) * grown]
      const angle = Math.atan2(q[1] - p[1], q[0] - p[0])
      pen.lineWidth = 4
      pen.strokeStyle = colour
      pen.fillStyle = colour
      pen.beginPath()
      pen.moveTo(...p)
      pen.lineTo(end[0] - 8 * Math.cos(angle), end[1] - 8 * Math.sin(angle))
      pen.stroke()
      head(pen, end, angle)
      if (both) head(pen, p, angle + Math.PI)
    })

/** A text on a rounded background, at a place in pixels. */
export const badge = (
  pen: CanvasPen,
  [x, y]: Point,
  text: string,
  { ground = colours.paper, ink = colours.ink, size = 20 } = {},
): void => {
  pen.font = font(size)
  const wide = Math.max(size * 1.5, pen.measureText(text).width + size * 0.9)
  pen.beginPath()
  pen.roundRect(x - wide / 2, y - size * 0.78, wide, size * 1.56, size * 0.78)
  pen.fillStyle = ground
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = colours.ink
  pen.stroke()
  pen.fillStyle = ink
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, x, y + 1)
}

/** A text at a place on the field. */
export const label =
  (
    place: Point | Path,
    text: string,
    {
      from = 0,
      to,
      size = 20,
      ground = colours.paper,
      lift = 0,
    }: { from?: number; to?: number; size?: number; ground?: string; lift?: number } = {},
  ): Draw =>
  ({ pen, at }, t) =>
    faded(pen, shown(t, from, to), () => {
      const [x, y] = at(isPath(place) ? placeOn(place, t) : place)
      badge(pen, [x, y - lift], text, { ground, size })
    })

const isPath = (place: Point | Path): place is Path => Array.isArray(place[0])

/** A line with its length in steps. */
export const measure = (a: Point, b: Point, steps: number, from: number, to?: number): Draw[] => [
  arrow(a, b, { from, both: true, ...(to !== undefined && { to }) }),
  label([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], String(steps), {
    from: from + 0.8,
    size: 22,
    ...(to !== undefined && { to }),
  }),
]

/** A part of the ground in another colour. */
export const zone =
  (
    [x, y]: Point,
    { length, width: wide }: Size,
    colour: string,
    { from = -9, to, strength = 0.45 }: { from?: number; to?: number; strength?: number } = {},
  ): Draw =>
  ({ pen, at, step }, t) =>
    faded(pen, strength * shown(t, from, to), () => {
      const [left, top] = at([x - length / 2, y - wide / 2])
      pen.fillStyle = colour
      pen.fillRect(left, top, length * step, wide * step)
    })

/** A goal or a gate between two posts. It lights up during each interval of `lit`. */
export const goal =
  (
    a: Point,
    b: Point,
    { from = -9, lit = [] }: { from?: number; lit?: readonly (readonly [from: number, to: number])[] } = {},
  ): Draw =>
  ({ pen, at }, t) =>
    faded(pen, shown(t, from), () => {
      const light = Math.max(0, ...lit.map(([start, end]) => shown(t, start, end)))
      const [p, q] = [at(a), at(b)]
      pen.lineCap = 'round'
      pen.lineWidth = 5 + 7 * light
      pen.strokeStyle = light > 0 ? colours.yellow : colours.line
      pen.beginPath()
      pen.moveTo(...p)
      pen.lineTo(...q)
      pen.stroke()
      for (const [x, y] of [p, q]) {
        pen.fillStyle = colours.paper
        pen.fillRect(x - 2.5, y - 20, 5, 20)
      }
    })

/** A line of sight, drawn as a beam from one place to another. */
export const look =
  (from: Path, to: Path, start: number, end: number): Draw =>
  ({ pen, at }, t) =>
    faded(pen, 0.5 * shown(t, start, end), () => {
      const [[x, y], [u, v]] = [at(placeOn(from, t)), at(placeOn(to, t))]
      const angle = Math.atan2(v - y, u - x)
      const [dx, dy] = [Math.sin(angle) * 14, -Math.cos(angle) * 14]
      pen.fillStyle = colours.yellow
      pen.beginPath()
      pen.moveTo(x, y - 40)
      pen.lineTo(u + dx, v - 12 + dy)
      pen.lineTo(u - dx, v - 12 - dy)
      pen.closePath()
      pen.fill()
    })
