import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

/**
 * Encodes each film of the courses, `public/videos/*.webm`, once more for browsers that play no WebM: H.264 in the baseline
 * profile and AAC, which every phone decodes, with the index first, so that it plays while it loads. Needs `ffmpeg`; the
 * films are committed, so that nobody else does.
 */
const picture = '-c:v libx264 -profile:v baseline -level 3.1 -pix_fmt yuv420p'
// Hardly more than half the size of quality 23, at which the drawn films look the same.
const quality = '-preset slow -crf 27'
const sound = '-c:a aac -b:a 64k'
const options = [picture, quality, sound, '-movflags +faststart'].join(' ').split(' ')

for (const film of globSync('public/videos/*.webm', { cwd: root })) {
  const target = film.replace(/\.webm$/, '.mp4')
  const { status, error } = spawnSync(
    'ffmpeg',
    ['-y', '-loglevel', 'error', '-i', film, ...options, target],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  if (error) throw new Error('The films are encoded by ffmpeg: apt-get install ffmpeg', { cause: error })
  if (status !== 0) process.exit(status ?? 1)
  console.log(join(root, target))
}
