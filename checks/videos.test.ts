import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readModuleFacts } from '../locales/read-catalogue.ts'
import { films } from '../films/all-films.ts'
import { readSpokenScenes, toWebVtt } from '../films/captions.ts'
import { toCaptionsPath, courses, type VideoSource } from '../src/config/courses.ts'
import { localeCodes } from '../src/config/locales.ts'

const sources: VideoSource[] = courses.flatMap(({ modules }) =>
  modules.flatMap((module) => (module.kind === 'video' ? module.video.sources : [])),
)
const toPath = ({ src }: VideoSource): string => `public${src}`

/** The names of the boxes of an MP4 file, in order (ISO 14496-12). */
const listBoxes = (bytes: Buffer): string[] => {
  const names: string[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    names.push(bytes.toString('latin1', at + 4, at + 8))
  return names
}

test.each(sources)('$src is small enough for a mobile connection', (source) => {
  expect(statSync(toPath(source)).size).toBeLessThanOrEqual(1_200_000)
})

const videos = courses.flatMap(({ modules }) =>
  modules.flatMap((module) => (module.kind === 'video' ? [module.video] : [])),
)

test.each(videos)('the film of $id has each scene of its module, and its length', ({ id, duration }) => {
  const { scenes = [] } = readModuleFacts(id)
  expect(Object.keys(films[id] ?? {})).toEqual(scenes.map((scene) => scene.id))
  expect(duration).toBe(scenes.at(-1)?.to)
  expect(duration).toBeGreaterThanOrEqual(60)
  expect(duration).toBeLessThanOrEqual(90)
})

test.each(videos)('the captions of $id are the narration of its scenes, in every locale', (video) => {
  for (const locale of localeCodes)
    expect(readFileSync(`public${toCaptionsPath(video, locale)}`, 'utf8')).toBe(
      toWebVtt(readSpokenScenes(locale, video.id)),
    )
})

/** Duration of an MP4 file in s. `mvhd` contains the time scale and the duration (ISO 14496-12). */
const readSeconds = (bytes: Buffer): number => {
  const at = bytes.indexOf('mvhd') + 4
  return bytes.readUInt32BE(at + 16) / bytes.readUInt32BE(at + 12)
}

test.each(videos)('the film of $id has the stated duration', ({ id, duration }) => {
  expect(readSeconds(readFileSync(`public/videos/${id}.mp4`))).toBeCloseTo(duration, 0)
})

const mp4 = sources.filter(({ type }) => type.startsWith('video/mp4'))

test('every film has a version for browsers without WebM', () => {
  expect(mp4).toHaveLength(sources.length / 2)
})

test.each(mp4)('$src plays while it loads, and on every phone', (source) => {
  const bytes = readFileSync(toPath(source))
  const boxes = listBoxes(bytes)
  expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
  // Profile, constraints and level, as in the MIME type.
  const profile = bytes.subarray(bytes.indexOf('avcC') + 5, bytes.indexOf('avcC') + 8).toString('hex')
  expect(source.type.toLowerCase()).toContain(`avc1.${profile}`)
  expect(profile.startsWith('42')).toBe(true)
})
