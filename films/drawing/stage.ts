import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Point } from './motion.ts'

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
  /** Converts a place on the field to pixels. */
  toPixels: (place: Point) => Point
}

/** Draws something as it is at `time`, in seconds from the start of its scene. */
export type Drawing = (stage: Stage, time: number) => void

/**
 * The part of the field that is visible, `length` by `width` steps around its middle. It fills the picture
 * from `left` to `right`, in pixels; by default the whole picture.
 */
export type View = { length: number; width: number; left?: number; right?: number }

/** Free space around the field, in pixels, for distances, counters and figures on the lines. */
const margin = { x: 40, top: 46, bottom: 24 }

/** Creates the stage for a view. The scale is the largest that fits the field and its margin. */
export const createStage = (context: SKRSContext2D, view: View): Stage => {
  const { left = 0, right = picture.width } = view
  const availableWidth = right - left - 2 * margin.x
  const availableHeight = picture.height - margin.top - margin.bottom
  const step = Math.min(availableWidth / view.length, availableHeight / view.width)
  // The place [0, 0] is the middle of the field.
  const [middleX, middleY] = [(left + right) / 2, margin.top + availableHeight / 2]
  return { context, step, toPixels: ([x, y]) => [middleX + x * step, middleY + y * step] }
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
