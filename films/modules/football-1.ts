import { halves, people, shot, type Film } from '../drawing/film.ts'
import { ball, team } from '../drawing/figures.ts'
import { arrow, field, goal, look, measure } from '../drawing/marks.ts'
import { passes, still, walk, type Path, type Point } from '../drawing/motion.ts'
import { bubble, clock, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 29, width: 19 }
const ground = { length: 25, width: 18 }
/** Four small goals: two on each end line, one near the top corner and one near the bottom corner. */
const mouths = [
  [
    [12.5, -7],
    [12.5, -5],
  ],
  [
    [12.5, 5],
    [12.5, 7],
  ],
  [
    [-12.5, -7],
    [-12.5, -5],
  ],
  [
    [-12.5, 5],
    [-12.5, 7],
  ],
] as const
type Lit = readonly (readonly [number, number])[]
const goals = (lit: readonly Lit[] = [], from = -9, apart = 0.6) =>
  mouths.map(([a, b], at) => goal(a, b, { from: from + at * apart, lit: lit[at] ?? [] }))

const reds: readonly Point[] = [
  [-4, 0],
  [-2, -5],
  [-2, 5],
]
const blues: readonly Point[] = [
  [4, 0],
  [7, -4],
  [7, 4],
]
const red = (paths: readonly Path[]) => team('red', paths, { wheels: [2] })
const blue = (paths: readonly Path[]) => team('blue', paths, { first: 3, wheels: [1] })
const carrier: Path = [
  [0, -4, 0],
  [1, -4, 0],
  [5, 3, -4.6],
  [14, 3, -4.6],
]
const free: Path = [
  [0, -2, 5],
  [2, -2, 5],
  [6, 4, 5.4],
  [8, 6, 5.8],
  [9.4, 9, 6],
]

export const football1: Film = {
  title: [shot(view, field(ground), ...goals([[[0.6, 6]], [[1.6, 6]], [[2.6, 6]], [[3.6, 6]]]))],
  setUp: [
    shot(
      view,
      field(ground, { from: 0.2 }),
      ...measure([-12.5, 8], [12.5, 8], 25, 2.2, 6),
      ...measure([-10, -9], [-10, 9], 18, 3.6, 6.4),
      ...goals([], 6),
      people(
        red(reds.map((to, at) => walk([-17, to[1]], to, 9 + at * 0.4, 11 + at * 0.4))),
        blue(blues.map((to, at) => walk([17, to[1]], to, 10 + at * 0.4, 12 + at * 0.4))),
      ),
      counter('middle', [
        [6, 1],
        [6.6, 2],
        [7.2, 3],
        [7.8, 4],
      ]),
      counter('left', [[11, 3]], colours.red),
      counter('right', [[12, 3]], colours.blue),
    ),
  ],
  run: [
    shot(
      view,
      field(ground),
      ...goals([[[3, 6]], [[3, 6]]]),
      arrow([-2, -1], [11.6, -6], { from: 2, to: 8 }),
      arrow([-2, 1], [11.6, 6], { from: 2.6, to: 8 }),
      people(
        red(reds.map((from, at) => walk(from, [from[0] + 3, from[1]], 4 + at * 0.4, 8))),
        blue(blues.map((from) => walk(from, [from[0] + 1.5, from[1] - 3], 7, 10))),
      ),
      ball([
        [0, -3.2, 0.4],
        [4, -3.2, 0.4],
        [8, -0.2, 0.4],
      ]),
      counter('middle', [[2.6, 2]]),
    ),
  ],
  switch: [
    shot(
      view,
      field(ground),
      ...goals([[], [[9.2, 12]]]),
      look(carrier, free, 5, 7),
      people(
        red([carrier, walk([-2, -5], [1, -7], 1, 4), free]),
        blue([walk([4, 0], [6, -4], 1, 5), walk([7, -4], [8.4, -5.6], 1, 4), walk([7, 4], [8, -2], 1, 5)]),
      ),
      ball([
        [0, -3.2, 0.4],
        [1, -3.2, 0.4],
        [5, 3.8, -4.2],
        [6.6, 3.8, -4.2],
        [7.8, 6.6, 6],
        [8.4, 8, 6.1],
        [9.4, 13, 6],
      ]),
      counter(
        'right',
        [
          [0, 0],
          [9.4, 1],
        ],
        colours.red,
      ),
    ),
  ],
  rest: [
    shot(
      view,
      field(ground),
      ...goals(),
      people(
        red(
          reds.map((from, at): Path => [
            [0, ...from],
            [1.5, from[0] + 3, from[1]],
            [3, from[0], -from[1]],
            [4.5, ...from],
            [7, -6, at * 2 - 2],
          ]),
        ),
        blue(
          blues.map((from, at): Path => [
            [0, ...from],
            [1.5, from[0] - 2, from[1]],
            [3, from[0], -from[1]],
            [4.5, ...from],
            [7, 6, at * 2 - 2],
          ]),
        ),
      ),
      clock('left', { from: 3, to: 0, begins: 0.6, ends: 5 }),
      clock('right', { from: 1, to: 0, begins: 7, ends: 11 }),
      bubble([-6, -1.6], 'question', 7.4, 9.4),
      bubble([-6, -1.6], 'eye', 9.6, 11.8),
      bubble([6, -1.6], 'question', 7.4, 9.4),
      bubble([6, -1.6], 'eye', 9.6, 11.8),
      ball(
        passes(
          [
            [1, [-3, 0.5]],
            [3, [2, -5]],
            [12, [-2, 4]],
          ],
          1,
        ),
      ),
    ),
  ],
  dials: halves(
    { length: 12, width: 10 },
    [
      (stage, t) => {
        const half = 1 + Math.min(1, Math.max(0, (t - 1) / 2.4))
        goal([4, -half], [4, half], { lit: [[6, 8.4]] })(stage, t)
      },
      people(team('red', [still([-3, 0])])),
      ball(walk([-2.2, 0.4], [4.4, 1.4], 5, 6.4)),
      counter(
        [160, 34],
        [
          [0, 2],
          [3, 4],
        ],
      ),
    ],
    [
      goal([4, -1], [4, 1], { lit: [[8, 10]] }),
      people(team('red', [still([-4, 2]), still([-1, -2.6]), still([1.6, 2])], { wheels: [2] })),
      ball(
        passes([
          [1.4, [-3.4, 2.3]],
          [3.4, [-0.4, -2.3]],
          [7.4, [2.2, 2.3]],
          [12, [4.4, 0]],
        ]),
      ),
      counter(
        [480, 34],
        [
          [1, 1],
          [3, 2],
          [5, 3],
        ],
        colours.red,
      ),
    ],
  ),
  close: [
    shot(
      { length: 46, width: 22 },
      field({ length: 20, width: 15 }, { at: [-11.5, 0], from: 0.4 }),
      field({ length: 20, width: 15 }, { at: [11.5, 0], from: 0.8 }),
      people(
        ...[-11.5, 11.5].flatMap((middle) => [
          team(
            'red',
            [
              [-3, 0],
              [-1, -4],
              [-1, 5],
            ].map(([x = 0, y = 0], at): Path => [
              [0, middle + x, y],
              [3, middle + x + 3, y],
              [6, middle + x - 1, y + 1],
              [9, middle + x + 2, y + at],
            ]),
            { wheels: [2] },
          ),
          team(
            'blue',
            [
              [3, 1],
              [5, -4],
              [5, 5],
            ].map(([x = 0, y = 0], at): Path => [
              [0, middle + x, y],
              [3, middle + x - 2, y],
              [6, middle + x + 1, y - 1],
              [9, middle + x - 1, y - at],
            ]),
            { first: 3 },
          ),
        ]),
      ),
      ...[-11.5, 11.5].map((middle) =>
        ball(
          passes(
            [
              [1, [middle - 2, 0.4]],
              [3.4, [middle, -4]],
              [6, [middle + 3, 1]],
              [9, [middle - 1, 5]],
            ],
            1,
          ),
        ),
      ),
      counter('middle', [[1.4, 2]]),
    ),
  ],
}
