import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Point } from './motion.ts'

export const width = 640
export const height = 360
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
  skin: ['#8d5a3b', '#f0c39c', '#5b3822', '#d49a6a', '#ffd9b8', '#a86e45'],
}

/** The canvas of a scene, and the conversion of steps on the field to pixels. */
export type Stage = {
  pen: SKRSContext2D
  /** pixels per step */
  step: number
  /** converts a place on the field to pixels */
  at: (place: Point) => Point
}

/** Draws something at second `t` of its scene. */
export type Draw = (stage: Stage, t: number) => void

/**
 * The visible part of the field, `length` by `width` steps. `left` and `right` limit it to a part of the
 * picture, in pixels.
 */
export type View = { length: number; width: number; left?: number; right?: number }

/** Free space around the field, in pixels, for measures, counters and figures on the lines. */
const margin = { x: 40, top: 46, bottom: 24 }

export const stageOf = (pen: SKRSContext2D, view: View): Stage => {
  const { left = 0, right = width } = view
  const [roomX, roomY] = [right - left - 2 * margin.x, height - margin.top - margin.bottom]
  const step = Math.min(roomX / view.length, roomY / view.width)
  const [middleX, middleY] = [(left + right) / 2, margin.top + roomY / 2]
  return { pen, step, at: ([x, y]) => [middleX + x * step, middleY + y * step] }
}

export const newCanvas = () => createCanvas(width, height)

/** Draws with an opacity of `strength`, from 0 to 1. */
export const faded = (pen: SKRSContext2D, strength: number, draw: () => void): void => {
  if (strength <= 0) return
  pen.save()
  pen.globalAlpha *= strength
  draw()
  pen.restore()
}
