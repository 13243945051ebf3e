import { halves, people, shot, type Film } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { field, goal, line, look, measure } from '../drawing/marks.ts'
import { still, walk, type Path } from '../drawing/motion.ts'
import { card, clock, counter } from '../drawing/signs.ts'
import { colours, type Draw } from '../drawing/stage.ts'

const view = { length: 16, width: 11 }
const ground = { length: 12, width: 8 }
type Lit = readonly (readonly [number, number])[]
const doors = (lit: { far?: Lit; near?: Lit } = {}, from = -9): Draw[] => [
  goal([6, -3.4], [6, -1.4], { from, lit: lit.far ?? [] }),
  goal([6, 1.4], [6, 3.4], { from: from + 0.8, lit: lit.near ?? [] }),
]
const ahead = (path: Path): Path => path.map(([at, x, y]) => [at, x + 0.8, y + 0.3])

const attack: Path = [
  [0, -5, 0],
  [1, -5, 0],
  [5, -0.6, 0],
  [6.6, -0.6, 0],
  [7.6, 1.4, -2.2],
  [9, 6.6, -2.4],
]
const beaten: Path = [
  [0, 4, 0],
  [2, 3, 0],
  [5.6, 1.6, 0.3],
  [6.8, 1.4, 0.8],
  [8, 2.6, 0.2],
  [10, 4, -0.6],
]
const defence: Path = [
  [0, 4.4, 0],
  [1, 4.4, 0],
  [3, 1.6, 0],
  [6, 2.4, 0.4],
  [8, 3, 0.4],
  [8.8, 2, 0.6],
  [11.6, -6.8, 0.6],
]
const touch: Path = [
  [0, -4.2, 0.3],
  [1, -4.2, 0.3],
  [3, -0.2, 0.3],
  [7.4, 0.4, 0.3],
  [8.8, 2.4, 0.8],
  [11.6, -6, 0.8],
]

/** A door whose width changes from 2 steps to `becomes` steps. */
const changing =
  (x: number, y: number, becomes: number, from: number): Draw =>
  (stage, t) => {
    const half = 1 + ((becomes - 2) / 2) * Math.min(1, Math.max(0, (t - from) / 1.2))
    goal([x, y - half], [x, y + half])(stage, t)
  }

const field3 = [-10, 0, 10] as const

export const football4: Film = {
  title: [
    shot(
      view,
      ...doors({ far: [[0.6, 6]], near: [[2, 6]] }),
      people(team('red', [still([-1, 0.4])])),
      ball(still([-0.2, 0.8])),
    ),
  ],
  setUp: [
    shot(
      view,
      field(ground, { from: 0.2 }),
      ...measure([-6, 4.8], [6, 4.8], 12, 2.2, 6),
      ...measure([-5, -4], [-5, 4], 8, 3.4, 6.4),
      ...doors({}, 6),
      people(
        team('red', [walk([-10, 0], [-5, 0], 8, 9.6)], {}),
        team('blue', [walk([10, 0], [4, 0], 9.6, 11.2)], { first: 3 }),
        team('yellow', [walk([-2, -8], [-2, -4.6], 10, 12), walk([2, -8], [2, -4.6], 10.4, 12.4)], {
          first: 1,
          wheels: [1],
        }),
      ),
      ball(walk([-10, 0.3], [-4.2, 0.3], 8, 9.6)),
      counter(
        'middle',
        [
          [6.4, 1],
          [7.2, 2],
        ],
        colours.yellow,
      ),
      counter('left', [[9.6, 1]], colours.red),
      counter('right', [[11.2, 1]], colours.blue),
    ),
  ],
  run: [
    shot(
      view,
      field(ground),
      ...doors({ far: [[9, 11.4]] }),
      look(attack, beaten, 4.6, 7),
      people(team('red', [attack]), team('blue', [beaten], { first: 3 })),
      ball(ahead(attack)),
      clock('right', { from: 10, to: 0, begins: 0.8, ends: 10.8 }),
      card([210, 32], 'steps', { from: 1, to: 4.6 }),
      card([280, 32], 'eye', { from: 4.6, to: 7 }),
      card([350, 32], 'run', { from: 7 }),
      counter(
        'left',
        [
          [0, 0],
          [9.2, 1],
        ],
        colours.red,
      ),
    ),
  ],
  defend: [
    shot(
      view,
      field(ground),
      line([-6, -4], [-6, 4], { colour: colours.yellow, from: 9 }),
      ...doors(),
      people(
        team('red', [
          [
            [0, -5, 0],
            [1, -5, 0],
            [3, -1, 0],
            [7.4, -0.4, 0],
            [8.8, 1.4, 0.6],
            [10, 0.6, 0.4],
          ],
        ]),
        team('blue', [defence], { first: 3 }),
      ),
      ball(touch),
      ...measure([-0.8, 1.6], [1.4, 1.6], 2, 3.2, 6),
      counter(
        'right',
        [
          [0, 0],
          [11.4, 1],
        ],
        colours.blue,
      ),
    ),
  ],
  doors: [
    shot(
      view,
      people(
        team(
          'red',
          [
            [
              [0, -5, -3],
              [1, -5, -3],
              [3.4, 4.6, -3],
              [5, -5, -3],
            ],
            [
              [0, -5, 3],
              [1.6, -5, 3],
              [4, 4, 3],
              [6, -5, 3],
            ],
          ],
          { wheels: [1] },
        ),
      ),
      changing(6, -3, 1, 5),
      changing(6, 3, 3, 6.4),
      ball([
        [0, -4.4, -2.7],
        [1, -4.4, -2.7],
        [3, 4, -2.7],
        [3.8, 7, -3],
      ]),
      ball([
        [0, -4.4, 3.3],
        [1.6, -4.4, 3.3],
        [3.6, 3.6, 3.3],
        [4.4, 7, 5],
      ]),
      counter(
        [600, 96],
        [
          [0, 2],
          [5.4, 1],
        ],
        colours.yellow,
      ),
      counter(
        [600, 300],
        [
          [0, 2],
          [7, 3],
        ],
        colours.yellow,
      ),
    ),
  ],
  dials: halves(
    { length: 13, width: 10 },
    [
      card([80, 36], 'steps', { from: 0.6 }),
      people(
        team('red', [
          [
            [0, -5, 0],
            [2, -5, 0],
            [6, 4, -2.4],
          ],
        ]),
        team('blue', [walk([3, 0], [2, 0.8], 1, 8)], { first: 3 }),
      ),
      ball([
        [0, -4.2, 0.3],
        [2, -4.2, 0.3],
        [6, 5, -2.2],
      ]),
      goal([5.4, -3.4], [5.4, -1.4], { lit: [[6, 8]] }),
      goal([5.4, 1.4], [5.4, 3.4]),
    ],
    [
      clock([480, 40], { from: 5, to: 0, begins: 0.8, ends: 5 }),
      people(
        team('red', [walk([-5, -1], [1, -1.6], 1, 4), walk([-8, 2], [-3, 2], 5, 6.4)], { wheels: [1] }),
        team('blue', [walk([3, 0], [2.4, -1], 1, 4), walk([8, 2], [3, 2], 5, 6.4)], { first: 3 }),
      ),
      ball([
        [0, -4.2, -0.7],
        [1, -4.2, -0.7],
        [4, 1.8, -1.3],
      ]),
      counter([600, 34], [[6, 2]], colours.blue),
    ],
  ),
  close: [
    shot(
      { length: 36, width: 18 },
      ...field3.map((x) => field({ length: 9, width: 8 }, { at: [x, 0] })),
      people(
        group(
          field3.flatMap((x, at) => [
            {
              path: [
                [0, x - 3, 0],
                [5, x - 3, 0],
                [7, (field3[(at + 1) % 3] ?? 0) - 3, 0],
              ] as Path,
              skin: at,
              wheels: at === 1,
            },
            { path: still([x + 3, 0]), team: 'blue' as const, skin: at + 3 },
          ]),
        ),
      ),
      ...field3.map((x) =>
        ball([
          [0, x - 2, 0.4],
          [7.4, x - 2, 0.4],
          [9.4, x + 2, -1],
        ]),
      ),
      counter(
        'middle',
        [
          [0.6, 1],
          [1.6, 2],
          [2.6, 3],
          [3.6, 4],
        ],
        colours.yellow,
      ),
    ),
  ],
}
