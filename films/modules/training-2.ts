import { people, shot, type Film } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { field, goal, line, measure } from '../drawing/marks.ts'
import { passes, still, walk, type Path, type Point } from '../drawing/motion.ts'
import { counter, dial } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 18, width: 15 }
const square = { length: 12, width: 12 }
const wide = { length: 24, width: 20 }
const dials = [colours.yellow, colours.red, colours.blue, '#7c4dbd'] as const

const top = [
  [-1, -6],
  [1, -6],
] as const
const left = [
  [-6, -1],
  [-6, 1],
] as const
const right = [
  [6, -1],
  [6, 1],
] as const
type Lit = readonly (readonly [from: number, to: number])[]
const gates = (lit: { top?: Lit; left?: Lit; right?: Lit } = {}, from = -9) => [
  goal(...top, { from, lit: lit.top ?? [] }),
  goal(...left, { from: from + 0.6, lit: lit.left ?? [] }),
  goal(...right, { from: from + 1.2, lit: lit.right ?? [] }),
]

const reds: readonly Point[] = [
  [-3.5, 3.5],
  [3.5, 3.5],
  [0, -3],
]
const blues: readonly Point[] = [
  [-1.5, 1],
  [1.8, -0.5],
]
const in3 = { wheels: [1] }

/** One player stands behind each gate when the ball arrives. */
const runs: readonly Path[] = [
  [
    [0, -3.5, 3.5],
    [5.4, -3.5, 3.5],
    [7.4, -7.6, 0.4],
  ],
  [
    [0, 3.5, 3.5],
    [8.4, 3.5, 3.5],
    [10.4, 7.6, 0.4],
  ],
  [
    [0, 0, -3],
    [0.6, 0, -3],
    [2.4, 0, -7.4],
    [4.4, 0, -7.4],
    [6, 0.5, -2.5],
  ],
]
const chase: readonly Path[] = [
  [
    [0, -1.5, 1],
    [2.6, -1, -2],
    [5, 0.5, 0.5],
    [8, -3, 0.4],
    [11, 2.5, 1.2],
  ],
  [
    [0, 1.8, -0.5],
    [2.6, 1.5, -3],
    [5, 2.2, 1.5],
    [8, 0, 1.8],
    [11, 3.6, -1.4],
  ],
]
const game = passes(
  [
    [2.6, [-3.5, 3.5]],
    [4.6, [0, -7.2]],
    [7.6, [3.5, 3.5]],
    [9.6, [-7.4, 0.4]],
    [10.8, [-2, 4]],
    [20, [7.4, 0.4]],
  ],
  0.9,
)

const keeping = (spread: number): readonly Path[] =>
  reds.map(([x, y], at) => walk([x, y], [x * spread, y * spread], 2.5, 4.5 + at * 0.3))

export const training2: Film = {
  title: [
    shot(
      view,
      ...dials.map((colour, at) =>
        dial([200 + at * 80, 130 + (at % 2) * 100], colour, {
          from: 0.3 + at * 0.9,
          turns: 1 + at * 0.9,
          radius: 38,
        }),
      ),
    ),
  ],
  setUp: [
    shot(
      view,
      field(square, { from: 0.3 }),
      ...measure([-6, 7], [6, 7], 12, 2.4, 6.5),
      ...gates({}, 5),
      people(
        team(
          'red',
          reds.map((to, at) => walk([-11, to[1]], to, 7 + at * 0.5, 9 + at * 0.5)),
          in3,
        ),
        team(
          'blue',
          blues.map((to, at) => walk([11, to[1]], to, 9.4 + at * 0.5, 11 + at * 0.5)),
          { first: 3 },
        ),
      ),
      ball(walk([-11, 3.8], [-3.1, 3.9], 7, 9)),
      counter([66, 330], [[8.4, 3]], colours.red),
      counter([574, 330], [[10.4, 2]], colours.blue),
    ),
  ],
  run: [
    shot(
      view,
      field(square),
      ...gates({ top: [[3, 4.4]], left: [[8, 9.4]], right: [[11.2, 12.8]] }),
      people(team('red', runs, in3), team('blue', chase, { first: 3 })),
      ball(game),
      counter(
        'right',
        [
          [0, 0],
          [3.4, 1],
          [8.4, 2],
          [11.6, 3],
        ],
        colours.yellow,
      ),
    ),
  ],
  space: [
    shot(
      wide,
      field(square, { becomes: { length: 16, width: 16, from: 1.6, to: 3.6 } }),
      dial([46, 46], dials[0], { turns: 1.2 }),
      people(
        team('red', keeping(1.7), in3),
        team(
          'blue',
          blues.map((at) => walk(at, [at[0] * 1.6, at[1] + 1.5], 3, 6)),
          { first: 3 },
        ),
      ),
      ball(
        passes(
          [
            [4, [-3.5, 3.7]],
            [6, [5.9, 6]],
            [8, [0, -5]],
            [10, [-5.9, 6]],
          ],
          1.1,
        ),
      ),
      counter('right', [
        [0, 12],
        [3, 16],
      ]),
    ),
  ],
  task: [
    shot(
      { length: 12, width: 9 },
      line([-7, -2], [7, -2]),
      dial([46, 46], dials[1], { turns: 1.2 }),
      people([], team('red', [still([-4, 2.4]), still([2.5, -3.4])], { wheels: [1] })),
      (stage, t) => {
        const half = 1 + Math.min(1, Math.max(0, (t - 1.6) / 2))
        goal([1.2 - half, -2], [1.2 + half, -2], { lit: [[5.4, 7]] })(stage, t)
      },
      ball(
        passes(
          [
            [4.6, [-3.6, 2.6]],
            [9, [2.4, -3]],
          ],
          1.2,
        ),
      ),
      counter('right', [
        [0, 2],
        [3, 4],
      ]),
    ),
  ],
  equipment: [
    shot(
      { length: 12, width: 8 },
      dial([46, 46], dials[2], { turns: 1.2 }),
      people(
        group([
          {
            path: [
              [0, -2, 1],
              [4, -2, 1],
              [9.5, 2.4, 1],
            ],
            wheels: true,
            skin: 1,
          },
          { path: still([4.6, 0.4]), skin: 3 },
        ]),
      ),
      (stage, t) =>
        ball(
          [
            [0, -1, 1.2],
            [4, -1, 1.2],
            [9.5, 3.6, 1.2],
          ],
          { radius: 7 + 9 * Math.min(1, Math.max(0, (t - 2) / 1.6)) },
        )(stage, t),
    ),
  ],
  people: [
    shot(
      view,
      field(square),
      dial([46, 46], dials[3], { turns: 1.2 }),
      people(
        team('red', [...reds.map(still), walk([11, 4], [4.5, -4], 2, 4.4)], in3),
        team(
          'blue',
          // Each defender moves towards an attacker, so the line between them is free.
          [walk([-1.5, 1], [-3.2, 0.2], 2, 4.4), walk([1.8, -0.5], [2.8, 1.2], 2, 4.4)],
          { first: 4 },
        ),
      ),
      line([-3.5, 3.5], [4.3, -4], { from: 4.6, to: 7.4, dashed: true, colour: colours.yellow, thick: 5 }),
      ball(
        passes(
          [
            [5.6, [-3.2, 3.8]],
            [9, [4.3, -3.7]],
          ],
          1.2,
        ),
      ),
      counter(
        [66, 330],
        [
          [0, 3],
          [4.2, 4],
        ],
        colours.red,
      ),
      counter([574, 330], [[0, 2]], colours.blue),
    ),
  ],
  close: [
    shot(
      view,
      ...dials.map((colour, at) => dial([215 + at * 70, 60], colour, { turns: at === 1 ? 1.4 : 99 })),
      people(
        group(
          [...reds, ...blues].map((at, who) => ({
            path: walk(at, [who * 3 - 6, 3], 1, 3),
            team: who < 3 ? ('red' as const) : ('blue' as const),
            skin: who,
            wheels: who === 1,
            raises: [[3.6, 8]],
          })),
        ),
      ),
    ),
  ],
}
