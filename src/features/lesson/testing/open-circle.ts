import type { Drill } from '../../../i18n/module-content.ts'

/** A drill with a line or two in each part. */
export const openCircle: Drill = {
  name: 'Open Circle',
  ages: [8, 17],
  players: [6, 14],
  minutes: 10,
  space: { length: 10, width: 12 },
  needs: ['wheelchair'],
  equipment: [
    { kind: 'ball', count: 1, text: 'soft ball' },
    { kind: 'cone', count: 6, text: 'cones' },
  ],
  setUp: ['Mark a circle.'],
  steps: ['Call a name.', 'Pass the ball.'],
  coachingPoints: ['The name comes first.'],
  easier: ['Roll the ball.'],
  harder: ['Add a ball.'],
  inclusive: ['Leave firm ground.'],
  safety: ['Walk at first.'],
}
