import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { drillFilterSchema } from './drill-filter.ts'

const parse = (search: Record<string, unknown>) => v.parse(drillFilterSchema, search)

test('keeps every filter in the address, so that a reload shows the same drills', () => {
  const search = {
    words: 'circle',
    age: 12,
    players: 8,
    minutes: 15,
    space: 20,
    equipment: ['ball', 'cone'],
    need: 'lowVision',
    onlyFavourites: true,
  }
  expect(parse(defaultParseSearch(defaultStringifySearch(search)))).toEqual(search)
})

test.each([
  { words: 7 },
  { age: 0 },
  { players: 2.5 },
  { minutes: '15' },
  { space: -1 },
  { equipment: 'ball' },
  { equipment: [] },
  { equipment: ['trampoline', 1, null] },
  { need: 'trampoline' },
  { need: ['wheelchair'] },
  { onlyFavourites: 'yes' },
])('ignores %o in the address, but nothing beside it', (search) => {
  const valid = 'words' in search ? { age: 8 } : { words: 'circle' }
  expect(parse({ ...valid, ...search })).toEqual(valid)
})

test('takes known equipment from the address once, and leaves out the rest', () => {
  expect(parse({ equipment: ['cone', 'trampoline', 'ball', 'cone'] })).toEqual({
    equipment: ['ball', 'cone'],
  })
})
