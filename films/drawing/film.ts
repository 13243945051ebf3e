import type { SKRSContext2D } from '@napi-rs/canvas'
import { meadow } from './marks.ts'
import { type Path, placeOn } from './motion.ts'
import { colours, type Drawing, height, stageOf, type View, width, withOpacity } from './stage.ts'

/** A view with its drawings: the whole field from above, or a part of the picture with its own field. */
export type Shot = { view: View; drawings: readonly Drawing[] }

/**
 * The scenes of a film by their ids in `locales/modules.json`. A scene has one shot, or two side by side.
 *
 * Everything in a scene is measured as follows: times in seconds from the start of the scene, places and
 * lengths on the field in steps from its middle, and places of signs in pixels of the picture.
 */
export type Film = Readonly<Record<string, readonly Shot[]>>

/** Draws people from back to front. */
export const people =
  (...groups: readonly (readonly [Path, Drawing])[][]): Drawing =>
  (stage, time) => {
    const figures = groups.flat().map(([path, draw]) => ({ y: placeOn(path, time)[1], draw }))
    for (const { draw } of figures.toSorted((a, b) => a.y - b.y)) draw(stage, time)
  }

/** A view with its drawings, from back to front. */
export const shot = (view: View, ...drawings: readonly (Drawing | readonly Drawing[])[]): Shot => ({
  view,
  drawings: drawings.flat(),
})

/** Two fields of the same size, in steps, side by side. */
export const halves = (
  field: { length: number; width: number },
  left: readonly (Drawing | readonly Drawing[])[],
  right: readonly (Drawing | readonly Drawing[])[],
): Shot[] => [
  { view: { ...field, left: 0, right: width / 2 }, drawings: left.flat() },
  { view: { ...field, left: width / 2, right: width }, drawings: right.flat() },
]

const divider = (context: SKRSContext2D) => {
  context.fillStyle = colours.paper
  context.fillRect(width / 2 - 2, 0, 4, height)
}

/** Draws a scene as it is at `time`, in seconds from its start. */
export const drawScene = (context: SKRSContext2D, shots: readonly Shot[], time: number): void => {
  meadow(stageOf(context, { length: 1, width: 1 }), time)
  for (const { view, drawings } of shots) {
    const { left = 0, right = width } = view
    context.save()
    context.beginPath()
    context.rect(left, 0, right - left, height)
    context.clip()
    const stage = stageOf(context, view)
    for (const draw of drawings) {
      context.save()
      draw(stage, time)
      context.restore()
    }
    context.restore()
  }
  if (shots.length > 1) divider(context)
  // The scene fades in from the colour of the meadow.
  withOpacity(context, 1 - Math.min(1, time / 0.4), () => {
    context.fillStyle = colours.grass
    context.fillRect(0, 0, width, height)
  })
}
