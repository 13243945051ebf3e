import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { framesPerSecond, height, width } from './drawing/stage.ts'

/**
 * The ffmpeg options of each format. VP9 uses a quality that does not change how drawn pictures look. H.264
 * uses the baseline profile, which every phone decodes, and puts the index first, so that playback starts
 * during the download. Films have no sound; captions carry the words.
 */
const encoders = {
  webm: '-c:v libvpx-vp9 -crf 38 -b:v 0 -g 240 -deadline good -cpu-used 2 -row-mt 1 -pix_fmt yuv420p -an',
  mp4: '-c:v libx264 -profile:v baseline -level 3.1 -pix_fmt yuv420p -preset slow -crf 27 -g 240 -movflags +faststart -an',
} as const

export type Format = keyof typeof encoders
export const formats: readonly Format[] = ['webm', 'mp4']

const frames = `-f rawvideo -pixel_format rgba -video_size ${width}x${height} -framerate ${framesPerSecond} -i pipe:0`

/** Encodes frames (RGBA) to a file. Needs an installed ffmpeg. */
export const encode = async (pictures: Iterable<Buffer>, format: Format, target: string): Promise<void> => {
  const options = `-y -loglevel error ${frames} ${encoders[format]}`.split(' ')
  const ffmpeg = spawn('ffmpeg', [...options, target], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(ffmpeg, 'close').catch((error: unknown) => {
    throw new Error('The films are encoded by ffmpeg: apt-get install ffmpeg', { cause: error })
  })
  for (const picture of pictures) {
    if (!ffmpeg.stdin.write(picture)) await Promise.race([once(ffmpeg.stdin, 'drain'), ended])
  }
  ffmpeg.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)} at ${target}`)
}
