import type { SKRSContext2D } from '@napi-rs/canvas'
import { chooseFrame, drawScene, type Film, type Shot } from '../../../films/drawing/film.ts'
import { type Frame, wholePicture } from '../../../films/drawing/stage.ts'

/** Functions that load the drawings of a film, by the path of their file. The file exports only the film. */
const filmLoaders = import.meta.glob<Record<string, Film>>('../../../films/modules/*.ts')

/**
 * Loads the drawings of a scene: one shot, or two shots side by side. Resolves to undefined if the film has
 * no such scene, or cannot be loaded now.
 */
export const loadShots = async (moduleId: string, sceneId: string): Promise<readonly Shot[] | undefined> => {
  const load = filmLoaders[`../../../films/modules/${moduleId}.ts`]
  const filmExports = await load?.().catch(() => undefined)
  return filmExports && Object.values(filmExports)[0]?.[sceneId]
}

/**
 * Draws a scene as it is at `time`, in seconds, scaled to the width of `canvas`: in a frame or, without one,
 * as the film does.
 */
const drawScaled = (canvas: HTMLCanvasElement, shots: readonly Shot[], time: number, frame?: Frame): void => {
  // The drawings expect the canvas type of Node, which has some more methods than a browser's canvas. No
  // drawing uses them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = canvas.getContext('2d') as unknown as SKRSContext2D | null
  if (!context) return
  // `picture` has the size in pixels for which the scenes are drawn.
  const { left, top, right } = frame ?? wholePicture
  const scale = canvas.width / (right - left)
  context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale)
  drawScene(context, shots, time, frame)
}

/**
 * Sets the width of a canvas, and the height to match. Does nothing if the canvas has this size already,
 * because setting a size clears it.
 */
const setWidth = (canvas: HTMLCanvasElement, width: number, frame = wholePicture): void => {
  const height = Math.round(((frame.bottom - frame.top) * width) / (frame.right - frame.left))
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
}

/** Draws a scene at the resolution of the screen, so that it is sharp at any size. */
export const drawShots = (canvas: HTMLCanvasElement, shots: readonly Shot[], time: number): void => {
  const pixelRatio = 'devicePixelRatio' in window ? devicePixelRatio : 1
  const width = Math.round(canvas.clientWidth * pixelRatio)
  // The canvas is not displayed.
  if (width === 0) return
  const frame = chooseFrame(shots, canvas.clientWidth < 1.5 * canvas.clientHeight)
  setWidth(canvas, width, frame)
  drawScaled(canvas, shots, time, frame)
}

/** Draws the end of a scene, where everybody has arrived, as an image that is `width` pixels wide. */
export const drawStill = (shots: readonly Shot[], seconds: number, width: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  setWidth(canvas, width)
  drawScaled(canvas, shots, seconds)
  return canvas
}

/** Encodes a canvas as an image file. Resolves to undefined if the browser has too little memory. */
export const toBlob = (canvas: HTMLCanvasElement): Promise<Blob | undefined> =>
  new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined)))
