import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Path, Point } from './motion.ts'

/** The size of every film, in pixels. */
export const picture = { width: 640, height: 360 } as const
export const framesPerSecond = 12

export const colours = {
  grass: '#2c8a57',
  grassLight: '#329561',
  line: '#f4fbf6',
  ink: '#10233f',
  paper: '#fbf9f4',
  red: '#e2502c',
  blue: '#2463d8',
  yellow: '#ffc53d',
  water: '#4aa8e0',
  good: '#9df0c0',
}

/** The canvas of a scene, and the conversion of steps, the unit of length on the field, to pixels. */
export type Stage = {
  context: SKRSContext2D
  /** The length of a step on the field, in pixels. */
  step: number
  /** Converts a position on the field to pixels. */
  toPixels: (position: Point) => Point
  /** Converts the position of a figure to pixels. In a frame, figures that come from outside wait at its edge. */
  toFigure: (position: Point) => Point
  /** Converts the position of a sign, in pixels of a film, to pixels of the frame. */
  toSign: (position: Point) => Point
  /** The right edge of the shot, in pixels. */
  right: number
}

/** Draws something as it is at `time`, in seconds from the start of its scene. */
export type Drawing = ((stage: Stage, time: number) => void) & {
  /** The paths of the people that it draws. */
  paths?: readonly Path[]
}

/** A rectangle in which a diagram shows a scene, in pixels of a film. A film has none: it shows the picture. */
export type Frame = { left: number; top: number; right: number; bottom: number }
export const wholePicture: Frame = { left: 0, top: 0, right: picture.width, bottom: picture.height }

/** The room for the arms, the head and the shadow of a figure around its position on the ground, in pixels. */
export const figureRoom = { side: 22, above: 74, below: 8 } as const

const limit = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/**
 * The part of the field that is visible, `length` by `width` steps around its middle. It fills the picture
 * from `left` to `right`, in pixels; by default the whole picture.
 */
export type View = { length: number; width: number; left?: number; right?: number }

/** Free space around the field, in pixels, for distances, counters and figures on the lines. */
const margin = { x: 40, top: 46, bottom: 24 }

/** Creates the stage for a view. The scale is the largest that fits the field and its margin. */
export const createStage = (context: SKRSContext2D, view: View, frame?: Frame): Stage => {
  const { top, bottom, ...sides } = frame ?? wholePicture
  const { left = sides.left, right = sides.right } = view
  const availableWidth = right - left - 2 * margin.x
  const availableHeight = bottom - top - margin.top - margin.bottom
  const step = Math.min(availableWidth / view.length, availableHeight / view.width)
  // The position [0, 0] is the middle of the field.
  const [middleX, middleY] = [(left + right) / 2, top + margin.top + availableHeight / 2]
  const toPixels = ([x, y]: Point): Point => [middleX + x * step, middleY + y * step]
  const { side, above, below } = figureRoom
  const toFigure = (position: Point): Point => {
    const [x, y] = toPixels(position)
    return [limit(x, left + side, right - side), limit(y, top + above, bottom - below)]
  }
  // Signs keep their share of the width and of the height.
  const toSign = ([x, y]: Point): Point => [
    sides.left + (x * (sides.right - sides.left)) / picture.width,
    top + (y * (bottom - top)) / picture.height,
  ]
  return { context, step, toPixels, toFigure: frame ? toFigure : toPixels, toSign, right }
}

/**
 * Draws with an opacity from 0 to 1. It is multiplied by the opacity that the canvas already has, because a
 * call may be nested in another one.
 */
export const withOpacity = (context: SKRSContext2D, opacity: number, draw: () => void): void => {
  if (opacity <= 0) return
  context.save()
  context.globalAlpha *= opacity
  draw()
  context.restore()
}
