import {
  beforeScene,
  easedShare,
  type Interval,
  isPath,
  type Path,
  placeOn,
  type Point,
  visibility,
} from './motion.ts'
import { colours, type Draw, height, width, withOpacity } from './stage.ts'

/** The CSS font of all texts, `size` in pixels. */
export const font = (size: number) => `700 ${size}px "DejaVu Sans", "Liberation Sans", sans-serif`

/** The ground of every scene. */
export const meadow: Draw = ({ pen }) => {
  pen.fillStyle = colours.grass
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = colours.grassLight
  for (let x = 0; x < width; x += 128) pen.fillRect(x, 0, 64, height)
}

/** In steps. */
type Size = { length: number; width: number }

/**
 * The outline of a field, drawn within two seconds from `from` on. `resize` changes its size during an
 * interval.
 */
export const field =
  (
    size: Size,
    {
      from = beforeScene,
      resize,
      middle = [0, 0],
    }: { from?: number; middle?: Point; resize?: Size & { from: number; to: number } } = {},
  ): Draw =>
  ({ pen, toPixels, step }, t) => {
    const share = resize ? easedShare(t, resize.from, resize.to) : 0
    const length = size.length + ((resize?.length ?? size.length) - size.length) * share
    const fieldWidth = size.width + ((resize?.width ?? size.width) - size.width) * share
    const [left, top] = toPixels([middle[0] - length / 2, middle[1] - fieldWidth / 2])
    const perimeter = 2 * (length + fieldWidth) * step
    pen.save()
    // A dash as long as the outline is moved into view, so that the outline seems to be drawn.
    pen.setLineDash([perimeter])
    pen.lineDashOffset = perimeter * (1 - easedShare(t, from, from + 2))
    pen.lineWidth = 3
    pen.strokeStyle = colours.line
    pen.strokeRect(left, top, length * step, fieldWidth * step)
    pen.restore()
  }

/** A line between two places. A dashed line shows a route. */
export const line =
  (
    a: Point,
    b: Point,
    {
      from = beforeScene,
      to,
      dashed = false,
      colour = colours.line,
      thickness = 3,
    }: { from?: number; to?: number; dashed?: boolean; colour?: string; thickness?: number } = {},
  ): Draw =>
  ({ pen, toPixels }, t) =>
    withOpacity(pen, visibility(t, from, to), () => {
      if (dashed) pen.setLineDash([7, 7])
      pen.lineWidth = thickness
      pen.strokeStyle = colour
      pen.beginPath()
      pen.moveTo(...toPixels(a))
      pen.lineTo(...toPixels(b))
      pen.stroke()
    })

export const circle =
  (
    middle: Point,
    radius: number,
    {
      from = beforeScene,
      to,
      dashed = false,
      colour = colours.line,
    }: { from?: number; to?: number; dashed?: boolean; colour?: string } = {},
  ): Draw =>
  ({ pen, toPixels, step }, t) =>
    withOpacity(pen, visibility(t, from, to), () => {
      if (dashed) pen.setLineDash([6, 7])
      pen.lineWidth = 3
      pen.strokeStyle = colour
      pen.beginPath()
      pen.arc(...toPixels(middle), radius * step, 0, 2 * Math.PI)
      pen.stroke()
    })

type CanvasPen = Parameters<Draw>[0]['pen']

const arrowhead = (pen: CanvasPen, [x, y]: Point, angle: number) => {
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x - 13 * Math.cos(angle - 0.45), y - 13 * Math.sin(angle - 0.45))
  pen.lineTo(x - 13 * Math.cos(angle + 0.45), y - 13 * Math.sin(angle + 0.45))
  pen.closePath()
  pen.fill()
}

/** An arrow from `a` to `b`. With `both` it has two heads and marks a distance. */
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
  ({ pen, toPixels }, t) =>
    withOpacity(pen, visibility(t, from, to), () => {
      const [p, q] = [toPixels(a), toPixels(b)]
      const share = easedShare(t, from, from + 0.8)
      const end: Point = [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share]
      const angle = Math.atan2(q[1] - p[1], q[0] - p[0])
      pen.lineWidth = 4
      pen.strokeStyle = colour
      pen.fillStyle = colour
      pen.beginPath()
      pen.moveTo(...p)
      pen.lineTo(end[0] - 8 * Math.cos(angle), end[1] - 8 * Math.sin(angle))
      pen.stroke()
      arrowhead(pen, end, angle)
      if (both) arrowhead(pen, p, angle + Math.PI)
    })

/** A text on a rounded background, at a place in pixels. */
export const badge = (
  pen: CanvasPen,
  [x, y]: Point,
  text: string,
  { background = colours.paper, ink = colours.ink, size = 20 } = {},
): void => {
  pen.font = font(size)
  const badgeWidth = Math.max(size * 1.5, pen.measureText(text).width + size * 0.9)
  pen.beginPath()
  pen.roundRect(x - badgeWidth / 2, y - size * 0.78, badgeWidth, size * 1.56, size * 0.78)
  pen.fillStyle = background
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = colours.ink
  pen.stroke()
  pen.fillStyle = ink
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, x, y + 1)
}

/** A text at a place on the field, `lift` pixels above it. */
export const label =
  (
    place: Point | Path,
    text: string,
    {
      from = 0,
      to,
      size = 20,
      background = colours.paper,
      lift = 0,
    }: { from?: number; to?: number; size?: number; background?: string; lift?: number } = {},
  ): Draw =>
  ({ pen, toPixels }, t) =>
    withOpacity(pen, visibility(t, from, to), () => {
      const [x, y] = toPixels(isPath(place) ? placeOn(place, t) : place)
      badge(pen, [x, y - lift], text, { background, size })
    })

/** A distance: an arrow with two heads, and the number of steps. */
export const measure = (a: Point, b: Point, steps: number, from: number, to?: number): Draw[] => [
  arrow(a, b, { from, both: true, ...(to !== undefined && { to }) }),
  label([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], String(steps), {
    from: from + 0.8,
    size: 22,
    ...(to !== undefined && { to }),
  }),
]

/** A part of the ground in another colour, with an opacity from 0 to 1. */
export const zone =
  (
    [x, y]: Point,
    size: Size,
    colour: string,
    { from = beforeScene, to, opacity = 0.45 }: { from?: number; to?: number; opacity?: number } = {},
  ): Draw =>
  ({ pen, toPixels, step }, t) =>
    withOpacity(pen, opacity * visibility(t, from, to), () => {
      const [left, top] = toPixels([x - size.length / 2, y - size.width / 2])
      pen.fillStyle = colour
      pen.fillRect(left, top, size.length * step, size.width * step)
    })

/** A goal or a gate between two posts. It lights up during the intervals of `litDuring`. */
export const goal =
  (
    a: Point,
    b: Point,
    { from = beforeScene, litDuring = [] }: { from?: number; litDuring?: readonly Interval[] } = {},
  ): Draw =>
  ({ pen, toPixels }, t) =>
    withOpacity(pen, visibility(t, from), () => {
      const light = Math.max(0, ...litDuring.map(([start, end]) => visibility(t, start, end)))
      const [p, q] = [toPixels(a), toPixels(b)]
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

/** A line of sight between two people, drawn as a beam from the seconds `from` to `to`. */
export const sightLine =
  (viewer: Path, target: Path, from: number, to: number): Draw =>
  ({ pen, toPixels }, t) =>
    withOpacity(pen, 0.5 * visibility(t, from, to), () => {
      const [x, y] = toPixels(placeOn(viewer, t))
      const [targetX, targetY] = toPixels(placeOn(target, t))
      const angle = Math.atan2(targetY - y, targetX - x)
      const [dx, dy] = [Math.sin(angle) * 14, -Math.cos(angle) * 14]
      pen.fillStyle = colours.yellow
      pen.beginPath()
      pen.moveTo(x, y - 40)
      pen.lineTo(targetX + dx, targetY - 12 + dy)
      pen.lineTo(targetX - dx, targetY - 12 - dy)
      pen.closePath()
      pen.fill()
    })
