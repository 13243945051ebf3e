import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Person } from './figures.ts'
import { drawMeadow } from './marks.ts'
import { getPosition } from './motion.ts'
import {
  colours,
  type Drawing,
  type Frame,
  picture,
  createStage,
  type View,
  wholePicture,
  withOpacity,
} from './stage.ts'

/** A view of a field, and the drawings on it. It fills the whole picture, or the left or right half. */
export type Shot = { view: View; drawings: readonly Drawing[] }

/**
 * The scenes of a film by their ids in `locales/modules.json`. A scene has one shot, or two side by side.
 *
 * Times are in seconds from the start of the scene. Lengths on the field are in steps (`Stage` has the length of
 * one), and positions on it are relative to its middle. Positions of signs (everything in `signs.ts`, such as
 * cards and clocks) are in pixels of the picture. The x axis points to the right, and the y axis points down.
 */
export type Film = Readonly<Record<string, readonly Shot[]>>

/** Draws people from back to front, that is, from the top of the picture to the bottom. */
export const people = (...groups: readonly (readonly Person[])[]): Drawing => {
  const draw: Drawing = (stage, time) => {
    const persons = groups.flat().map(({ path, drawing }) => ({ y: getPosition(path, time)[1], drawing }))
    persons.sort((a, b) => a.y - b.y)
    for (const { drawing } of persons) drawing(stage, time)
  }
  return Object.assign(draw, { paths: groups.flat().map(({ path }) => path) })
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
const drawDivider = (context: SKRSContext2D, { top, bottom }: Frame) => {
  context.fillStyle = colours.paper
  context.fillRect(picture.width / 2 - 2, top, 4, bottom - top)
}

const drawShot = (context: SKRSContext2D, { view, drawings }: Shot, time: number, frame?: Frame) => {
  const { left = 0, right = picture.width } = view
  const { top, bottom } = frame ?? wholePicture
  context.save()
  context.beginPath()
  context.rect(left, top, right - left, bottom - top)
  context.clip()
  const stage = createStage(context, view, frame)
  for (const drawing of drawings) {
    context.save()
    drawing(stage, time)
    context.restore()
  }
  context.restore()
}

const fadeInSeconds = 0.4

/** Draws a scene as it is at `time`, in seconds from its start. A diagram shows it in a frame. */
export const drawScene = (
  context: SKRSContext2D,
  shots: readonly Shot[],
  time: number,
  frame?: Frame,
): void => {
  drawMeadow(context, frame)
  for (const current of shots) drawShot(context, current, time, frame)
  if (shots.length > 1) drawDivider(context, frame ?? wholePicture)
  // The scene fades in from the colour of the meadow.
  withOpacity(context, 1 - Math.min(1, time / fadeInSeconds), () => {
    context.fillStyle = colours.grass
    context.fillRect(0, 0, picture.width, picture.height)
  })
}

/** The time at which a diagram starts a scene, in seconds. Before that, the scene is still fading in. */
export const diagramStart = fadeInSeconds

/**
 * Returns the frame in which a diagram shows a scene. On a phone, whose diagrams are 4:3, a frame that is
 * narrower than the picture makes figures larger. Two shots side by side need the whole width.
 */
export const chooseFrame = (shots: readonly Shot[], isNarrow: boolean): Frame => {
  if (!isNarrow) return wholePicture
  return shots.length === 1
    ? { ...wholePicture, left: 80, right: picture.width - 80 }
    : { ...wholePicture, top: -60, bottom: picture.height + 60 }
}
