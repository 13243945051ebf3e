/**
 * The film of the module `football-2`: "Four Voices", a passing drill that needs words. `Film` explains the
 * units.
 */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { arrow, field, measure } from '../drawing/marks.ts'
import { type Interval, passPath, type Path, type Point, stayAt, walk } from '../drawing/motion.ts'
import { bubble, card, clock, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 15, width: 13 }
const pitch = { length: 10, width: 10 }
/** The middles of the four sides of the pitch. */
const sides: readonly Point[] = [
  [0, -5],
  [5, 0],
  [0, 5],
  [-5, 0],
]
const side = (index: number): Point => sides[index] ?? [0, 0]
const defender = (path: Path) => group([{ path, team: 'blue', bib: true, skin: 4 }])
const passers = (paths: readonly Path[] = sides.map(stayAt)) => team('red', paths, { wheelchairs: [2] })

const runnerPath: Path = [
  [0, -5, 2.4],
  [4.4, -5, 2.4],
  [8, 2.4, -4],
  [9.4, 4, -4],
]
const wallPath = stayAt([1.4, 2.6])

/** When each passer raises an arm in the scene `name`, by side. */
const receiverRaises: readonly (readonly Interval[])[] = [[[5, 6.8]], [[1.8, 3.6]], [[8.2, 10]], []]

export const football2: Film = {
  title: [
    shot(
      view,
      people(team('red', [stayAt([-3.4, 1.6]), stayAt([0, 2.4]), stayAt([3.4, 1.6])], { wheelchairs: [1] })),
      bubble([-3.4, 1.6], 'name', 0.6, 6),
      bubble([0, 2.4], 'turn', 1.8, 6),
      bubble([3.4, 1.6], 'come', 3, 6),
    ),
  ],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      ...measure([-5, 0], [5, 0], 10, 2.2, 5.6),
      people(
        passers(
          sides.map(([x, y], index) => walk([x * 2, y * 1.7], [x, y], 4 + index * 0.6, 6 + index * 0.6)),
        ),
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
      field(pitch),
      people(
        group(
          sides.map((place, index) => ({
            path: stayAt(place),
            skin: index,
            wheelchair: index === 2,
            raisesArm: receiverRaises[index] ?? [],
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
        passPath([
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
      field(pitch),
      people(
        passers(),
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
        passPath([
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
          { path: runnerPath, skin: 1 },
          { path: wallPath, skin: 2, wheelchair: true },
        ]),
        defender([
          [0, -1.4, 0],
          [3, -1.4, 0.4],
          [6, 0.4, 1],
          [14, 0.4, 1],
        ]),
      ),
      arrow([-4.4, 1.4], [2, -4], { from: 4, to: 8 }),
      bubble(runnerPath, 'name', 5, 6.4),
      ball(
        passPath(
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
      field(pitch, { resize: { length: 14, width: 14, from: 1.4, to: 3.4 } }),
      people(
        passers(sides.map(([x, y]) => walk([x, y], [x * 1.4, y * 1.4], 1.4, 3.6))),
        defender(stayAt([0, 0])),
      ),
      counter(
        [160, 34],
        [
          [0, 10],
          [2.6, 14],
        ],
      ),
      ball(
        passPath(
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
      field(pitch),
      people(
        passers(),
        group([
          { path: stayAt([-0.6, -1]), team: 'blue', bib: true, skin: 4 },
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
        passPath(
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
      field(pitch),
      people(
        group(
          sides.map((place, index) => ({
            path: index === 1 ? walk(place, [1, 0.4], 4, 5.4) : stayAt(place),
            skin: index,
            wheelchair: index === 2,
            bib: index === 1,
            raisesArm: [[6, 9]],
          })),
        ),
        group([{ path: walk([0, 0], [5, 0], 4, 5.4), team: 'blue', skin: 4, raisesArm: [[6, 9]] }]),
      ),
      clock('right', { firstNumber: 0, lastNumber: 30, from: 0.6, to: 3.8 }),
      card([320, 30], 'thumb', { from: 6, background: colours.good }),
    ),
  ],
}
