import { halves, people, shot, type Film } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { arrow, circle, field, goal, line, zone } from '../drawing/marks.ts'
import { passes, still, walk, type Path, type Point } from '../drawing/motion.ts'
import { card, clock, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 28, width: 19 }
const ground = { length: 24, width: 18 }
const tints = ['#e8b33c', '#4aa8e0', '#b58be0'] as const
const rows = [-6, 0, 6] as const
const lanes = (from = -9, strength = 0.5) =>
  tints.map((tint, at) =>
    zone([0, rows[at] ?? 0], { length: 24, width: 6 }, tint, { from: from + at * 0.8, strength }),
  )
const goals = (lit: readonly (readonly [number, number])[] = [], from = -9) => [
  goal([12, -2], [12, 2], { from, lit }),
  goal([-12, -2], [-12, 2], { from }),
]
const lines = (from = -9) => [
  line([-12, -3], [12, -3], { from }),
  line([-12, 3], [12, 3], { from: from + 0.5 }),
]

const reds: readonly Point[] = [
  [-5, -6],
  [-3, 0],
  [2, 0.6],
  [-1, 6],
]
const blues: readonly Point[] = [
  [3, -6],
  [6, -0.6],
  [-7, 0],
  [5, 6],
]
const red = (paths: readonly Path[] = reds.map(still)) => team('red', paths, { wheels: [3] })
const blue = (paths: readonly Path[] = blues.map(still)) => team('blue', paths, { first: 4, wheels: [3] })
const kinds = ['steps', 'run', 'wheel'] as const

export const football3: Film = {
  title: [
    shot(
      view,
      ...lanes(0.3, 0.75),
      people(
        group([
          { path: walk([-14, -6], [-3, -6], 2, 5.6), skin: 2 },
          { path: walk([-14, 0], [3, 0], 2.4, 4.6), skin: 1 },
          { path: walk([-14, 6], [0, 6], 2.2, 5), skin: 3, wheels: true },
        ]),
      ),
    ),
  ],
  setUp: [
    shot(
      view,
      field(ground, { from: 0.2 }),
      ...lanes(2.4),
      ...lines(2.6),
      arrow([-10, -9], [-10, -3], { from: 4.6, both: true, to: 9 }),
      counter('left', [[5, 6]]),
      ...goals([], 6),
      people(
        red(reds.map((to, at) => walk([-16, to[1]], to, 8 + at * 0.4, 10 + at * 0.4))),
        blue(blues.map((to, at) => walk([16, to[1]], to, 9 + at * 0.4, 11 + at * 0.4))),
      ),
      counter(
        'middle',
        [
          [2.4, 1],
          [3.2, 2],
          [4, 3],
        ],
        colours.yellow,
      ),
      counter('right', [[11, 4]], colours.blue),
    ),
  ],
  rules: [
    shot(
      view,
      field(ground),
      ...lanes(),
      ...lines(),
      ...kinds.map((kind, at) => card([70, 84 + at * 97], kind, { from: 0.6 + at * 3.6, number: at + 1 })),
      people(
        group([
          { path: walk([-6, -6], [4, -6], 0.6, 12), skin: 2 },
          {
            path: [
              [0, -6, 0],
              [4.4, -6, 0],
              [6.4, 8, 0],
              [8.4, -4, 0],
              [10.4, 8, 0],
            ],
            skin: 1,
          },
          {
            path: [
              [0, -6, 6],
              [8, -6, 6],
              [12, 4, 6],
            ],
            skin: 3,
            wheels: true,
          },
        ]),
        group([
          {
            path: [
              [0, -4, 5],
              [8, -4, 5],
              [12, 6.4, 5],
            ],
            team: 'blue',
            skin: 5,
          },
        ]),
      ),
    ),
  ],
  run: [
    shot(
      view,
      field(ground),
      ...lanes(),
      ...lines(),
      ...goals([[8.6, 10.6]]),
      people(
        red([
          walk([-5, -6], [3, -5.4], 1, 6),
          reds[1] ? walk(reds[1], [4, 0], 2, 6) : still([0, 0]),
          still([2, 0.6]),
          still([-1, 6]),
        ]),
        blue(),
      ),
      ball(
        passes(
          [
            [1.6, [-0.4, 6.3]],
            [4, [2.6, 1]],
            [7.4, [3.6, -5]],
            [10.8, [12.4, -0.6]],
            [11, [-4, 0.4]],
            [14, [12.4, 1.2]],
          ],
          1,
        ),
      ),
      counter(
        'right',
        [
          [0, 0],
          [2.6, 1],
          [5, 2],
          [8.8, '+1'],
          [11, 0],
        ],
        colours.yellow,
      ),
    ),
  ],
  choose: [
    shot(
      view,
      field(ground),
      ...lanes(),
      ...lines(),
      clock('right', { from: 0, to: 4, begins: 0.4, ends: 3 }),
      people(
        red(
          reds.map((from, at): Path => [
            [0, ...from],
            [3, ...from],
            [5, -3 + at, 10],
            [6.4, -3 + at, 10],
            [9, from[0], at === 0 ? 0 : from[1]],
          ]),
        ),
        blue(
          blues.map((from, at): Path => [
            [0, ...from],
            [3, ...from],
            [5, 2 + at, 10],
            [6.4, 2 + at, 10],
            [9, from[0], at === 1 ? 6 : from[1]],
          ]),
        ),
      ),
    ),
  ],
  dials: halves(
    { length: 13, width: 16 },
    [
      ...[-5, 0, 5].map((y, at) =>
        zone([0, y], { length: 12, width: 5 }, tints[at] ?? tints[0], { strength: 0.5 }),
      ),
      circle([0, 5], 1.4, { from: 1, dashed: true, colour: colours.yellow }),
      people(
        group([
          { path: still([0, 5]), skin: 3, wheels: true },
          { path: walk([5, 2], [1.8, 4.4], 1.4, 4), team: 'blue', skin: 5 },
        ]),
      ),
      ball(
        passes(
          [
            [5, [-4, -0.4]],
            [12, [0.8, 5.4]],
          ],
          1.2,
        ),
      ),
      counter([160, 34], [[1.4, 1]]),
    ],
    [
      ...[-5, 0, 5].map((y, at) =>
        zone([0, y], { length: 12, width: 5 }, tints[at] ?? tints[0], { strength: 0.5 }),
      ),
      people(team('red', [still([-3, 5]), still([0, 0]), still([3, -5])], { wheels: [0] })),
      ball(
        passes(
          [
            [2, [-2.4, 5.3]],
            [4.6, [0.6, 0.4]],
            [12, [3.6, -4.6]],
          ],
          1,
        ),
      ),
      counter(
        [480, 34],
        [
          [1, 1],
          [3, 2],
          [5.6, 3],
        ],
        colours.yellow,
      ),
    ],
  ),
  close: [
    shot(
      view,
      field(ground),
      ...tints.map((tint, at) => zone([0, rows[at] ?? 0], { length: 24, width: 6 }, tint, { to: 4.4 })),
      line([0, -9], [0, 9]),
      people(
        red(reds.map((from, at) => walk(from, [-0.8, at * 4.4 - 7], 0.6, 4))),
        blue(blues.map((from, at) => walk(from, [0.8, at * 4.4 - 5], 0.6, 4))),
      ),
    ),
  ],
}
