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
import { colours, type Drawing, height, width, withOpacity } from './stage.ts'

/** The CSS font of all texts, `size` in pixels. */
export const font = (size: number) => `700 ${size}px "DejaVu Sans", "Liberation Sans", sans-serif`

/** The ground of every scene. */
export const meadow: Drawing = ({ context }) => {
  context.fillStyle = colours.grass
  context.fillRect(0, 0, width, height)
  context.fillStyle = colours.grassLight
  for (let x = 0; x < width; x += 128) context.fillRect(x, 0, 64, height)
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
  ): Drawing =>
  ({ context, toPixels, step }, time) => {
    const share = resize ? easedShare(time, resize.from, resize.to) : 0
    const length = size.length + ((resize?.length ?? size.length) - size.length) * share
    const fieldWidth = size.width + ((resize?.width ?? size.width) - size.width) * share
    const [left, top] = toPixels([middle[0] - length / 2, middle[1] - fieldWidth / 2])
    const perimeter = 2 * (length + fieldWidth) * step
    context.save()
    // A dash as long as the outline is moved into view, so that the outline seems to be drawn.
    context.setLineDash([perimeter])
    context.lineDashOffset = perimeter * (1 - easedShare(time, from, from + 2))
    context.lineWidth = 3
    context.strokeStyle = colours.line
    context.strokeRect(left, top, length * step, fieldWidth * step)
    context.restore()
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
  ): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, visibility(time, from, to), () => {
      if (dashed) context.setLineDash([7, 7])
      context.lineWidth = thickness
      context.strokeStyle = colour
      context.beginPath()
      context.moveTo(...toPixels(a))
      context.lineTo(...toPixels(b))
      context.stroke()
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
  ): Drawing =>
  ({ context, toPixels, step }, time) =>
    withOpacity(context, visibility(time, from, to), () => {
      if (dashed) context.setLineDash([6, 7])
      context.lineWidth = 3
      context.strokeStyle = colour
      context.beginPath()
      context.arc(...toPixels(middle), radius * step, 0, 2 * Math.PI)
      context.stroke()
    })

type CanvasPen = Parameters<Drawing>[0]['context']

const arrowhead = (context: CanvasPen, [x, y]: Point, angle: number) => {
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x - 13 * Math.cos(angle - 0.45), y - 13 * Math.sin(angle - 0.45))
  context.lineTo(x - 13 * Math.cos(angle + 0.45), y - 13 * Math.sin(angle + 0.45))
  context.closePath()
  context.fill()
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
  ): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, visibility(time, from, to), () => {
      const [p, q] = [toPixels(a), toPixels(b)]
      const share = easedShare(time, from, from + 0.8)
      const end: Point = [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share]
      const angle = Math.atan2(q[1] - p[1], q[0] - p[0])
      context.lineWidth = 4
      context.strokeStyle = colour
      context.fillStyle = colour
      context.beginPath()
      context.moveTo(...p)
      context.lineTo(end[0] - 8 * Math.cos(angle), end[1] - 8 * Math.sin(angle))
      context.stroke()
      arrowhead(context, end, angle)
      if (both) arrowhead(context, p, angle + Math.PI)
    })

/** A text on a rounded background, at a place in pixels. */
export const badge = (
  context: CanvasPen,
  [x, y]: Point,
  text: string,
  { background = colours.paper, ink = colours.ink, size = 20 } = {},
): void => {
  context.font = font(size)
  const badgeWidth = Math.max(size * 1.5, context.measureText(text).width + size * 0.9)
  context.beginPath()
  context.roundRect(x - badgeWidth / 2, y - size * 0.78, badgeWidth, size * 1.56, size * 0.78)
  context.fillStyle = background
  context.fill()
  context.lineWidth = 2
  context.strokeStyle = colours.ink
  context.stroke()
  context.fillStyle = ink
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, x, y + 1)
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
  ): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, visibility(time, from, to), () => {
      const [x, y] = toPixels(isPath(place) ? placeOn(place, time) : place)
      badge(context, [x, y - lift], text, { background, size })
    })

/** A distance: an arrow with two heads, and the number of steps. */
export const measure = (a: Point, b: Point, steps: number, from: number, to?: number): Drawing[] => [
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
  ): Drawing =>
  ({ context, toPixels, step }, time) =>
    withOpacity(context, opacity * visibility(time, from, to), () => {
      const [left, top] = toPixels([x - size.length / 2, y - size.width / 2])
      context.fillStyle = colour
      context.fillRect(left, top, size.length * step, size.width * step)
    })

/** A goal or a gate between two posts. It lights up during the intervals of `litDuring`. */
export const goal =
  (
    a: Point,
    b: Point,
    { from = beforeScene, litDuring = [] }: { from?: number; litDuring?: readonly Interval[] } = {},
  ): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, visibility(time, from), () => {
      const light = Math.max(0, ...litDuring.map(([start, end]) => visibility(time, start, end)))
      const [p, q] = [toPixels(a), toPixels(b)]
      context.lineCap = 'round'
      context.lineWidth = 5 + 7 * light
      context.strokeStyle = light > 0 ? colours.yellow : colours.line
      context.beginPath()
      context.moveTo(...p)
      context.lineTo(...q)
      context.stroke()
      for (const [x, y] of [p, q]) {
        context.fillStyle = colours.paper
        context.fillRect(x - 2.5, y - 20, 5, 20)
      }
    })

/** A line of sight between two people, drawn as a beam from the seconds `from` to `to`. */
export const sightLine =
  (viewer: Path, target: Path, from: number, to: number): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, 0.5 * visibility(time, from, to), () => {
      const [x, y] = toPixels(placeOn(viewer, time))
      const [targetX, targetY] = toPixels(placeOn(target, time))
      const angle = Math.atan2(targetY - y, targetX - x)
      const [dx, dy] = [Math.sin(angle) * 14, -Math.cos(angle) * 14]
      context.fillStyle = colours.yellow
      context.beginPath()
      context.moveTo(x, y - 40)
      context.lineTo(targetX + dx, targetY - 12 + dy)
      context.lineTo(targetX - dx, targetY - 12 - dy)
      context.closePath()
      context.fill()
    })
