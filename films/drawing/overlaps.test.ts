import { expect, test } from 'vitest'
import { readModuleFacts } from '../../locales/read-catalogue.ts'
import { films } from '../all-films.ts'
import { chooseFrame } from './film.ts'
import { recordScene, type RecordedFigure } from './testing/record-scene.ts'
import { type Frame, wholePicture } from './stage.ts'

/** Every scene of every film, with its length in seconds. */
const scenes = Object.entries(films).flatMap(([module, film]) =>
  (readModuleFacts(module).scenes ?? []).map(({ id, from, to }) => ({
    name: `${module} ${id}`,
    shots: film[id] ?? [],
    seconds: to - from,
  })),
)

const getOverlap = (a: Frame, b: Frame): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/** A part of a figure from `above` to `below` pixels over the ground, before its scale. */
const toBox = (
  { position: [x, y], scale }: RecordedFigure,
  { side, above, below }: { side: number; above: number; below: number },
): Frame => ({
  left: x - side * scale,
  right: x + side * scale,
  top: y - above * scale,
  bottom: y - below * scale,
})
const toHead = (figure: RecordedFigure) => toBox(figure, { side: 9, above: 50, below: 32 })
const toBody = (figure: RecordedFigure) => toBox(figure, { side: 10, above: 50, below: 0 })
const headArea = 2 * 9 * 18 * 1.3 ** 2

/** Two moments for each second of a scene. */
const listTimes = (seconds: number) =>
  Array.from({ length: Math.floor(seconds / 0.5) }, (_, index) => index * 0.5 + 0.5)

test.each([
  ['a film', () => undefined],
  ['a phone', (shots: Parameters<typeof chooseFrame>[0]) => chooseFrame(shots, true)],
])('on %s, no cone is behind the legs of a player who stands', (_, choose) => {
  const hidden = scenes.flatMap(({ name, shots, seconds }) => {
    const { figures, cones } = recordScene(shots, seconds, choose(shots))
    return cones
      .filter(([x, y]) => {
        const cone = { left: x - 6, right: x + 6, top: y - 13, bottom: y }
        return figures.some((figure) => getOverlap(toBody(figure), cone) > 30)
      })
      .map((cone) => `${name}: ${cone.join(', ')}`)
  })
  expect(hidden).toEqual([])
})

test('no figure hides the head of another at the end of a scene', () => {
  const hidden = scenes.flatMap(({ name, shots, seconds }) => {
    const { figures } = recordScene(shots, seconds)
    return figures.flatMap((figure, index) =>
      figures.slice(index + 1).some((other) => getOverlap(toHead(figure), toBody(other)) > 0.3 * headArea)
        ? [`${name}: ${figure.position.join(', ')}`]
        : [],
    )
  })
  expect(hidden).toEqual([])
})

/** Signs may pass over a head for a moment, while a figure walks or jumps under them. */
const shortSeconds = 1
test('no sign covers a face for longer than a moment', () => {
  const covered = scenes.flatMap(({ name, shots, seconds }) => {
    const times = listTimes(seconds).filter((time) => {
      const { figures, signs } = recordScene(shots, time)
      return figures.some((figure) =>
        signs.some((sign) => getOverlap(toHead(figure), sign) > 0.15 * headArea),
      )
    })
    return times.length * 0.5 > shortSeconds ? [`${name}: ${times.join(', ')} s`] : []
  })
  expect(covered).toEqual([])
})

test('every sign of a film is inside the picture', () => {
  const { left, top, right, bottom } = wholePicture
  const outside = scenes.flatMap(({ name, shots, seconds }) =>
    listTimes(seconds).flatMap((time) =>
      recordScene(shots, time)
        .signs.filter(
          (sign) => sign.left < left || sign.right > right || sign.top < top || sign.bottom > bottom,
        )
        .map((sign) => `${name} at ${time} s: ${sign.left}, ${sign.top}`),
    ),
  )
  expect(outside).toEqual([])
})
