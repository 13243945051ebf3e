import { expect, test } from 'vitest'
import { analyticsEvents } from './events.ts'
import { createTrack, type DataLayerEntry, type LoggedEvent } from './track.ts'

const start = (most?: number) => {
  const dataLayer: DataLayerEntry[] = []
  const captured: LoggedEvent[] = []
  const capture = async (event: LoggedEvent) => void captured.push(event)
  return {
    dataLayer,
    captured,
    track: createTrack({ dataLayer, capture, ...(most !== undefined && { maxEntries: most }) }),
  }
}

test('adds one entry per event, with its name and details', async () => {
  const { dataLayer, track } = start()
  await track('scroll', { path: '/pt-BR/', percent: 25 })
  expect(dataLayer).toEqual([{ event: 'scroll', path: '/pt-BR/', percent: 25 }])
})

test('limits the length of a list that nothing reads', async () => {
  const { dataLayer, track } = start(2)
  for (const module of ['a', 'b', 'c']) await track('survey_answered', { module })
  expect(dataLayer.map((entry) => entry.module)).toEqual(['b', 'c'])
})

test('adds events that the product API has an id for to the outbox too, all others only to the tags', async () => {
  const { dataLayer, captured, track } = start()
  await track('password_changed', {})
  await track('logout', {})
  await track('sign_out', {})
  await track('course_completed', { course: 'training' })
  await track('sign_in', { locale: 'pt-BR' })
  await track('upload_added', { level: 'private' })
  expect(dataLayer).toHaveLength(6)
  expect(captured).toEqual([
    { event_id: 4, value: '' },
    { event_id: 5, value: '' },
    { event_id: 6, value: '' },
    { event_id: 3, value: 'training' },
  ])
})

test('uses each id once, and reuses none of specification §9’s ids', () => {
  const ids = Object.values(analyticsEvents).flatMap(({ api }) => (typeof api === 'number' ? [api] : []))
  expect(new Set(ids)).toEqual(new Set([3, 4, 5, 6]))
  expect(ids).toHaveLength(4)
})
