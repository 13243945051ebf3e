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
type Corner = 'topRight' | 'bottomRight' | 'topLeft' | 'bottomLeft'
/** The middles of four small goals: two on each end line, one near each corner. Each is 2 steps wide. */
const goalMiddles: readonly { corner: Corner; middle: Point }[] = [
  { corner: 'topRight', middle: [12.5, -6] },
  { corner: 'bottomRight', middle: [12.5, 6] },
  { corner: 'topLeft', middle: [-12.5, -6] },
  { corner: 'bottomLeft', middle: [-12.5, 6] },
]
/** The goals, which appear one after another from `from` on. Each lights up during its intervals. */
const goals = ({
  from = beforeScene,
  litDuring = {},
}: { from?: number; litDuring?: { [corner in Corner]?: readonly Interval[] } } = {}) =>
  goalMiddles.map(({ corner, middle: [x, y] }, index) =>
    goal([x, y - 1], [x, y + 1], { from: from + index * 0.6, litDuring: litDuring[corner] ?? [] }),
  )

const redPositions: readonly Point[] = [
  [-4, 0],
  [-2, -5],
  [-2, 5],
]
const bluePositions: readonly Point[] = [
  [4, 0],
  [7, -4],
  [7, 4],
]
const red = (paths: readonly Path[]) => team('red', paths, { wheelchairs: [2] })
const blue = (paths: readonly Path[]) => team('blue', paths, { firstCharacter: 3, wheelchairs: [1] })

/** The scene `switch`: the ball carrier draws the defenders to one side, and passes to the free player. */
const carrierPath: Path = [
  { time: 0, position: [-4, 0] },
  { time: 1, position: [-4, 0] },
  { time: 5, position: [3, -4.6] },
  { time: 14, position: [3, -4.6] },
]
const freePlayerPath: Path = [
  { time: 0, position: [-2, 5] },
  { time: 2, position: [-2, 5] },
  { time: 6, position: [4, 5.4] },
  { time: 8, position: [6, 5.8] },
  { time: 9.4, position: [9, 6] },
]

/** The scene `close`: the x of the middles of two small pitches. The players stand relative to these. */
const smallPitchMiddles = [-11.5, 11.5] as const
const smallPitchReds: readonly Point[] = [
  [-3, 0],
  [-1, -4],
  [-1, 5],
]
const smallPitchBlues: readonly Point[] = [
  [3, 1],
  [5, -4],
  [5, 5],
]

export const football1: Film = {
  title: [
    shot(
      view,
      field(pitch),
      ...goals({
        litDuring: {
          topRight: [{ from: 0.6, to: 6 }],
          bottomRight: [{ from: 1.6, to: 6 }],
          topLeft: [{ from: 2.6, to: 6 }],
          bottomLeft: [{ from: 3.6, to: 6 }],
        },
      }),
    ),
  ],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      ...measure([-12.5, 8], [12.5, 8], { steps: 25, from: 2.2, to: 6 }),
      ...measure([-10, -9], [-10, 9], { steps: 18, from: 3.6, to: 6.4 }),
      ...goals({ from: 6 }),
      people(
        red(
          redPositions.map((position, index) =>
            walk([-17, position[1]], position, { from: 9 + index * 0.4, to: 11 + index * 0.4 }),
          ),
        ),
        blue(
          bluePositions.map((position, index) =>
            walk([17, position[1]], position, { from: 10 + index * 0.4, to: 12 + index * 0.4 }),
          ),
        ),
      ),
      counter('middle', [
        { time: 6, value: 1 },
        { time: 6.6, value: 2 },
        { time: 7.2, value: 3 },
        { time: 7.8, value: 4 },
      ]),
      counter('left', [{ time: 11, value: 3 }], colours.red),
      counter('right', [{ time: 12, value: 3 }], colours.blue),
    ),
  ],
  run: [
    shot(
      view,
      field(pitch),
      ...goals({ litDuring: { topRight: [{ from: 3, to: 6 }], bottomRight: [{ from: 3, to: 6 }] } }),
      arrow([-2, -1], [11.6, -6], { from: 2, to: 8 }),
      arrow([-2, 1], [11.6, 6], { from: 2.6, to: 8 }),
      people(
        red(
          redPositions.map((position, index) =>
            walk(position, [position[0] + 3, position[1]], { from: 4 + index * 0.4, to: 8 }),
          ),
        ),
        blue(
          bluePositions.map((position) =>
            walk(position, [position[0] + 1.5, position[1] - 3], { from: 7, to: 10 }),
          ),
        ),
      ),
      ball([
        { time: 0, position: [-3.2, 0.4] },
        { time: 4, position: [-3.2, 0.4] },
        { time: 8, position: [-0.2, 0.4] },
      ]),
      counter('middle', [{ time: 2.6, value: 2 }]),
    ),
  ],
  switch: [
    shot(
      view,
      field(pitch),
      ...goals({ litDuring: { bottomRight: [{ from: 9.2, to: 12 }] } }),
      sightLine(carrierPath, freePlayerPath, { from: 5, to: 7 }),
      people(
        red([carrierPath, walk([-2, -5], [1, -7], { from: 1, to: 4 }), freePlayerPath]),
        blue([
          walk([4, 0], [6, -4], { from: 1, to: 5 }),
          walk([7, -4], [8.4, -5.6], { from: 1, to: 4 }),
          walk([7, 4], [8, -2], { from: 1, to: 5 }),
        ]),
      ),
      ball([
        { time: 0, position: [-3.2, 0.4] },
        { time: 1, position: [-3.2, 0.4] },
        { time: 5, position: [3.8, -4.2] },
        { time: 6.6, position: [3.8, -4.2] },
        { time: 7.8, position: [6.6, 6] },
        { time: 8.4, position: [8, 6.1] },
        { time: 9.4, position: [13, 6] },
      ]),
      counter(
        'right',
        [
          { time: 0, value: 0 },
          { time: 9.4, value: 1 },
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
          redPositions.map(([x, y], index): Path => [
            { time: 0, position: [x, y] },
            { time: 1.5, position: [x + 3, y] },
            { time: 3, position: [x, -y] },
            { time: 4.5, position: [x, y] },
            { time: 7, position: [index * 2.4 - 8.4, index === 1 ? -1.6 : 0.4] },
          ]),
        ),
        blue(
          bluePositions.map(([x, y], index): Path => [
            { time: 0, position: [x, y] },
            { time: 1.5, position: [x - 2, y] },
            { time: 3, position: [x, -y] },
            { time: 4.5, position: [x, y] },
            { time: 7, position: [index * 2.4 + 3.6, index === 1 ? -1.6 : 0.4] },
          ]),
        ),
      ),
      clock('left', { firstNumber: 3, lastNumber: 0, from: 0.6, to: 5 }),
      clock('right', { firstNumber: 1, lastNumber: 0, from: 7, to: 11 }),
      bubble([-6, -1.6], 'question', { from: 7.4, to: 9.4 }),
      bubble([-6, -1.6], 'eye', { from: 9.6, to: 11.8 }),
      bubble([6, -1.6], 'question', { from: 7.4, to: 9.4 }),
      bubble([6, -1.6], 'eye', { from: 9.6, to: 11.8 }),
      ball(
        passPath(
          [
            { leavesAt: 1, position: [-3, 0.5] },
            { leavesAt: 3, position: [2, -5] },
            { leavesAt: 12, position: [-2, 4] },
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
        const halfWidth = 1 + clampShare((time - 1) / 2.4)
        goal([4, -halfWidth], [4, halfWidth], { litDuring: [{ from: 6, to: 8.4 }] })(stage, time)
      },
      people(team('red', [stayAt([-3, 0])])),
      ball(walk([-2.2, 0.4], [4.4, 1.4], { from: 5, to: 6.4 })),
      counter(
        [160, 34],
        [
          { time: 0, value: 2 },
          { time: 3, value: 4 },
        ],
      ),
    ],
    [
      goal([4, -1], [4, 1], { litDuring: [{ from: 8, to: 10 }] }),
      people(team('red', [stayAt([-4, 2]), stayAt([-1, -2.6]), stayAt([1.6, 2])], { wheelchairs: [2] })),
      ball(
        passPath([
          { leavesAt: 1.4, position: [-3.4, 2.3] },
          { leavesAt: 3.4, position: [-0.4, -2.3] },
          { leavesAt: 7.4, position: [2.2, 2.3] },
          { leavesAt: 12, position: [4.4, 0] },
        ]),
      ),
      counter(
        [480, 34],
        [
          { time: 1, value: 1 },
          { time: 3, value: 2 },
          { time: 5, value: 3 },
        ],
        colours.red,
      ),
    ],
  ),
  close: [
    shot(
      { length: 46, width: 22 },
      ...smallPitchMiddles.map((middle, index) =>
        field({ length: 20, width: 15 }, { middle: [middle, 0], from: 0.4 + index * 0.4 }),
      ),
      people(
        ...smallPitchMiddles.flatMap((middle) => [
          team(
            'red',
            smallPitchReds.map(([x, y], index): Path => [
              { time: 0, position: [middle + x, y] },
              { time: 3, position: [middle + x + 3, y] },
              { time: 6, position: [middle + x - 1, y + 1] },
              { time: 9, position: [middle + x + 2, y + index] },
            ]),
            { wheelchairs: [2] },
          ),
          team(
            'blue',
            smallPitchBlues.map(([x, y], index): Path => [
              { time: 0, position: [middle + x, y] },
              { time: 3, position: [middle + x - 2, y] },
              { time: 6, position: [middle + x + 1, y - 1] },
              { time: 9, position: [middle + x - 1, y - index] },
            ]),
            { firstCharacter: 3 },
          ),
        ]),
      ),
      ...smallPitchMiddles.map((middle) =>
        ball(
          passPath(
            [
              { leavesAt: 1, position: [middle - 2, 0.4] },
              { leavesAt: 3.4, position: [middle, -4] },
              { leavesAt: 6, position: [middle + 3, 1] },
              { leavesAt: 9, position: [middle - 1, 5] },
            ],
            1,
          ),
        ),
      ),
      counter('middle', [{ time: 1.4, value: 2 }]),
    ),
  ],
}
