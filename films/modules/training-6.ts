/**
 * The film of the module `training-6`: "Ten Seconds", how a team starts again after a goal against it. `Film`
 * explains the units.
 */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, cones, team } from '../drawing/figures.ts'
import { field, goal, measure } from '../drawing/marks.ts'
import {
  beforeScene,
  circlePositions,
  type Interval,
  passPath,
  type Path,
  type Point,
  stayAt,
  walk,
} from '../drawing/motion.ts'
import { bubble, card, clock, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 24, width: 16 }
const pitch = { length: 20, width: 15 }
const leftGoal = [
  [-10, -1.6],
  [-10, 1.6],
] as const
const rightGoal = [
  [10, -1.6],
  [10, 1.6],
] as const
/** Both goals. The right one lights up during the given intervals. */
const goals = ({
  from = beforeScene,
  litDuring = [],
}: { from?: number; litDuring?: readonly Interval[] } = {}) => [
  goal(...leftGoal, { from }),
  goal(...rightGoal, { from: from + 0.5, litDuring }),
]

const redPositions: readonly Point[] = [
  [-6, -4],
  [-6, 4],
  [-2.5, 0],
  [1, -2.5],
]
const bluePositions: readonly Point[] = [
  [6.5, -4],
  [6.5, 3.4],
  [3.4, 1],
  [8.6, 0],
]
/** Positions beside the meeting cone of the blue team. */
const huddle = circlePositions(4, 2.1).map(([x, y]): Point => [x + 4, y + 5])
const red = (paths: readonly Path[]) => team('red', paths, { wheelchairs: [1] })
const blue = (paths: readonly Path[]) => team('blue', paths, { firstCharacter: 4, wheelchairs: [2] })
const huddlePaths = bluePositions.map((position, index): Path =>
  walk(position, huddle[index] ?? [4, 6], { from: 6.8, to: 9.6 }),
)

export const training6: Film = {
  title: [shot(view, clock([320, 170], { firstNumber: 10, lastNumber: 10, from: 0.8, to: 5.6, radius: 90 }))],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      ...measure([-10, 6.2], [10, 6.2], { steps: 20, from: 2.4, to: 5.4 }),
      ...measure([-8, -7.5], [-8, 7.5], { steps: 15, from: 3.4, to: 5.8 }),
      ...goals({ from: 5.4 }),
      people(
        red(
          redPositions.map((position, index) =>
            walk([-14, position[1]], position, { from: 6 + index * 0.4, to: 8 + index * 0.4 }),
          ),
        ),
        blue(
          bluePositions.map((position, index) =>
            walk([14, position[1]], position, { from: 7.6 + index * 0.4, to: 9.6 + index * 0.4 }),
          ),
        ),
      ),
      counter('left', [{ time: 8, value: 4 }], colours.red),
      counter('right', [{ time: 9.6, value: 4 }], colours.blue),
      ball(walk([-2, -9], [-2, 0.6], { from: 10, to: 11 })),
    ),
  ],
  run: [
    shot(
      view,
      field(pitch),
      ...goals({ litDuring: [{ from: 4.6, to: 7 }] }),
      cones([[0.2, 5.4]]),
      people(
        red([
          walk([-6, -4], [-1, -4], { from: 0, to: 4 }),
          stayAt([-6, 4]),
          walk([-2.5, 0], [1.6, -0.2], { from: 0.4, to: 4 }),
          walk([1, -2.5], [5, -2.5], { from: 0, to: 3 }),
        ]),
        blue(huddlePaths),
      ),
      ball(
        passPath(
          [
            { leavesAt: 1, position: [-2.2, 0.3] },
            { leavesAt: 2.4, position: [5, -2.2] },
            { leavesAt: 9, position: [10.4, 0.4] },
          ],
          1,
        ),
      ),
      counter(
        'left',
        [
          { time: 0, value: 0 },
          { time: 4.4, value: 1 },
        ],
        colours.red,
      ),
      counter('right', [{ time: 0, value: 0 }], colours.blue),
      bubble(huddle[0] ?? [4, 5], 'question', { from: 10, to: 13.6 }),
    ),
  ],
  reset: [
    shot(
      view,
      field(pitch),
      ...goals(),
      people(
        red(redPositions.map(stayAt)),
        blue(
          huddle.map((position, index) =>
            walk(position, bluePositions[index] ?? position, { from: 11.4, to: 14 }),
          ),
        ),
      ),
      clock('right', { firstNumber: 0, lastNumber: 10, from: 1, to: 11 }),
      card([260, 34], 'lungs', { from: 1.4, number: 1 }),
      card([330, 34], 'hands', { from: 4.6, number: 2 }),
      card([400, 34], 'word', { from: 7.8, number: 3 }),
      ball(walk([3, 0], [0, 0], { from: 12, to: 13 })),
    ),
  ],
  points: [
    shot(
      view,
      field(pitch),
      ...goals(),
      people(red(redPositions.map(stayAt)), blue(bluePositions.map(stayAt))),
      counter([270, 34], [{ time: 0, value: 2 }], colours.red),
      counter([330, 34], [{ time: 0, value: 1 }], colours.blue),
      card([450, 27], 'hands', { from: 2 }),
      counter([510, 34], [{ time: 2.4, value: 1 }], colours.red),
      counter(
        [570, 34],
        [
          { time: 2.4, value: 1 },
          { time: 5, value: '+2' },
          { time: 6.6, value: 3 },
        ],
        colours.blue,
      ),
    ),
  ],
  dials: halves(
    { length: 12, width: 10 },
    [
      clock([160, 40], { firstNumber: 0, lastNumber: 15, from: 0.8, to: 10 }),
      people(
        team(
          'blue',
          circlePositions(4, 1.8).map(([x, y]) => stayAt([x, y + 1])),
          { firstCharacter: 4, wheelchairs: [2] },
        ),
        team('yellow', [walk([-6, 3], [-2.6, 2.4], { from: 1, to: 3.4 })], { firstCharacter: 3 }),
      ),
    ],
    [
      clock([480, 40], { firstNumber: 0, lastNumber: 5, from: 0.8, to: 5.8 }),
      people(
        team(
          'blue',
          circlePositions(4, 1.8).map(([x, y], index) =>
            walk([x, y + 1], [(index - 1.5) * 2.6, index % 2 === 0 ? -1 : 3], { from: 4.6, to: 6.4 }),
          ),
          { firstCharacter: 4, wheelchairs: [2] },
        ),
      ),
      ball(walk([6, 4], [-5, 3], { from: 1.4, to: 8 })),
    ],
  ),
  close: [
    shot(
      view,
      people(
        team(
          'red',
          [0, 1, 2, 3].map((index) =>
            walk(redPositions[index] ?? [0, 0], [index * 4 - 7, 1], { from: 0.2, to: 3 }),
          ),
          { wheelchairs: [1] },
        ),
        team(
          'blue',
          [0, 1, 2, 3].map((index) =>
            walk(bluePositions[index] ?? [0, 0], [index * 4 - 5, 1.6], { from: 0.2, to: 3 }),
          ),
          { firstCharacter: 4, wheelchairs: [2] },
        ),
      ),
      card([320, 60], 'hands', { from: 3.6, background: colours.good }),
    ),
  ],
}
