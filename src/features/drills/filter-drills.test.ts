import { expect, test } from 'vitest'
import { findCourse } from '../../config/courses.ts'
import type { Drill } from '../../i18n/module-content.ts'
import { filterDrills, type DrillFilter, type LibraryDrill } from './filter-drills.ts'
import { drillWithoutLines } from './testing/drill-without-lines.ts'

const course = findCourse('training')!
const drill: Drill = {
  ...drillWithoutLines,
  name: 'Roda Aberta',
  equipment: [{ kind: 'cone', count: 6, text: 'cones' }],
  steps: ['Diga um nome.'],
  inclusive: ['Em cadeira de rodas: chão firme.'],
}
const drills: LibraryDrill[] = [
  { course, module: course.modules[0]!, drill },
  {
    course,
    module: course.modules[1]!,
    drill: { ...drill, name: 'Quatro Gols', ages: [12, 17], players: [12, 24], minutes: 20, equipment: [] },
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
])('finds the drills of %o: %o', (filter, found) => {
  expect(names(filter)).toEqual(found)
})

test('finds only favourites', () => {
  expect(names({ onlyFavourites: true }, ['training-2'])).toEqual(['Quatro Gols'])
})
