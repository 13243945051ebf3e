import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { framesPerSecond, picture } from './drawing/stage.ts'

/**
 * The ffmpeg options of each format. VP9 uses a quality at which drawn pictures look unchanged. H.264 uses
 * the baseline profile, which every phone decodes, and puts the index first, so that playback can start
 * during the download. Films have no sound: their words are in the captions.
 */
const encoders = {
  webm: '-c:v libvpx-vp9 -crf 38 -b:v 0 -g 240 -deadline good -cpu-used 2 -row-mt 1 -pix_fmt yuv420p -an',
  mp4: '-c:v libx264 -profile:v baseline -level 3.1 -pix_fmt yuv420p -preset slow -crf 27 -g 240 -movflags +faststart -an',
} as const

export type Format = keyof typeof encoders
export const formats: readonly Format[] = ['webm', 'mp4']

const inputOptions = `-f rawvideo -pixel_format rgba -video_size ${picture.width}x${picture.height} -framerate ${framesPerSecond} -i pipe:0`

/** Encodes frames (RGBA) to the file at `path`. Needs an installed ffmpeg. Throws if it fails. */
export const encode = async (frames: Iterable<Buffer>, format: Format, path: string): Promise<void> => {
  const options = `-y -loglevel error ${inputOptions} ${encoders[format]}`.split(' ')
  const ffmpeg = spawn('ffmpeg', [...options, path], { stdio: ['pipe', 'inherit', 'inherit'] })
  const exitPromise = once(ffmpeg, 'close').catch((error: unknown) => {
    throw new Error('The films are encoded by ffmpeg: apt-get install ffmpeg', { cause: error })
  })
  for (const frame of frames) {
    // Waits until ffmpeg accepts more input, or has ended: then its input never drains.
    if (!ffmpeg.stdin.write(frame)) await Promise.race([once(ffmpeg.stdin, 'drain'), exitPromise])
  }
  ffmpeg.stdin.end()
  const [code] = await exitPromise
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)} at ${path}`)
}
