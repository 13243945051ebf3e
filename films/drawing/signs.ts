import { drawGlyph, type Glyph } from './glyphs.ts'
import { drawBadge, font } from './marks.ts'
import {
  clampShare,
  getEasedShare,
  type Interval,
  isPath,
  type OpenInterval,
  type Path,
  getPosition,
  type Point,
  getOpacity,
} from './motion.ts'
import { colours, type Drawing, picture, withOpacity } from './stage.ts'

/** Where a speech bubble is, relative to the feet of the figure: beside the head, so that no face is covered. */
const bubbleMiddle = { x: 42, y: -62 } as const
const bubbleSize = { width: 40, height: 30 } as const

/**
 * A speech bubble beside the head of a figure, or of a figure at a position on the field. It is on the right of
 * the figure, or on the left if the picture ends there.
 */
export const bubble =
  (position: Path | Point, glyph: Glyph, { from, to }: Interval): Drawing =>
  ({ context, toFigure, right }, time) =>
    withOpacity(context, getOpacity(time, from, to), () => {
      const [x, y] = toFigure(isPath(position) ? getPosition(position, time) : position)
      const { width, height } = bubbleSize
      const side = x + bubbleMiddle.x + width / 2 > right ? -1 : 1
      const [middleX, middleY] = [x + side * bubbleMiddle.x, y + bubbleMiddle.y]
      // The edge of the bubble that is next to the figure.
      const edge = middleX - (side * width) / 2
      context.fillStyle = colours.paper
      context.strokeStyle = colours.ink
      context.lineWidth = 2
      context.beginPath()
      context.roundRect(middleX - width / 2, middleY - height / 2, width, height, 12)
      context.fill()
      context.stroke()
      // The tail, which covers the outline beside it and points at the mouth.
      context.beginPath()
      context.moveTo(edge + side * 4, middleY + 4)
      context.lineTo(edge - side * 7, middleY + 16)
      context.lineTo(edge + side * 12, middleY + 13)
      context.fill()
      drawGlyph(context, [middleX, middleY], { glyph })
    })

/** Positions for numbers at the upper edge of the picture, in pixels. */
const edgePositions = {
  left: [46, 30],
  middle: [picture.width / 2, 30],
  right: [picture.width - 46, 30],
} as const
type EdgePosition = keyof typeof edgePositions

const toPoint = (position: EdgePosition | Point): Point =>
  typeof position === 'string' ? edgePositions[position] : position

/**
 * A number in the picture. At each new value it starts at one and a half times its size, and shrinks to its
 * size within half a second. It is invisible before the first value.
 */
export const counter =
  (
    position: EdgePosition | Point,
    values: readonly { time: number; value: number | string }[],
    background: string = colours.paper,
  ): Drawing =>
  ({ context, toSign }, time) => {
    const current = values.findLast((value) => value.time <= time)
    if (!current) return
    const scale = 1 + 0.5 * (1 - getEasedShare(time, current.time, current.time + 0.5))
    drawBadge(context, toSign(toPoint(position)), {
      text: String(current.value),
      background,
      size: 24 * scale,
    })
  }

/**
 * A clock. Between the seconds `from` and `to` its number counts up or down while its sector fills once. It
 * appears 0.6 s earlier and stays. `radius` is in pixels.
 */
export const clock =
  (
    position: EdgePosition | Point,
    {
      firstNumber,
      lastNumber,
      from,
      to,
      radius = 25,
    }: { firstNumber: number; lastNumber: number; radius?: number } & Interval,
  ): Drawing =>
  ({ context, toSign }, time) =>
    withOpacity(context, getOpacity(time, from - 0.6), () => {
      const [x, y] = toSign(toPoint(position))
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

/** A card with a glyph, around a position in pixels. `number` appears at its upper left corner. */
export const card =
  (
    position: Point,
    glyph: Glyph,
    {
      from = 0,
      to,
      background = colours.paper,
      number,
    }: Partial<OpenInterval> & { background?: string; number?: number } = {},
  ): Drawing =>
  ({ context, toSign }, time) =>
    withOpacity(context, getOpacity(time, from, to), () => {
      const [x, y] = toSign(position)
      context.beginPath()
      context.roundRect(x - 26, y - 24, 52, 48, 10)
      context.fillStyle = background
      context.fill()
      context.lineWidth = 2
      context.strokeStyle = colours.ink
      context.stroke()
      drawGlyph(context, [x, y], { glyph, scale: 1.3 })
      if (number === undefined) return
      drawBadge(context, [x - 24, y - 22], { text: String(number), size: 15, background: colours.yellow })
    })

/**
 * A round dial at a position in pixels. It makes a quarter turn in the second after `turnsAt`; without `turnsAt`
 * it does not turn. `radius` is in pixels.
 */
export const dial =
  (
    position: Point,
    colour: string,
    { from = 0, turnsAt, radius = 26 }: { from?: number; turnsAt?: number | undefined; radius?: number } = {},
  ): Drawing =>
  ({ context, toSign }, time) =>
    withOpacity(context, getOpacity(time, from), () => {
      const [x, y] = toSign(position)
      const turn = turnsAt === undefined ? 0 : getEasedShare(time, turnsAt, turnsAt + 1)
      // The direction of the hand, in radians. It begins at the upper left.
      const angle = -2.4 + turn * (Math.PI / 2)
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
