import type { Drill } from '../../../i18n/module-content.ts'

/** A drill with facts, but without text in its parts. */
export const drillWithoutLines: Drill = {
  name: 'Open Circle',
  ages: [8, 17],
  players: [6, 14],
  minutes: 10,
  space: { length: 10, width: 12 },
  needs: ['wheelchair'],
  equipment: [],
  setUp: [],
  steps: [],
  coachingPoints: [],
  easier: [],
  harder: [],
  inclusive: [],
  safety: [],
}
