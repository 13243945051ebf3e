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
/** The middles of the four sides of the pitch, where the passers stand. */
const sides = { top: [0, -5], right: [5, 0], bottom: [0, 5], left: [-5, 0] } as const
const sidePositions: readonly Point[] = Object.values(sides)
const defender = (path: Path) => group([{ path, team: 'blue', bib: true, character: 4 }])
const passers = (paths: readonly Path[] = sidePositions.map(stayAt)) =>
  team('red', paths, { wheelchairs: [2] })

/** The scene `wall`: the runner passes to a wall player, and gets the ball back behind the defender. */
const runnerPath: Path = [
  { time: 0, position: [-5, 2.4] },
  { time: 4.4, position: [-5, 2.4] },
  { time: 8, position: [2.4, -4] },
  { time: 9.4, position: [4, -4] },
]
const wallPath = stayAt([1.4, 2.6])

/** The passers in the scene `name`, each with the intervals when they raise an arm to receive the ball. */
const namedPassers: readonly { position: Point; armRaisedDuring: readonly Interval[] }[] = [
  { position: sides.top, armRaisedDuring: [{ from: 5, to: 6.8 }] },
  { position: sides.right, armRaisedDuring: [{ from: 1.8, to: 3.6 }] },
  { position: sides.bottom, armRaisedDuring: [{ from: 8.2, to: 10 }] },
  { position: sides.left, armRaisedDuring: [] },
]

export const football2: Film = {
  title: [
    shot(
      view,
      people(team('red', [stayAt([-3.4, 1.6]), stayAt([0, 2.4]), stayAt([3.4, 1.6])], { wheelchairs: [1] })),
      bubble([-3.4, 1.6], 'name', { from: 0.6, to: 6 }),
      bubble([0, 2.4], 'turn', { from: 1.8, to: 6 }),
      bubble([3.4, 1.6], 'come', { from: 3, to: 6 }),
    ),
  ],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      ...measure([-5, 0], [5, 0], { steps: 10, from: 2.2, to: 5.6 }),
      people(
        passers(
          sidePositions.map(([x, y], index) =>
            walk([x * 2, y * 2.2], [x, y], { from: 4 + index * 0.6, to: 6 + index * 0.6 }),
          ),
        ),
        defender(walk([-3, -10], [0, 0], { from: 8, to: 9.6 })),
      ),
      counter(
        'left',
        [
          { time: 6, value: 1 },
          { time: 6.6, value: 2 },
          { time: 7.2, value: 3 },
          { time: 7.8, value: 4 },
        ],
        colours.red,
      ),
      counter('right', [{ time: 9.6, value: 1 }], colours.blue),
      ball(walk([-8, 1], [-4.4, 0.5], { from: 9.4, to: 10.4 })),
    ),
  ],
  name: [
    shot(
      view,
      field(pitch),
      people(
        group(
          namedPassers.map(({ position, armRaisedDuring }, index) => ({
            path: stayAt(position),
            character: index,
            wheelchair: index === 2,
            armRaisedDuring,
          })),
        ),
        defender([
          { time: 0, position: [0, 0] },
          { time: 3, position: [1.6, 0.6] },
          { time: 6, position: [1.2, -2] },
          { time: 9, position: [-0.6, 1.4] },
          { time: 13, position: [0, 0] },
        ]),
      ),
      bubble(sides.left, 'name', { from: 1, to: 2.6 }),
      bubble(sides.right, 'name', { from: 4.2, to: 5.8 }),
      bubble(sides.top, 'name', { from: 7.4, to: 9 }),
      ball(
        passPath([
          { leavesAt: 2.6, position: [-4.4, 0.5] },
          { leavesAt: 5.8, position: [4.4, 0.5] },
          { leavesAt: 9, position: [0.5, -4.4] },
          { leavesAt: 13, position: [0.5, 5.2] },
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
          { time: 0, position: [-3.4, 2.4] },
          { time: 4, position: [-3.4, 2.4] },
          { time: 5.6, position: [3.8, 0] },
          { time: 8.4, position: [3.8, 0] },
          { time: 10.4, position: [-2, -2] },
          { time: 15, position: [-2, -2] },
        ]),
      ),
      bubble(sides.right, 'eye', { from: 1, to: 4 }),
      bubble(sides.right, 'come', { from: 5.6, to: 8.6 }),
      bubble(sides.right, 'turn', { from: 10.4, to: 13.6 }),
      ball(
        passPath([
          { leavesAt: 1, position: [-4.4, 0.5] },
          { leavesAt: 6.8, position: [4.4, 0.5] },
          { leavesAt: 9.6, position: [-4.4, 0.5] },
          { leavesAt: 12.6, position: [4.4, 0.5] },
          { leavesAt: 15, position: [6.6, -2.4] },
        ]),
      ),
      counter(
        'right',
        [
          { time: 1, value: 1 },
          { time: 5.6, value: 2 },
          { time: 10.4, value: 3 },
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
          { path: runnerPath, character: 1 },
          { path: wallPath, character: 2, wheelchair: true },
        ]),
        defender([
          { time: 0, position: [-1.4, 0] },
          { time: 3, position: [-1.4, 0.4] },
          { time: 6, position: [0.4, 1] },
          { time: 14, position: [0.4, 1] },
        ]),
      ),
      arrow([-4.4, 1.4], [2, -4], { from: 4, to: 8 }),
      bubble(runnerPath, 'name', { from: 5, to: 6.4 }),
      ball(
        passPath(
          [
            { leavesAt: 3, position: [-4.4, 2.8] },
            { leavesAt: 6.6, position: [1.9, 3] },
            { leavesAt: 14, position: [3, -3.4] },
          ],
          0.9,
        ),
      ),
      counter(
        'right',
        [
          { time: 3.6, value: 1 },
          { time: 7.2, value: 2 },
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
        passers(sidePositions.map(([x, y]) => walk([x, y], [x * 1.4, y * 1.4], { from: 1.4, to: 3.6 }))),
        defender(stayAt([0, 0])),
      ),
      counter(
        [280, 34],
        [
          { time: 0, value: 10 },
          { time: 2.6, value: 14 },
        ],
      ),
      ball(
        passPath(
          [
            { leavesAt: 5, position: [-6.2, 0.5] },
            { leavesAt: 8, position: [6.2, 0.5] },
            { leavesAt: 12, position: [0.5, 6.4] },
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
          { path: stayAt([-0.6, -1]), team: 'blue', bib: true, character: 4 },
          { path: walk([9, 4], [1.6, 1.4], { from: 1.4, to: 3.4 }), team: 'blue', bib: true, character: 5 },
        ]),
      ),
      counter(
        'right',
        [
          { time: 0, value: 1 },
          { time: 3, value: 2 },
        ],
        colours.blue,
      ),
      ball(
        passPath(
          [
            { leavesAt: 4, position: [-4.4, 0.5] },
            { leavesAt: 7, position: [0.5, 5.2] },
            { leavesAt: 12, position: [4.4, 0.5] },
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
          sidePositions.map((position, index) => ({
            path: index === 1 ? walk(position, [1, 0.4], { from: 4, to: 5.4 }) : stayAt(position),
            character: index,
            wheelchair: index === 2,
            bib: index === 1,
            armRaisedDuring: [{ from: 6, to: 9 }],
          })),
        ),
        group([
          {
            path: walk([0, 0], [5, 0], { from: 4, to: 5.4 }),
            team: 'blue',
            character: 4,
            armRaisedDuring: [{ from: 6, to: 9 }],
          },
        ]),
      ),
      clock('right', { firstNumber: 0, lastNumber: 30, from: 0.6, to: 3.8 }),
      card([46, 36], 'thumb', { from: 6, background: colours.good }),
    ),
  ],
}
