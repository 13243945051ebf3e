import type { SKRSContext2D } from '@napi-rs/canvas'
import {
  beforeScene,
  getEasedShare,
  type Interval,
  isPath,
  type OpenInterval,
  type Path,
  interpolate,
  getPosition,
  type Point,
  getOpacity,
} from './motion.ts'
import { colours, type Drawing, type Frame, picture, wholePicture, withOpacity } from './stage.ts'

/** The CSS font of all texts, `size` in pixels. */
export const font = (size: number) => `700 ${size}px "DejaVu Sans", "Liberation Sans", sans-serif`

/** The ground of every scene. */
export const drawMeadow = (context: SKRSContext2D, { top, bottom }: Frame = wholePicture): void => {
  context.fillStyle = colours.grass
  context.fillRect(0, top, picture.width, bottom - top)
  context.fillStyle = colours.grassLight
  for (let x = 0; x < picture.width; x += 128) context.fillRect(x, top, 64, bottom - top)
}

/** In steps. */
type Size = { length: number; width: number }

/**
 * Draws the outline of a field, which takes two seconds from second `from` on. During the interval of
 * `resize`, the field changes to the size of `resize`.
 */
export const field =
  (
    size: Size,
    {
      from = beforeScene,
      resize,
      middle = [0, 0],
    }: { from?: number; middle?: Point; resize?: Size & Interval } = {},
  ): Drawing =>
  ({ context, toPixels, step }, time) => {
    const share = resize ? getEasedShare(time, resize.from, resize.to) : 0
    const target = resize ?? size
    const length = size.length + (target.length - size.length) * share
    const width = size.width + (target.width - size.width) * share
    const [left, top] = toPixels([middle[0] - length / 2, middle[1] - width / 2])
    const perimeter = 2 * (length + width) * step
    context.save()
    // The line pattern is one dash and one gap, each as long as the outline. Its offset moves the dash into
    // view, as if a pen drew the outline.
    context.setLineDash([perimeter])
    context.lineDashOffset = perimeter * (1 - getEasedShare(time, from, from + 2))
    context.lineWidth = 3
    context.strokeStyle = colours.line
    context.strokeRect(left, top, length * step, width * step)
    context.restore()
  }

/** A line between two positions. `thickness` is in pixels. */
export const line =
  (
    start: Point,
    end: Point,
    {
      from = beforeScene,
      to,
      dashed = false,
      colour = colours.line,
      thickness = 3,
    }: Partial<OpenInterval> & { dashed?: boolean; colour?: string; thickness?: number } = {},
  ): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, getOpacity(time, from, to), () => {
      if (dashed) context.setLineDash([7, 7])
      context.lineWidth = thickness
      context.strokeStyle = colour
      context.beginPath()
      context.moveTo(...toPixels(start))
      context.lineTo(...toPixels(end))
      context.stroke()
    })

/** The outline of a circle. `radius` is in steps. */
export const circle =
  (
    middle: Point,
    radius: number,
    {
      from = beforeScene,
      to,
      dashed = false,
      colour = colours.line,
    }: Partial<OpenInterval> & { dashed?: boolean; colour?: string } = {},
  ): Drawing =>
  ({ context, toPixels, step }, time) =>
    withOpacity(context, getOpacity(time, from, to), () => {
      if (dashed) context.setLineDash([6, 7])
      context.lineWidth = 3
      context.strokeStyle = colour
      context.beginPath()
      context.arc(...toPixels(middle), radius * step, 0, 2 * Math.PI)
      context.stroke()
    })

/** Draws the head of an arrow. Its point is at [x, y]; `angle` is its direction, in radians. */
const drawArrowhead = (context: SKRSContext2D, [x, y]: Point, angle: number) => {
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x - 13 * Math.cos(angle - 0.45), y - 13 * Math.sin(angle - 0.45))
  context.lineTo(x - 13 * Math.cos(angle + 0.45), y - 13 * Math.sin(angle + 0.45))
  context.closePath()
  context.fill()
}

/** How long an arrow takes to grow. */
const arrowSeconds = 0.8

/** An arrow that grows from `tail` to `tip`. With `twoHeads` it marks a distance. */
export const arrow =
  (
    tail: Point,
    tip: Point,
    {
      from = 0,
      to,
      twoHeads = false,
      colour = colours.yellow,
    }: Partial<OpenInterval> & { twoHeads?: boolean; colour?: string } = {},
  ): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, getOpacity(time, from, to), () => {
      const [start, end] = [toPixels(tail), toPixels(tip)]
      const head = interpolate(start, end, getEasedShare(time, from, from + arrowSeconds))
      const angle = Math.atan2(end[1] - start[1], end[0] - start[0])
      context.lineWidth = 4
      context.strokeStyle = colour
      context.fillStyle = colour
      context.beginPath()
      context.moveTo(...start)
      // The line ends within the arrowhead, because at the point it would be wider than the arrowhead.
      context.lineTo(head[0] - 8 * Math.cos(angle), head[1] - 8 * Math.sin(angle))
      context.stroke()
      drawArrowhead(context, head, angle)
      if (twoHeads) drawArrowhead(context, start, angle + Math.PI)
    })

/** A text on a rounded background around a position in pixels. `size` is that of the font. */
export const drawBadge = (
  context: SKRSContext2D,
  [x, y]: Point,
  { text, background = colours.paper, size = 20 }: { text: string; background?: string; size?: number },
): void => {
  context.font = font(size)
  const width = Math.max(size * 1.5, context.measureText(text).width + size * 0.9)
  const halfHeight = size * 0.78
  context.beginPath()
  context.roundRect(x - width / 2, y - halfHeight, width, 2 * halfHeight, halfHeight)
  context.fillStyle = background
  context.fill()
  context.lineWidth = 2
  context.strokeStyle = colours.ink
  context.stroke()
  context.fillStyle = colours.ink
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, x, y + 1)
}

/** A text at a position on the field, `lift` pixels above it. */
export const label =
  (
    position: Point | Path,
    text: string,
    {
      from = 0,
      to,
      size = 20,
      background = colours.paper,
      lift = 0,
    }: Partial<OpenInterval> & { size?: number; background?: string; lift?: number } = {},
  ): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, getOpacity(time, from, to), () => {
      const [x, y] = toPixels(isPath(position) ? getPosition(position, time) : position)
      drawBadge(context, [x, y - lift], { text, background, size })
    })

/** A distance: an arrow with two heads and, when it has grown, the number of steps in its middle. */
export const measure = (
  start: Point,
  end: Point,
  { steps, from, ...optionalTo }: { steps: number } & OpenInterval,
): Drawing[] => [
  arrow(start, end, { from, twoHeads: true, ...optionalTo }),
  label(interpolate(start, end, 0.5), String(steps), { from: from + arrowSeconds, size: 22, ...optionalTo }),
]

/** A part of the ground around a position, in another colour, with an opacity from 0 to 1. */
export const zone =
  (
    [x, y]: Point,
    size: Size,
    colour: string,
    { from = beforeScene, to, opacity = 1 }: Partial<OpenInterval> & { opacity?: number } = {},
  ): Drawing =>
  ({ context, toPixels, step }, time) =>
    withOpacity(context, opacity * getOpacity(time, from, to), () => {
      const [left, top] = toPixels([x - size.length / 2, y - size.width / 2])
      context.fillStyle = colour
      context.fillRect(left, top, size.length * step, size.width * step)
    })

/** A goal or a gate between two posts. It lights up during the intervals of `litDuring`. */
export const goal =
  (
    firstPost: Point,
    secondPost: Point,
    { from = beforeScene, litDuring = [] }: { from?: number; litDuring?: readonly Interval[] } = {},
  ): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, getOpacity(time, from), () => {
      const light = Math.max(0, ...litDuring.map((interval) => getOpacity(time, interval.from, interval.to)))
      const posts = [toPixels(firstPost), toPixels(secondPost)] as const
      context.lineCap = 'round'
      context.lineWidth = 5 + 7 * light
      context.strokeStyle = light > 0 ? colours.yellow : colours.line
      context.beginPath()
      context.moveTo(...posts[0])
      context.lineTo(...posts[1])
      context.stroke()
      for (const [x, y] of posts) {
        context.fillStyle = colours.paper
        context.fillRect(x - 2.5, y - 20, 5, 20)
      }
    })

/**
 * A line of sight between two people: a beam that widens from the eyes of the viewer, 40 pixels above the
 * ground, towards the target.
 */
export const sightLine =
  (viewer: Path, target: Path, { from, to }: Interval): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, 0.5 * getOpacity(time, from, to), () => {
      const [x, y] = toPixels(getPosition(viewer, time))
      const [targetX, targetY] = toPixels(getPosition(target, time))
      const angle = Math.atan2(targetY - y, targetX - x)
      // At a right angle to the beam.
      const [dx, dy] = [Math.sin(angle) * 14, -Math.cos(angle) * 14]
      context.fillStyle = colours.yellow
      context.beginPath()
      context.moveTo(x, y - 40)
      context.lineTo(targetX + dx, targetY - 12 + dy)
      context.lineTo(targetX - dx, targetY - 12 - dy)
      context.closePath()
      context.fill()
    })
