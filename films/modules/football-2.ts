import { halves, people, shot, type Film } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { arrow, field, measure } from '../drawing/marks.ts'
import { passes, still, walk, type Path, type Point } from '../drawing/motion.ts'
import { bubble, card, clock, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 15, width: 13 }
const square = { length: 10, width: 10 }
const sides: readonly Point[] = [
  [0, -5],
  [5, 0],
  [0, 5],
  [-5, 0],
]
const side = (at: number): Point => sides[at % 4] ?? [0, 0]
const defender = (path: Path) => group([{ path, team: 'blue', bib: true, skin: 4 }])
const four = (paths: readonly Path[] = sides.map(still)) => team('red', paths, { wheels: [2] })

const one: Path = [
  [0, -5, 2.4],
  [4.4, -5, 2.4],
  [8, 2.4, -4],
  [9.4, 4, -4],
]
const wall = still([1.4, 2.6])

export const football2: Film = {
  title: [
    shot(
      view,
      people(team('red', [still([-3.4, 1.6]), still([0, 2.4]), still([3.4, 1.6])], { wheels: [1] })),
      bubble([-3.4, 1.6], 'name', 0.6, 6),
      bubble([0, 2.4], 'turn', 1.8, 6),
      bubble([3.4, 1.6], 'come', 3, 6),
    ),
  ],
  setUp: [
    shot(
      view,
      field(square, { from: 0.2 }),
      ...measure([-5, 0], [5, 0], 10, 2.2, 5.6),
      people(
        four(sides.map(([x, y], at) => walk([x * 2, y * 1.7], [x, y], 4 + at * 0.6, 6 + at * 0.6))),
        defender(walk([0, -8], [0, 0], 8, 9.6)),
      ),
      counter(
        'left',
        [
          [6, 1],
          [6.6, 2],
          [7.2, 3],
          [7.8, 4],
        ],
        colours.red,
      ),
      counter('right', [[9.6, 1]], colours.blue),
      ball(walk([-8, 1], [-4.4, 0.5], 9.4, 10.4)),
    ),
  ],
  name: [
    shot(
      view,
      field(square),
      people(
        group(
          sides.map((at, who) => ({
            path: still(at),
            skin: who,
            wheels: who === 2,
            raises: who === 1 ? [[1.8, 3.6]] : who === 0 ? [[5, 6.8]] : who === 2 ? [[8.2, 10]] : [],
          })),
        ),
        defender([
          [0, 0, 0],
          [3, 1.6, 0.6],
          [6, 1.2, -2],
          [9, -0.6, 1.4],
          [13, 0, 0],
        ]),
      ),
      bubble(side(3), 'name', 1, 2.6),
      bubble(side(1), 'name', 4.2, 5.8),
      bubble(side(0), 'name', 7.4, 9),
      ball(
        passes([
          [2.6, [-4.4, 0.5]],
          [5.8, [4.4, 0.5]],
          [9, [0.5, -4.4]],
          [13, [0.5, 5.2]],
        ]),
      ),
      card([574, 36], 'name', { number: 1, from: 0.6 }),
    ),
  ],
  answer: [
    shot(
      view,
      field(square),
      people(
        four(),
        defender([
          [0, -3.4, 2.4],
          [4, -3.4, 2.4],
          [5.6, 3.8, 0],
          [8.4, 3.8, 0],
          [10.4, -2, -2],
          [15, -2, -2],
        ]),
      ),
      bubble(side(1), 'eye', 1, 4),
      bubble(side(1), 'come', 5.6, 8.6),
      bubble(side(1), 'turn', 10.4, 13.6),
      ball(
        passes([
          [1, [-4.4, 0.5]],
          [6.8, [4.4, 0.5]],
          [9.6, [-4.4, 0.5]],
          [12.6, [4.4, 0.5]],
          [15, [6.6, -2.4]],
        ]),
      ),
      counter(
        'right',
        [
          [1, 1],
          [5.6, 2],
          [10.4, 3],
        ],
        colours.yellow,
      ),
    ),
  ],
  wall: [
    shot(
      view,
      people(
        group([
          { path: one, skin: 1 },
          { path: wall, skin: 2, wheels: true },
        ]),
        defender([
          [0, -1.4, 0],
          [3, -1.4, 0.4],
          [6, 0.4, 1],
          [14, 0.4, 1],
        ]),
      ),
      arrow([-4.4, 1.4], [2, -4], { from: 4, to: 8 }),
      bubble(one, 'name', 5, 6.4),
      ball(
        passes(
          [
            [3, [-4.4, 2.8]],
            [6.6, [1.9, 3]],
            [14, [3, -3.4]],
          ],
          0.9,
        ),
      ),
      counter(
        'right',
        [
          [3.6, 1],
          [7.2, 2],
        ],
        colours.yellow,
      ),
    ),
  ],
  dials: halves(
    { length: 17, width: 16 },
    [
      field(square, { becomes: { length: 14, width: 14, from: 1.4, to: 3.4 } }),
      people(
        four(sides.map((at) => walk(at, [at[0] * 1.4, at[1] * 1.4], 1.4, 3.6))),
        defender(still([0, 0])),
      ),
      counter(
        [160, 34],
        [
          [0, 10],
          [2.6, 14],
        ],
      ),
      ball(
        passes(
          [
            [5, [-6.2, 0.5]],
            [8, [6.2, 0.5]],
            [12, [0.5, 6.4]],
          ],
          1,
        ),
      ),
    ],
    [
      field(square),
      people(
        four(),
        group([
          { path: still([-0.6, -1]), team: 'blue', bib: true, skin: 4 },
          { path: walk([9, 4], [1.6, 1.4], 1.4, 3.4), team: 'blue', bib: true, skin: 5 },
        ]),
      ),
      counter(
        [480, 34],
        [
          [0, 1],
          [3, 2],
        ],
        colours.blue,
      ),
      ball(
        passes(
          [
            [4, [-4.4, 0.5]],
            [7, [0.5, 5.2]],
            [12, [4.4, 0.5]],
          ],
          0.9,
        ),
      ),
    ],
  ),
  close: [
    shot(
      view,
      field(square),
      people(
        group(
          sides.map((at, who) => ({
            path: who === 1 ? walk(at, [1, 0.4], 4, 5.4) : still(at),
            skin: who,
            wheels: who === 2,
            bib: who === 1,
            raises: [[6, 9]],
          })),
        ),
        group([{ path: walk([0, 0], [5, 0], 4, 5.4), team: 'blue', skin: 4, raises: [[6, 9]] }]),
      ),
      clock('right', { from: 0, to: 30, begins: 0.6, ends: 3.8 }),
      card([320, 30], 'thumb', { from: 6, ground: colours.good }),
    ),
  ],
}
