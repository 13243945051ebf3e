/**
 * Draws the films of the modules from their scenes, with a poster and captions for every locale, the
 * thumbnails of all modules, and pictures of the people in the films.
 *
 * - `npm run films`: all films.
 * - `npm run films training-1`: one film.
 * - `npm run films captions`: only the captions.
 * - `npm run films thumbnails`: only the thumbnails of the modules, and the pictures of the people.
 *
 * The results are committed, so that other developers do not need ffmpeg.
 */

import type { Canvas } from '@napi-rs/canvas'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { films } from '../films/all-films.ts'
import { readSpokenScenes, toWebVtt } from '../films/captions.ts'
import type { Film } from '../films/drawing/film.ts'
import { framesPerSecond, picture } from '../films/drawing/stage.ts'
import { drawFrame, drawFrames } from '../films/render.ts'
import { drawTeam } from '../films/team.ts'
import { drawThumbnails } from '../films/thumbnails.ts'
import { readModuleFacts } from '../locales/read-catalogue.ts'
import { localeCodes } from '../src/config/locales.ts'
import { root } from './product/processes.ts'

const toPath = (name: string): string => join(root, 'public/videos', name)

const writeCaptions = (id: string) => {
  for (const locale of localeCodes)
    writeFileSync(toPath(`${id}.${locale}.vtt`), toWebVtt(readSpokenScenes(locale, id)))
}

/**
 * The ffmpeg options of each format. VP9 uses a quality that leaves drawn images visibly unchanged. H.264
 * uses the baseline profile, which every phone decodes, and puts the index first, so that playback can start
 * during the download. Films have no sound: their words are in the captions.
 */
const encoderOptions = {
  webm: '-c:v libvpx-vp9 -crf 38 -b:v 0 -g 240 -deadline good -cpu-used 2 -row-mt 1 -pix_fmt yuv420p -an',
  mp4: '-c:v libx264 -profile:v baseline -level 3.1 -pix_fmt yuv420p -preset slow -crf 27 -g 240 -movflags +faststart -an',
} as const

type Format = keyof typeof encoderOptions
const formats: readonly Format[] = ['webm', 'mp4']

const inputOptions = `-f rawvideo -pixel_format rgba -video_size ${picture.width}x${picture.height} -framerate ${framesPerSecond} -i pipe:0`

/** Encodes frames (RGBA) with ffmpeg, which must be installed, to the file at `path`. */
const encode = async (frames: Iterable<Buffer>, format: Format, path: string): Promise<void> => {
  const options = `-y -loglevel error ${inputOptions} ${encoderOptions[format]}`.split(' ')
  const ffmpeg = spawn('ffmpeg', [...options, path], { stdio: ['pipe', 'inherit', 'inherit'] })
  const exitPromise = once(ffmpeg, 'close').catch((error: unknown) => {
    throw new Error('The films are encoded by ffmpeg: apt-get install ffmpeg', { cause: error })
  })
  // If ffmpeg is missing or has ended, `exitPromise` reports it. Without this listener, the stream's error
  // EPIPE would end this script first.
  ffmpeg.stdin.on('error', () => undefined)
  for (const frame of frames) {
    const hasRoom = ffmpeg.stdin.write(frame)
    // Waits until ffmpeg has read its input. If ffmpeg has ended, it never reads the rest, so its end also
    // ends the wait.
    if (!hasRoom) await Promise.race([once(ffmpeg.stdin, 'drain'), exitPromise])
  }
  ffmpeg.stdin.end()
  const [code] = await exitPromise
  if (code !== 0) throw new Error(`ffmpeg ended with code ${String(code)} for ${path}`)
}

/** The position of the poster in the third scene, from 0 to 1. This frame shows most of the drill. */
const posterPosition = 0.6

const drawFilm = async (id: string, film: Film) => {
  const { scenes = [] } = readModuleFacts(id)
  const [, , posterScene] = scenes
  if (!posterScene) throw new Error(`${id} has no third scene, which its poster needs`)
  const { from, to } = posterScene
  const poster = drawFrame(film, scenes, from + (to - from) * posterPosition)
  writeFileSync(toPath(`${id}.webp`), poster.encodeSync('webp', 82))
  for (const format of formats) {
    const path = toPath(`${id}.${format}`)
    await encode(drawFrames(film, scenes), format, path)
    console.log(path)
  }
}

const writeThumbnails = () => {
  const write = (name: string, canvas: Canvas) =>
    writeFileSync(join(root, 'public/thumbnails', `${name}.webp`), canvas.encodeSync('webp', 50))
  for (const { id, canvas } of drawThumbnails()) write(id, canvas)
  for (const [name, canvas] of Object.entries(drawTeam())) write(name, canvas)
}

const selection = process.argv.slice(2)
const onlyCaptions = selection.includes('captions')
const onlyThumbnails = selection.includes('thumbnails')
const ids = selection.filter((word) => word !== 'captions' && word !== 'thumbnails')

if (onlyThumbnails || selection.length === 0) writeThumbnails()
for (const [id, film] of Object.entries(onlyThumbnails ? {} : films)) {
  if (ids.length > 0 && !ids.includes(id)) continue
  writeCaptions(id)
  if (!onlyCaptions) await drawFilm(id, film)
}
