import type { SKRSContext2D } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { films } from '../all-films.ts'
import { createFilmCanvas } from '../render.ts'
import { chooseFrame, diagramStart, drawScene, type Shot } from './film.ts'
import type { Point } from './motion.ts'
import type { Frame } from './stage.ts'

/** The diagrams of drills: every scene of every film except its title. */
const diagrams = Object.entries(films).flatMap(([module, film]) =>
  Object.entries(film).flatMap(([scene, shots]) => (scene === 'title' ? [] : [{ module, scene, shots }])),
)

/** Draws a scene, and returns where its figures stand, in pixels: where they draw their shadow. */
const findFigures = (shots: readonly Shot[], time: number, frame?: Frame) => {
  const positions: Point[] = []
  const context = createFilmCanvas().getContext('2d')
  const recordShadow: SKRSContext2D['ellipse'] = (x, y, radius, ...rest) => {
    const { e, f } = context.getTransform()
    if (x === 0 && y === 0 && radius === 12) positions.push([e, f])
    context.ellipse(x, y, radius, ...rest)
  }
  const recorder = new Proxy(context, {
    get: (target, key) => {
      if (key === 'ellipse') return recordShadow
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  })
  drawScene(recorder, shots, time, frame)
  return positions
}

/** The room of a figure in pixels: its arms to the sides, its head above, its shadow below. */
const isInside = ([x, y]: Point, { left, top, right, bottom }: Frame) =>
  x - 20 >= left && x + 20 <= right && y - 72 >= top && y + 6 <= bottom

const times = [diagramStart, 2, 3.5, 6, 10]

test.each([
  ['a phone', true],
  ['a wide screen', false],
])('on %s, every figure of every drill is inside the diagram from the start', (_, isNarrow) => {
  const outside = diagrams.flatMap(({ module, scene, shots }) => {
    const frame = chooseFrame(shots, isNarrow)
    return times.flatMap((time) =>
      findFigures(shots, time, frame)
        .filter((position) => !isInside(position, frame))
        .map((position) => `${module} ${scene} at ${time} s: ${position.join(', ')}`),
    )
  })
  expect(diagrams.length).toBeGreaterThan(50)
  expect(outside).toEqual([])
})

test('a film still shows people who come from outside the picture', () => {
  const setUp = films['training-1']?.['setUp'] ?? []
  expect(findFigures(setUp, 1).some((position) => !isInside(position, chooseFrame(setUp, false)))).toBe(true)
  expect(findFigures(setUp, 1)).toHaveLength(6)
})

test('figures are a third larger on a phone, in proportion to its width', () => {
  const [, setUp] = Object.values(films['training-1'] ?? {})
  const { left, right } = chooseFrame(setUp ?? [], true)
  expect(640 / (right - left)).toBeCloseTo(4 / 3)
})
