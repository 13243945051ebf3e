import { drawScene, type Film } from './drawing/film.ts'
import { framesPerSecond, newCanvas } from './drawing/stage.ts'

/** Start and end of a scene in its film, in seconds. */
export type Timing = { id: string; from: number; to: number }

const sceneAt = (timings: readonly Timing[], second: number): Timing => {
  const found = timings.findLast(({ from }) => from <= second)
  if (!found) throw new Error(`There is no scene at ${second} s`)
  return found
}

/** Draws one frame of a film, at a second of the film. */
export const drawMoment = (film: Film, timings: readonly Timing[], second: number) => {
  const canvas = newCanvas()
  const { id, from } = sceneAt(timings, second)
  const shots = film[id]
  if (!shots) throw new Error(`The scene ${id} is not drawn`)
  drawScene(canvas.getContext('2d'), shots, second - from)
  return canvas
}

/** The frames of a film, as RGBA bytes. */
export const framesOf = function* (film: Film, timings: readonly Timing[]): Generator<Buffer> {
  const seconds = timings.at(-1)?.to ?? 0
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1)
    yield drawMoment(film, timings, frame / framesPerSecond).data()
}
