import { expect, test } from 'vitest'
import { createTrack, type DataLayerEntry } from './track.ts'

test('an event is one entry with its name and details', () => {
  const dataLayer: DataLayerEntry[] = []
  createTrack(dataLayer)('scroll', { path: '/pt-BR/', percent: 25 })
  expect(dataLayer).toEqual([{ event: 'scroll', path: '/pt-BR/', percent: 25 }])
})

test('a list that nobody reads does not grow for ever', () => {
  const dataLayer: DataLayerEntry[] = []
  const track = createTrack(dataLayer, 2)
  for (const module of ['a', 'b', 'c']) track('survey_answered', { module })
  expect(dataLayer.map((entry) => entry.module)).toEqual(['b', 'c'])
})
