import { expect, test } from 'vitest'
import { courseOf } from '../config/courses.ts'
import { courseDownload } from './course-download.ts'
import type { OfflineModule } from './offline-modules.ts'

const football = courseOf('football')!
const films = ['football-1', 'football-2', 'football-3', 'football-4', 'football-5']
const of = (states: Record<string, OfflineModule>) =>
  courseDownload(football, new Map(Object.entries(states)), (module) => module !== 'football-extra')

test('a course without downloads has every film left', () => {
  expect(of({})).toEqual({ films, left: films, share: 0, begun: false, running: false })
})

test('the share of a course counts downloaded films and the begun part of others', () => {
  const download = of({
    'football-1': { is: 'downloaded', size: 900 },
    'football-2': { is: 'downloading', received: 50, size: 100 },
    'football-3': { is: 'downloading', received: 0 },
    'training-1': { is: 'downloaded', size: 900 },
  })
  expect(download).toEqual({ films, left: films.slice(1), share: 0.3, begun: true, running: true })
})

test('gives the reason for a stop only while nothing is running', () => {
  const paused = { is: 'paused', because: 'storage-full', received: 20, size: 100 } as const
  expect(of({ 'football-1': paused }).because).toBe('storage-full')
  const download = of({ 'football-1': paused, 'football-2': { is: 'downloading', received: 0 } })
  expect(download.because).toBeUndefined()
})

test('a course with all films downloaded has nothing left', () => {
  const here = Object.fromEntries(films.map((id) => [id, { is: 'downloaded', size: 1 } as const]))
  expect(of(here)).toEqual({ films, left: [], share: 1, begun: true, running: false })
})

test('has nothing to download in a browser that plays none of the films', () => {
  expect(courseDownload(football, new Map(), () => false)).toMatchObject({ films: [], left: [], share: 0 })
})
