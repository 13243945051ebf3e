import { expect, test } from 'vitest'
import { moduleContent } from '../locales/module-content.ts'
import { readModuleFacts, readModuleTexts } from '../locales/read-catalogue.ts'
import { drillNeeds, equipmentKinds, type DrillNeed } from '../src/config/drills.ts'
import { courses } from '../src/config/courses.ts'

/** The words by which a British line about adaptations speaks of a need. */
const wordsOfNeed: Record<DrillNeed, RegExp> = {
  wheelchair: /^Wheelchair users/,
  lowVision: /\blow vision|\bsight\b/i,
  hearing: /\bdeaf\b|hard.of.hearing/i,
  balance: /\bbalance\b|\bunsteady\b|\bcrutches\b/i,
  speech: /do not speak|\bstammer/i,
  autism: /\bautis|\battention\b|eye contact|\blike touch\b|\brestless\b/i,
  pace: /\btire\b|\bspeeds\b|cannot sprint/i,
}

const drills = courses.flatMap(({ modules }) =>
  modules.flatMap(({ id }) => {
    const { drill } = moduleContent(readModuleFacts(id), readModuleTexts('en-GB', id))
    return drill ? [{ id, drill }] : []
  }),
)

test.each(drills)('the needs of $id are those that its card has an adaptation for', ({ drill }) => {
  expect(drill.needs.length).toBeGreaterThan(0)
  const spokenOf = drillNeeds.filter((need) => drill.inclusive.some((line) => wordsOfNeed[need].test(line)))
  expect(drill.needs.toSorted()).toEqual(spokenOf.toSorted())
})

test('every need and every kind of equipment that a coach can choose is that of a drill', () => {
  expect(new Set(drills.flatMap(({ drill }) => drill.needs))).toEqual(new Set(drillNeeds))
  const kinds = drills.flatMap(({ drill }) => drill.equipment.map(({ kind }) => kind))
  expect(new Set(kinds)).toEqual(new Set(equipmentKinds))
})
