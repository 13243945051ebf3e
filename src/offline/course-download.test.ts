import { expect, test } from 'vitest'
import { findCourse } from '../config/courses.ts'
import { summariseCourseDownload } from './course-download.ts'
import type { OfflineModule } from './offline-modules.ts'

const football = findCourse('football')!
const films = ['football-1', 'football-2', 'football-3', 'football-4', 'football-5']
const of = (states: Record<string, OfflineModule>) =>
  summariseCourseDownload(football, new Map(Object.entries(states)), (module) => module !== 'football-extra')

test('a course without downloads has every film left', () => {
  expect(of({})).toEqual({
    playableModuleIds: films,
    remainingModuleIds: films,
    progress: 0,
    hasStarted: false,
    isRunning: false,
  })
})

test('the share of a course counts downloaded films and the begun part of others', () => {
  const download = of({
    'football-1': { kind: 'downloaded', size: 900 },
    'football-2': { kind: 'downloading', received: 50, size: 100 },
    'football-3': { kind: 'downloading', received: 0 },
    'training-1': { kind: 'downloaded', size: 900 },
  })
  expect(download).toEqual({
    playableModuleIds: films,
    remainingModuleIds: films.slice(1),
    progress: 0.3,
    hasStarted: true,
    isRunning: true,
  })
})

test('gives the reason for a stop only while nothing is running', () => {
  const paused = { kind: 'paused', reason: 'storage-full', received: 20, size: 100 } as const
  expect(of({ 'football-1': paused }).pauseReason).toBe('storage-full')
  const download = of({ 'football-1': paused, 'football-2': { kind: 'downloading', received: 0 } })
  expect(download.pauseReason).toBeUndefined()
})

test('a course with all films downloaded has nothing left', () => {
  const here = Object.fromEntries(films.map((id) => [id, { kind: 'downloaded', size: 1 } as const]))
  expect(of(here)).toEqual({
    playableModuleIds: films,
    remainingModuleIds: [],
    progress: 1,
    hasStarted: true,
    isRunning: false,
  })
})

test('has nothing to download in a browser that plays none of the films', () => {
  expect(summariseCourseDownload(football, new Map(), () => false)).toMatchObject({
    playableModuleIds: [],
    remainingModuleIds: [],
    progress: 0,
  })
})
