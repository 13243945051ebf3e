import { expect, test } from 'vitest'
import { eventIds, type AnalyticsEventName, type AnalyticsEvents } from './events.ts'
import { createTrack, type DataLayerEntry, type LoggedEvent } from './track.ts'

const start = (most?: number) => {
  const dataLayer: DataLayerEntry[] = []
  const captured: LoggedEvent[] = []
  const capture = async (event: LoggedEvent) => void captured.push(event)
  return {
    dataLayer,
    captured,
    track: createTrack({ dataLayer, capture, ...(most !== undefined && { most }) }),
  }
}

test('an event is one entry with its name and details', async () => {
  const { dataLayer, track } = start()
  await track('scroll', { path: '/pt-BR/', percent: 25 })
  expect(dataLayer).toEqual([{ event: 'scroll', path: '/pt-BR/', percent: 25 }])
})

test('a list that nobody reads does not grow for ever', async () => {
  const { dataLayer, track } = start(2)
  for (const module of ['a', 'b', 'c']) await track('survey_answered', { module })
  expect(dataLayer.map((entry) => entry.module)).toEqual(['b', 'c'])
})

const catalogue: { [Name in AnalyticsEventName]: AnalyticsEvents[Name] } = {
  page_view: { path: '/', locale: 'pt-BR' },
  scroll: { path: '/', percent: 50 },
  link_click: { path: '/', target: '/faq', outbound: false },
  sign_up: { locale: 'pt-BR' },
  email_verified: { locale: 'pt-BR' },
  sign_in: { locale: 'pt-BR' },
  password_reset: { locale: 'pt-BR' },
  password_changed: {},
  logout: {},
  sign_out: {},
  module_started: { module: 'training-1' },
  video_started: { module: 'training-1' },
  video_completed: { module: 'training-1' },
  survey_answered: { module: 'training-1' },
  module_completed: { module: 'training-1' },
  course_completed: { course: 'training' },
  certificate_requested: { course: 'training' },
  certificate_printed: { course: 'training' },
  certificate_downloaded: { course: 'training' },
  impact_saved: {},
}

test('every event of the catalogue reaches the tags, and the product API those that no other call carries', async () => {
  const { dataLayer, captured, track } = start()
  for (const [name, details] of Object.entries(catalogue)) {
    await track(name as AnalyticsEventName, details as never)
  }
  expect(dataLayer.map(({ event }) => event)).toEqual(Object.keys(catalogue))
  expect(captured).toEqual([
    { event_id: 4, value: '' },
    { event_id: 5, value: '' },
    { event_id: 6, value: '' },
    { event_id: 3, value: 'training' },
  ])
})

test('no id is given twice, and none of specification §9’s is given anew', () => {
  const ids = Object.values(eventIds)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Math.min(...ids)).toBeGreaterThan(2)
})
