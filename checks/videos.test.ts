import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { courses, type VideoSource } from '../src/config/courses.ts'

const sources: VideoSource[] = courses.flatMap(({ modules }) =>
  modules.flatMap((module) => (module.kind === 'video' ? module.video.sources : [])),
)
const fileOf = ({ src }: VideoSource): string => `public${src}`

/** The names of the boxes of an MP4 file, in their order (ISO 14496-12). */
const boxesOf = (bytes: Buffer): string[] => {
  const names: string[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    names.push(bytes.toString('latin1', at + 4, at + 8))
  return names
}

test.each(sources)('$src is small enough for a mobile connection', (source) => {
  expect(statSync(fileOf(source)).size).toBeLessThanOrEqual(1_200_000)
})

const mp4 = sources.filter(({ type }) => type.startsWith('video/mp4'))

test('every film is there for browsers without WebM', () => {
  expect(mp4).toHaveLength(sources.length / 2)
})

test.each(mp4)('$src plays while it loads, and on every phone', (source) => {
  const bytes = readFileSync(fileOf(source))
  const boxes = boxesOf(bytes)
  expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
  // Profile, constraints and level, as the type names them.
  const profile = bytes.subarray(bytes.indexOf('avcC') + 5, bytes.indexOf('avcC') + 8).toString('hex')
  expect(source.type.toLowerCase()).toContain(`avc1.${profile}`)
  expect(profile.startsWith('42')).toBe(true)
})
