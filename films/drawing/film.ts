import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Person } from './figures.ts'
import { drawMeadow } from './marks.ts'
import { placeOn } from './motion.ts'
import { colours, type Drawing, picture, createStage, type View, withOpacity } from './stage.ts'

/** A view of a field, and the drawings on it. It fills the whole picture, or the left or right half. */
export type Shot = { view: View; drawings: readonly Drawing[] }

/**
 * The scenes of a film by their ids in `locales/modules.json`. A scene has one shot, or two side by side.
 *
 * Everything in a scene is measured as follows: times in seconds from the start of the scene, places and
 * lengths on the field in steps (`Stage` has the length of one) from its middle, and places of signs (cards, clocks and everything else in
 * `signs.ts`) in pixels of the picture. The x axis points to the right, and the y axis points down.
 */
export type Film = Readonly<Record<string, readonly Shot[]>>

/** Draws people from back to front, that is, from the top of the picture to the bottom. */
export const people =
  (...groups: readonly (readonly Person[])[]): Drawing =>
  (stage, time) => {
    const persons = groups.flat().map(({ path, drawing }) => ({ y: placeOn(path, time)[1], drawing }))
    persons.sort((a, b) => a.y - b.y)
    for (const { drawing } of persons) drawing(stage, time)
  }

/** Drawings from back to front. An element is a list if a function such as `measure` returns several. */
type Drawings = readonly (Drawing | readonly Drawing[])[]

/** Creates a shot from a view and its drawings, from back to front. */
export const shot = (view: View, ...drawings: Drawings): Shot => ({ view, drawings: drawings.flat() })

/** Creates two shots side by side, each of a field of this size, in steps. */
export const halves = (field: { length: number; width: number }, left: Drawings, right: Drawings): Shot[] => [
  { view: { ...field, left: 0, right: picture.width / 2 }, drawings: left.flat() },
  { view: { ...field, left: picture.width / 2, right: picture.width }, drawings: right.flat() },
]

/** Draws the line between two shots side by side. */
const drawDivider = (context: SKRSContext2D) => {
  context.fillStyle = colours.paper
  context.fillRect(picture.width / 2 - 2, 0, 4, picture.height)
}

const drawShot = (context: SKRSContext2D, { view, drawings }: Shot, time: number) => {
  const { left = 0, right = picture.width } = view
  context.save()
  context.beginPath()
  context.rect(left, 0, right - left, picture.height)
  context.clip()
  const stage = createStage(context, view)
  for (const drawing of drawings) {
    context.save()
    drawing(stage, time)
    context.restore()
  }
  context.restore()
}

const fadeInSeconds = 0.4

/** Draws a scene as it is at `time`, in seconds from its start. */
export const drawScene = (context: SKRSContext2D, shots: readonly Shot[], time: number): void => {
  drawMeadow(context)
  for (const current of shots) drawShot(context, current, time)
  if (shots.length > 1) drawDivider(context)
  // The scene fades in from the colour of the meadow.
  withOpacity(context, 1 - Math.min(1, time / fadeInSeconds), () => {
    context.fillStyle = colours.grass
    context.fillRect(0, 0, picture.width, picture.height)
  })
}
