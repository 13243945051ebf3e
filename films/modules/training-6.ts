import { halves, people, shot, type Film } from '../drawing/film.ts'
import { ball, cones, team } from '../drawing/figures.ts'
import { field, goal, measure } from '../drawing/marks.ts'
import { circleOf, passes, still, walk, type Path, type Point } from '../drawing/motion.ts'
import { bubble, card, clock, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 24, width: 16 }
const ground = { length: 20, width: 15 }
const leftGoal = [
  [-10, -1.6],
  [-10, 1.6],
] as const
const rightGoal = [
  [10, -1.6],
  [10, 1.6],
] as const
const goals = (lit: readonly (readonly [number, number])[] = [], from = -9) => [
  goal(...leftGoal, { from }),
  goal(...rightGoal, { from: from + 0.5, lit }),
]

const reds: readonly Point[] = [
  [-6, -4],
  [-6, 4],
  [-2.5, 0],
  [1, -2.5],
]
const blues: readonly Point[] = [
  [6.5, -4],
  [6.5, 3.4],
  [3.4, 1],
  [8.6, 0],
]
const huddle = circleOf(4, 1.3).map(([x, y]): Point => [x + 4, y + 8.2 - 2])
const red = (paths: readonly Path[]) => team('red', paths, { wheels: [1] })
const blue = (paths: readonly Path[]) => team('blue', paths, { first: 4, wheels: [2] })
const together = blues.map((from, at): Path => walk(from, huddle[at] ?? [4, 6], 6.8, 9.6))

export const training6: Film = {
  title: [shot(view, clock([320, 170], { from: 10, to: 10, begins: 0.8, ends: 5.6, radius: 90 }))],
  setUp: [
    shot(
      view,
      field(ground, { from: 0.2 }),
      ...measure([-10, 6.2], [10, 6.2], 20, 2.4, 5.4),
      ...measure([-8, -7.5], [-8, 7.5], 15, 3.4, 5.8),
      ...goals([], 5.4),
      people(
        red(reds.map((to, at) => walk([-14, to[1]], to, 6 + at * 0.4, 8 + at * 0.4))),
        blue(blues.map((to, at) => walk([14, to[1]], to, 7.6 + at * 0.4, 9.6 + at * 0.4))),
      ),
      counter('left', [[8, 4]], colours.red),
      counter('right', [[9.6, 4]], colours.blue),
      ball(walk([-2, -9], [-2, 0.6], 10, 11)),
    ),
  ],
  run: [
    shot(
      view,
      field(ground),
      ...goals([[4.6, 7]]),
      cones([[4, 5]], {}),
      people(
        red([
          walk([-6, -4], [-1, -4], 0, 4),
          still([-6, 4]),
          walk([-2.5, 0], [3, 0.6], 0.4, 4),
          walk([1, -2.5], [5, -2.5], 0, 3),
        ]),
        blue(together),
      ),
      ball(
        passes(
          [
            [1, [-2.2, 0.3]],
            [2.4, [5, -2.2]],
            [9, [10.4, 0.4]],
          ],
          1,
        ),
      ),
      counter(
        'left',
        [
          [0, 0],
          [4.4, 1],
        ],
        colours.red,
      ),
      counter('right', [[0, 0]], colours.blue),
      bubble([4, 5.2], 'question', 10, 13.6),
    ),
  ],
  reset: [
    shot(
      view,
      field(ground),
      ...goals(),
      people(red(reds.map(still)), blue(huddle.map((from, at) => walk(from, blues[at] ?? from, 11.4, 14)))),
      clock('right', { from: 0, to: 10, begins: 1, ends: 11 }),
      card([200, 34], 'lungs', { from: 1.4, number: 1 }),
      card([280, 34], 'hands', { from: 4.6, number: 2 }),
      card([360, 34], 'word', { from: 7.8, number: 3 }),
      ball(walk([3, 0], [0, 0], 12, 13)),
    ),
  ],
  points: [
    shot(
      view,
      field(ground),
      ...goals(),
      people(red(reds.map(still)), blue(blues.map(still))),
      counter([270, 34], [[0, 2]], colours.red),
      counter([330, 34], [[0, 1]], colours.blue),
      card([450, 40], 'hands', { from: 2 }),
      counter([510, 34], [[2.4, 1]], colours.red),
      counter(
        [570, 34],
        [
          [2.4, 1],
          [5, '+2'],
          [6.6, 3],
        ],
        colours.blue,
      ),
    ),
  ],
  dials: halves(
    { length: 12, width: 10 },
    [
      clock([160, 40], { from: 0, to: 15, begins: 0.8, ends: 10 }),
      people(
        team(
          'blue',
          circleOf(4, 1.8).map(([x, y]) => still([x, y + 1])),
          { first: 4, wheels: [2] },
        ),
        team('yellow', [walk([-6, 3], [-2.6, 2.4], 1, 3.4)], { first: 3 }),
      ),
    ],
    [
      clock([480, 40], { from: 0, to: 5, begins: 0.8, ends: 5.8 }),
      people(
        team(
          'blue',
          circleOf(4, 1.8).map(([x, y], at) =>
            walk([x, y + 1], [(at - 1.5) * 2.6, at % 2 === 0 ? -1 : 3], 4.6, 6.4),
          ),
          { first: 4, wheels: [2] },
        ),
      ),
      ball(walk([6, 4], [-5, 3], 1.4, 8)),
    ],
  ),
  close: [
    shot(
      view,
      people(
        team(
          'red',
          [0, 1, 2, 3].map((at) => walk(reds[at] ?? [0, 0], [at * 4 - 7, 1], 0.2, 3)),
          { wheels: [1] },
        ),
        team(
          'blue',
          [0, 1, 2, 3].map((at) => walk(blues[at] ?? [0, 0], [at * 4 - 5, 1.6], 0.2, 3)),
          { first: 4, wheels: [2] },
        ),
      ),
      card([320, 60], 'hands', { from: 3.6, ground: colours.good }),
    ),
  ],
}
