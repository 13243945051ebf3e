/**
 * Draws the films of the modules from their scenes, with a poster and captions for every locale, and the
 * thumbnails of all modules.
 *
 * - `npm run films`: all films.
 * - `npm run films training-1`: one film.
 * - `npm run films captions`: only the captions.
 * - `npm run films thumbnails`: only the thumbnails of the modules.
 *
 * The results are committed, so that other developers do not need ffmpeg.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModuleFacts } from '../locales/read-catalogue.ts'
import { localeCodes } from '../src/config/locales.ts'
import { films } from '../films/all-films.ts'
import { readSpokenScenes, toWebVtt } from '../films/captions.ts'
import { encode, formats } from '../films/encode.ts'
import type { Film } from '../films/drawing/film.ts'
import { drawFrame, drawFrames } from '../films/render.ts'
import { drawThumbnails } from '../films/thumbnails.ts'
import { root } from './product/processes.ts'

const toPath = (name: string): string => join(root, 'public/videos', name)

const writeCaptions = (id: string) => {
  for (const locale of localeCodes)
    writeFileSync(toPath(`${id}.${locale}.vtt`), toWebVtt(readSpokenScenes(locale, id)))
}

/** The position of the poster in the third scene, from 0 to 1. This picture shows most of the drill. */
const posterPosition = 0.6

const drawFilm = async (id: string, film: Film) => {
  const { scenes = [] } = readModuleFacts(id)
  const [, , posterScene] = scenes
  if (!posterScene) throw new Error(`${id} has no third scene for its poster`)
  const poster = drawFrame(
    film,
    scenes,
    posterScene.from + (posterScene.to - posterScene.from) * posterPosition,
  )
  writeFileSync(toPath(`${id}.webp`), poster.encodeSync('webp', 82))
  for (const format of formats) {
    await encode(drawFrames(film, scenes), format, toPath(`${id}.${format}`))
    console.log(toPath(`${id}.${format}`))
  }
}

const writeThumbnails = () => {
  for (const { id, canvas } of drawThumbnails())
    writeFileSync(join(root, 'public/thumbnails', `${id}.webp`), canvas.encodeSync('webp', 62))
}

const selection = process.argv.slice(2)
const onlyCaptions = selection.includes('captions')
const onlyThumbnails = selection.includes('thumbnails')
if (onlyThumbnails || selection.length === 0) writeThumbnails()
for (const [id, film] of Object.entries(onlyThumbnails ? {} : films)) {
  if (!onlyCaptions && selection.length > 0 && !selection.includes(id)) continue
  writeCaptions(id)
  if (!onlyCaptions) await drawFilm(id, film)
}
