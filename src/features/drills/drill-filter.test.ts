import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { findCourse } from '../../config/courses.ts'
import type { Drill } from '../../i18n/module-content.ts'
import { drillFilterSchema, filterDrills, type DrillFilter, type LibraryDrill } from './drill-filter.ts'
import { drillWithoutLines } from './testing/drill-without-lines.ts'

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

const course = findCourse('training')!
const drill: Drill = {
  ...drillWithoutLines,
  name: 'Roda Aberta',
  needs: ['wheelchair', 'lowVision'],
  equipment: [
    { kind: 'ball', count: 1, text: 'bola macia' },
    { kind: 'ball', count: 1, text: 'bola de outra cor' },
    { kind: 'cone', count: 6, text: 'cones' },
  ],
  steps: ['Diga um nome.'],
  inclusive: ['Em cadeira de rodas: chão firme.'],
}
const drills: LibraryDrill[] = [
  { course, module: course.modules[0]!, drill },
  {
    course,
    module: course.modules[1]!,
    drill: {
      ...drill,
      name: 'Quatro Gols',
      ages: [12, 17],
      players: [12, 24],
      minutes: 20,
      needs: ['wheelchair', 'pace'],
      equipment: [
        { kind: 'ball', count: 1, text: 'bola' },
        { kind: 'largeBall', count: 1, text: 'bola grande' },
      ],
    },
  },
]
const names = (filter: DrillFilter, favourites: string[] = []) =>
  filterDrills(drills, filter, favourites).map((found) => found.drill.name)

const both = ['Roda Aberta', 'Quatro Gols']
test.each<[DrillFilter, string[]]>([
  [{}, both],
  [{ words: ' ' }, both],
  [{ words: 'CONE' }, ['Roda Aberta']],
  // Without accents, in any order, in any part of the card.
  [{ words: 'chao rodas' }, both],
  [{ words: 'gols cone' }, []],
  [{ age: 8 }, ['Roda Aberta']],
  [{ age: 12 }, both],
  [{ age: 30 }, []],
  [{ players: 14 }, both],
  [{ players: 20 }, ['Quatro Gols']],
  [{ minutes: 10 }, ['Roda Aberta']],
  [{ space: 11 }, []],
  [{ space: 12 }, both],
  [{ onlyFavourites: true }, []],
  // Equipment that is not there excludes a drill. What is there beyond it does not.
  [{ equipment: ['ball'] }, []],
  [{ equipment: ['ball', 'cone'] }, ['Roda Aberta']],
  [{ equipment: ['ball', 'largeBall', 'rope'] }, ['Quatro Gols']],
  [{ equipment: ['ball', 'largeBall', 'cone'] }, both],
  [{ need: 'wheelchair' }, both],
  [{ need: 'pace' }, ['Quatro Gols']],
  [{ need: 'hearing' }, []],
])('finds the drills of %o: %o', (filter, found) => {
  expect(names(filter)).toEqual(found)
})

test('finds only favourites', () => {
  expect(names({ onlyFavourites: true }, ['training-2'])).toEqual(['Quatro Gols'])
})

const all: Required<DrillFilter> = {
  words: 'bola',
  age: 14,
  players: 16,
  minutes: 20,
  space: 12,
  equipment: ['ball', 'largeBall'],
  need: 'pace',
  onlyFavourites: true,
}

test('finds a drill that matches all filters at once', () => {
  expect(names(all, ['training-1', 'training-2'])).toEqual(['Quatro Gols'])
})

test.each<DrillFilter>([
  { words: 'corda' },
  { age: 8 },
  { players: 6 },
  { minutes: 19 },
  { space: 11 },
  { equipment: ['ball', 'cone'] },
  { need: 'lowVision' },
])('finds no drill if all filters match except %o', (filter) => {
  expect(names({ ...all, ...filter }, ['training-2'])).toEqual([])
})
