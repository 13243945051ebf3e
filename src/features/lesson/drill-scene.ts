import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawScene, type Film, type Shot } from '../../../films/drawing/film.ts'
import { picture } from '../../../films/drawing/stage.ts'

/** The films' drawings by the path of their module. Each is loaded when it is shown. */
const loaders = import.meta.glob<Record<string, Film>>('../../../films/modules/*.ts')

/** The shots of a scene; undefined if the film has no such scene, or cannot be loaded without a connection. */
export const loadShots = async (module: string, scene: string): Promise<readonly Shot[] | undefined> => {
  const load = loaders[`../../../films/modules/${module}.ts`]
  const film = await load?.().catch(() => undefined)
  return film && Object.values(film)[0]?.[scene]
}

/** Draws a scene as it is at `time`, in seconds, as wide as the pixels of `canvas`. */
const drawAsWide = (canvas: HTMLCanvasElement, shots: readonly Shot[], time: number): void => {
  // The canvas of Node has the methods of the browser's, and its type has some more that no drawing uses.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = canvas.getContext('2d') as unknown as SKRSContext2D | null
  if (!context) return
  const scale = canvas.width / picture.width
  context.setTransform(scale, 0, 0, scale, 0, 0)
  drawScene(context, shots, time)
}

const setWidth = (canvas: HTMLCanvasElement, width: number): void => {
  const height = Math.round((picture.height * width) / picture.width)
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
}

/** Draws a scene in the pixels of the screen, so that it is sharp at any size. */
export const drawShots = (canvas: HTMLCanvasElement, shots: readonly Shot[], time: number): void => {
  const density = 'devicePixelRatio' in window ? devicePixelRatio : 1
  const width = Math.round(canvas.clientWidth * density)
  if (width === 0) return
  setWidth(canvas, width)
  drawAsWide(canvas, shots, time)
}

/** The end of a scene, where everybody has arrived, as a picture of `width` pixels. */
export const drawStill = (shots: readonly Shot[], seconds: number, width: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  setWidth(canvas, width)
  drawAsWide(canvas, shots, seconds)
  return canvas
}

/** A canvas as a file; undefined if the browser has no memory for it. */
export const toBlob = (canvas: HTMLCanvasElement): Promise<Blob | undefined> =>
  new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined)))
