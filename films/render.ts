import { createCanvas } from '@napi-rs/canvas'
import { drawScene, type Film } from './drawing/film.ts'
import { framesPerSecond, picture } from './drawing/stage.ts'

/** The start and the end of a scene in its film, in seconds. */
export type SceneTiming = { id: string; from: number; to: number }

export const createFilmCanvas = () => createCanvas(picture.width, picture.height)

const getTiming = (timings: readonly SceneTiming[], time: number): SceneTiming => {
  const timing = timings.findLast(({ from }) => from <= time)
  if (!timing) throw new Error(`No scene begins at or before ${time} s`)
  return timing
}

/** Draws one frame of a film. `time` is in seconds from the start of the film. */
export const drawFrame = (film: Film, timings: readonly SceneTiming[], time: number) => {
  const canvas = createFilmCanvas()
  const { id, from } = getTiming(timings, time)
  const shots = film[id]
  if (!shots) throw new Error(`The film has no drawing of the scene ${id}`)
  drawScene(canvas.getContext('2d'), shots, time - from)
  return canvas
}

/** Draws the frames of a film one after another, as RGBA bytes. */
export const drawFrames = function* (film: Film, timings: readonly SceneTiming[]): Generator<Buffer> {
  const durationSeconds = timings.at(-1)?.to ?? 0
  for (let frame = 0; frame < durationSeconds * framesPerSecond; frame += 1)
    yield drawFrame(film, timings, frame / framesPerSecond).data()
}
