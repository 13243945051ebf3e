import type { SKRSContext2D } from '@napi-rs/canvas'
import { createFilmCanvas } from '../../render.ts'
import { drawScene, type Shot } from '../film.ts'
import type { Point } from '../motion.ts'
import { colours, type Frame } from '../stage.ts'

/** A figure that stands at `position`, in pixels. `scale` is its size. */
export type RecordedFigure = { position: Point; scale: number }

/** What a scene shows at a moment, in pixels: its figures, its cones, and the boxes of its signs. */
export type RecordedScene = {
  /** From back to front. */
  figures: readonly RecordedFigure[]
  cones: readonly Point[]
  signs: readonly Frame[]
}

/** The opacity from which a sign counts, because signs fade in and out. */
const visibleOpacity = 0.6

/** The least radius of a round sign, such as a clock. A ball is smaller. */
const leastSignRadius = 17

/**
 * Draws a scene, and returns what it shows where. Recognises everything by how it is drawn: a figure by its
 * shadow, a cone by its sides, and a sign by its filled rounded or round background.
 */
export const recordScene = (shots: readonly Shot[], time: number, frame?: Frame): RecordedScene => {
  const figures: RecordedFigure[] = []
  const cones: Point[] = []
  const signs: Frame[] = []
  let path: { start?: Point; signs: Frame[] } = { signs: [] }
  const context = createFilmCanvas().getContext('2d')
  const isOnPicture = () => context.getTransform().a === 1
  const calls: Partial<SKRSContext2D> = {
    beginPath: () => {
      path = { signs: [] }
      context.beginPath()
    },
    moveTo: (x, y) => {
      path.start ??= [x, y]
      context.moveTo(x, y)
    },
    lineTo: (x, y) => {
      const [startX, startY] = path.start ?? [x, y]
      // The left side of a cone that has risen.
      if (Math.abs(x - startX - 6) < 0.1 && Math.abs(startY - y - 13) < 0.1) cones.push([x, startY])
      context.lineTo(x, y)
    },
    ellipse: (x, y, radius, ...rest) => {
      const { a, e, f } = context.getTransform()
      if (x === 0 && y === 0 && radius === 12) figures.push({ position: [e, f], scale: a })
      context.ellipse(x, y, radius, ...rest)
    },
    roundRect: (x, y, width, height, radii) => {
      if (isOnPicture()) path.signs.push({ left: x, top: y, right: x + width, bottom: y + height })
      context.roundRect(x, y, width, height, radii)
    },
    arc: (x, y, radius, ...rest) => {
      if (isOnPicture() && radius >= leastSignRadius)
        path.signs.push({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius })
      context.arc(x, y, radius, ...rest)
    },
    fill: () => {
      const isPaper = context.fillStyle !== colours.ink
      if (isPaper && context.globalAlpha >= visibleOpacity) signs.push(...path.signs)
      context.fill()
    },
  }
  const recorder = new Proxy(context, {
    get: (target, key) => {
      if (key in calls) return Reflect.get(calls, key)
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  })
  drawScene(recorder, shots, time, frame)
  return { figures, cones, signs }
}
