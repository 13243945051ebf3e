/**
 * The film of the module `football-1`: "Four Goals", a small game with four goals. `Film` explains the units.
 */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, team } from '../drawing/figures.ts'
import { arrow, field, goal, measure, sightLine } from '../drawing/marks.ts'
import {
  beforeScene,
  clampShare,
  type Interval,
  passPath,
  type Path,
  type Point,
  stayAt,
  walk,
} from '../drawing/motion.ts'
import { bubble, clock, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 29, width: 19 }
const pitch = { length: 25, width: 18 }
/** The posts of four small goals: two on each end line, one near each corner. */
const goalPosts = [
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
/**
 * The goals, each with the intervals during which it lights up. They appear one after another from `from` on.
 */
const goals = (litDuring: readonly (readonly Interval[])[] = [], from = beforeScene) =>
  goalPosts.map(([a, b], index) =>
    goal(a, b, { from: from + index * 0.6, litDuring: litDuring[index] ?? [] }),
  )

const redPlaces: readonly Point[] = [
  [-4, 0],
  [-2, -5],
  [-2, 5],
]
const bluePlaces: readonly Point[] = [
  [4, 0],
  [7, -4],
  [7, 4],
]
const red = (paths: readonly Path[]) => team('red', paths, { wheelchairs: [2] })
const blue = (paths: readonly Path[]) => team('blue', paths, { firstSkin: 3, wheelchairs: [1] })
const carrierPath: Path = [
  [0, -4, 0],
  [1, -4, 0],
  [5, 3, -4.6],
  [14, 3, -4.6],
]
const freePlayerPath: Path = [
  [0, -2, 5],
  [2, -2, 5],
  [6, 4, 5.4],
  [8, 6, 5.8],
  [9.4, 9, 6],
]

export const football1: Film = {
  title: [shot(view, field(pitch), ...goals([[[0.6, 6]], [[1.6, 6]], [[2.6, 6]], [[3.6, 6]]]))],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      ...measure([-12.5, 8], [12.5, 8], 25, 2.2, 6),
      ...measure([-10, -9], [-10, 9], 18, 3.6, 6.4),
      ...goals([], 6),
      people(
        red(redPlaces.map((place, index) => walk([-17, place[1]], place, 9 + index * 0.4, 11 + index * 0.4))),
        blue(
          bluePlaces.map((place, index) => walk([17, place[1]], place, 10 + index * 0.4, 12 + index * 0.4)),
        ),
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
      field(pitch),
      ...goals([[[3, 6]], [[3, 6]]]),
      arrow([-2, -1], [11.6, -6], { from: 2, to: 8 }),
      arrow([-2, 1], [11.6, 6], { from: 2.6, to: 8 }),
      people(
        red(redPlaces.map((place, index) => walk(place, [place[0] + 3, place[1]], 4 + index * 0.4, 8))),
        blue(bluePlaces.map((place) => walk(place, [place[0] + 1.5, place[1] - 3], 7, 10))),
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
      field(pitch),
      ...goals([[], [[9.2, 12]]]),
      sightLine(carrierPath, freePlayerPath, 5, 7),
      people(
        red([carrierPath, walk([-2, -5], [1, -7], 1, 4), freePlayerPath]),
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
      field(pitch),
      ...goals(),
      people(
        red(
          redPlaces.map(([x, y], index): Path => [
            [0, x, y],
            [1.5, x + 3, y],
            [3, x, -y],
            [4.5, x, y],
            [7, -6, index * 2 - 2],
          ]),
        ),
        blue(
          bluePlaces.map(([x, y], index): Path => [
            [0, x, y],
            [1.5, x - 2, y],
            [3, x, -y],
            [4.5, x, y],
            [7, 6, index * 2 - 2],
          ]),
        ),
      ),
      clock('left', { firstNumber: 3, lastNumber: 0, from: 0.6, to: 5 }),
      clock('right', { firstNumber: 1, lastNumber: 0, from: 7, to: 11 }),
      bubble([-6, -1.6], 'question', 7.4, 9.4),
      bubble([-6, -1.6], 'eye', 9.6, 11.8),
      bubble([6, -1.6], 'question', 7.4, 9.4),
      bubble([6, -1.6], 'eye', 9.6, 11.8),
      ball(
        passPath(
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
      (stage, time) => {
        // The goal grows from 2 to 4 steps.
        const half = 1 + clampShare((time - 1) / 2.4)
        goal([4, -half], [4, half], { litDuring: [[6, 8.4]] })(stage, time)
      },
      people(team('red', [stayAt([-3, 0])])),
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
      goal([4, -1], [4, 1], { litDuring: [[8, 10]] }),
      people(team('red', [stayAt([-4, 2]), stayAt([-1, -2.6]), stayAt([1.6, 2])], { wheelchairs: [2] })),
      ball(
        passPath([
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
      field({ length: 20, width: 15 }, { middle: [-11.5, 0], from: 0.4 }),
      field({ length: 20, width: 15 }, { middle: [11.5, 0], from: 0.8 }),
      people(
        ...[-11.5, 11.5].flatMap((middle) => [
          team(
            'red',
            [
              [-3, 0],
              [-1, -4],
              [-1, 5],
            ].map(([x = 0, y = 0], index): Path => [
              [0, middle + x, y],
              [3, middle + x + 3, y],
              [6, middle + x - 1, y + 1],
              [9, middle + x + 2, y + index],
            ]),
            { wheelchairs: [2] },
          ),
          team(
            'blue',
            [
              [3, 1],
              [5, -4],
              [5, 5],
            ].map(([x = 0, y = 0], index): Path => [
              [0, middle + x, y],
              [3, middle + x - 2, y],
              [6, middle + x + 1, y - 1],
              [9, middle + x - 1, y - index],
            ]),
            { firstSkin: 3 },
          ),
        ]),
      ),
      ...[-11.5, 11.5].map((middle) =>
        ball(
          passPath(
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
