import type { SKRSContext2D } from '@napi-rs/canvas'
import { meadow } from './marks.ts'
import { type Path, placeOn } from './motion.ts'
import { colours, type Draw, height, stageOf, type View, width, withOpacity } from './stage.ts'

/** A view with its drawings: the whole field from above, or a part of the picture with its own field. */
export type Shot = { view: View; draws: readonly Draw[] }

/**
 * The scenes of a film by their ids in `locales/modules.json`. A scene has one shot, or two side by side.
 *
 * Everything in a scene is measured as follows: times in seconds from the start of the scene, places and
 * lengths on the field in steps from its middle, and places of signs in pixels of the picture.
 */
export type Film = Readonly<Record<string, readonly Shot[]>>

/** Draws people from back to front. */
export const people =
  (...groups: readonly (readonly [Path, Draw])[][]): Draw =>
  (stage, t) => {
    const figures = groups.flat().map(([path, draw]) => ({ y: placeOn(path, t)[1], draw }))
    for (const { draw } of figures.toSorted((a, b) => a.y - b.y)) draw(stage, t)
  }

/** A view with its drawings, from back to front. */
export const shot = (view: View, ...draws: readonly (Draw | readonly Draw[])[]): Shot => ({
  view,
  draws: draws.flat(),
})

/** Two fields of the same size, in steps, side by side. */
export const halves = (
  field: { length: number; width: number },
  left: readonly (Draw | readonly Draw[])[],
  right: readonly (Draw | readonly Draw[])[],
): Shot[] => [
  { view: { ...field, left: 0, right: width / 2 }, draws: left.flat() },
  { view: { ...field, left: width / 2, right: width }, draws: right.flat() },
]

const divider = (pen: SKRSContext2D) => {
  pen.fillStyle = colours.paper
  pen.fillRect(width / 2 - 2, 0, 4, height)
}

/** Draws a scene as it is at `t`, in seconds from its start. */
export const drawScene = (pen: SKRSContext2D, shots: readonly Shot[], t: number): void => {
  meadow(stageOf(pen, { length: 1, width: 1 }), t)
  for (const { view, draws } of shots) {
    const { left = 0, right = width } = view
    pen.save()
    pen.beginPath()
    pen.rect(left, 0, right - left, height)
    pen.clip()
    const stage = stageOf(pen, view)
    for (const draw of draws) {
      pen.save()
      draw(stage, t)
      pen.restore()
    }
    pen.restore()
  }
  if (shots.length > 1) divider(pen)
  // The scene fades in from the colour of the meadow.
  withOpacity(pen, 1 - Math.min(1, t / 0.4), () => {
    pen.fillStyle = colours.grass
    pen.fillRect(0, 0, width, height)
  })
}
