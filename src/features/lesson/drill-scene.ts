import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawScene, type Film, type Shot } from '../../../films/drawing/film.ts'
import { picture } from '../../../films/drawing/stage.ts'

/** Functions that load the drawings of a film, by the path of its module. */
const loaders = import.meta.glob<Record<string, Film>>('../../../films/modules/*.ts')

/**
 * Loads the shots of a scene. Resolves to undefined if the film has no such scene, or cannot be loaded now.
 */
export const loadShots = async (moduleId: string, sceneId: string): Promise<readonly Shot[] | undefined> => {
  const load = loaders[`../../../films/modules/${moduleId}.ts`]
  const film = await load?.().catch(() => undefined)
  return film && Object.values(film)[0]?.[sceneId]
}

/** Draws a scene as it is at `time`, in seconds, scaled to the width of `canvas`. */
const drawScaled = (canvas: HTMLCanvasElement, shots: readonly Shot[], time: number): void => {
  // The drawings expect the canvas type of Node, which has some more methods than a browser's canvas. No
  // drawing uses them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = canvas.getContext('2d') as unknown as SKRSContext2D | null
  if (!context) return
  const scale = canvas.width / picture.width
  context.setTransform(scale, 0, 0, scale, 0, 0)
  drawScene(context, shots, time)
}

/** Sets the size of a canvas, unless it has this size already, because setting a size clears the canvas. */
const setWidth = (canvas: HTMLCanvasElement, width: number): void => {
  const height = Math.round((picture.height * width) / picture.width)
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
}

/** Draws a scene at the resolution of the screen, so that it is sharp at any size. */
export const drawShots = (canvas: HTMLCanvasElement, shots: readonly Shot[], time: number): void => {
  const density = 'devicePixelRatio' in window ? devicePixelRatio : 1
  const width = Math.round(canvas.clientWidth * density)
  if (width === 0) return
  setWidth(canvas, width)
  drawScaled(canvas, shots, time)
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
