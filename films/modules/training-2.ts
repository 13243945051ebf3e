/**
 * The film of the module `training-2`: "Three Gates", a game that four dials change. `Film` explains the
 * units.
 */
import { type Film, people, shot } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { field, goal, line, measure } from '../drawing/marks.ts'
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
import { counter, dial } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 18, width: 15 }
const pitch = { length: 12, width: 12 }
/** The view of the scene `space`, where the pitch grows. */
const wideView = { length: 24, width: 20 }
/** The view of the scene `run`, where an attacker stands beyond the top gate. */
const runView = { length: 18, width: 18 }
/** One dial for each way to change the game, in the order of the scenes. */
const dialColours = { space: colours.yellow, task: colours.red, equipment: colours.blue, people: '#7c4dbd' }
const dialPosition: Point = [46, 46]

/** The posts of the three gates. */
const gatePosts = {
  top: [
    [-1, -6],
    [1, -6],
  ],
  left: [
    [-6, -1],
    [-6, 1],
  ],
  right: [
    [6, -1],
    [6, 1],
  ],
} as const
/** The gates, which appear one after another from `from` on. Each lights up during its intervals. */
const gates = ({
  from = beforeScene,
  litDuring = {},
}: {
  from?: number
  litDuring?: { [gate in keyof typeof gatePosts]?: readonly Interval[] }
} = {}) => [
  goal(...gatePosts.top, { from, litDuring: litDuring.top ?? [] }),
  goal(...gatePosts.left, { from: from + 0.6, litDuring: litDuring.left ?? [] }),
  goal(...gatePosts.right, { from: from + 1.2, litDuring: litDuring.right ?? [] }),
]

const redPositions: readonly Point[] = [
  [-3.5, 3.5],
  [3.5, 3.5],
  [0, -3],
]
const bluePositions: readonly Point[] = [
  [-1.5, 1],
  [1.8, -0.5],
]
const redOptions = { wheelchairs: [1] }

/** An attacker stands beyond each gate when the ball arrives. */
const attackerPaths: readonly Path[] = [
  [
    { time: 0, position: [-3.5, 3.5] },
    { time: 5.4, position: [-3.5, 3.5] },
    { time: 7.4, position: [-7.6, 0.4] },
  ],
  [
    { time: 0, position: [3.5, 3.5] },
    { time: 8.4, position: [3.5, 3.5] },
    { time: 10.4, position: [7.6, 0.4] },
  ],
  [
    { time: 0, position: [0, -3] },
    { time: 0.6, position: [0, -3] },
    { time: 2.4, position: [0, -7.4] },
    { time: 4.4, position: [0, -7.4] },
    { time: 6, position: [0.5, -2.5] },
  ],
]
const defenderPaths: readonly Path[] = [
  [
    { time: 0, position: [-1.5, 1] },
    { time: 2.6, position: [-1, -2] },
    { time: 5, position: [0.5, 0.5] },
    { time: 8, position: [-3, 0.4] },
    { time: 11, position: [2.5, 1.2] },
  ],
  [
    { time: 0, position: [1.8, -0.5] },
    { time: 2.6, position: [1.5, -3] },
    { time: 5, position: [2.2, 1.5] },
    { time: 8, position: [0, 1.8] },
    { time: 11, position: [3.6, -1.4] },
  ],
]
const gameBall = passPath(
  [
    { leavesAt: 2.6, position: [-3.5, 3.5] },
    { leavesAt: 4.6, position: [0, -7.2] },
    { leavesAt: 7.6, position: [3.5, 3.5] },
    { leavesAt: 9.6, position: [-7.4, 0.4] },
    { leavesAt: 10.8, position: [-2, 4] },
    { leavesAt: 20, position: [7.4, 0.4] },
  ],
  0.9,
)

/** The attackers move away from the middle, to `spread` times their distance from it. */
const spreadingPaths = (spread: number): readonly Path[] =>
  redPositions.map(([x, y], index) =>
    walk([x, y], [x * spread, y * spread], { from: 2.5, to: 4.5 + index * 0.3 }),
  )

export const training2: Film = {
  title: [
    shot(
      view,
      ...Object.values(dialColours).map((colour, index) =>
        dial([200 + index * 80, 130 + (index % 2) * 100], colour, {
          from: 0.3 + index * 0.9,
          turnsAt: 1 + index * 0.9,
          radius: 38,
        }),
      ),
    ),
  ],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.3 }),
      ...measure([-6, 7], [6, 7], { steps: 12, from: 2.4, to: 6.5 }),
      ...gates({ from: 5 }),
      people(
        team(
          'red',
          redPositions.map((position, index) =>
            walk([-11, position[1]], position, { from: 7 + index * 0.5, to: 9 + index * 0.5 }),
          ),
          redOptions,
        ),
        team(
          'blue',
          bluePositions.map((position, index) =>
            walk([11, position[1]], position, { from: 9.4 + index * 0.5, to: 11 + index * 0.5 }),
          ),
          { firstCharacter: 3 },
        ),
      ),
      ball(walk([-11, 3.8], [-3.1, 3.9], { from: 7, to: 9 })),
      counter([66, 330], [{ time: 8.4, value: 3 }], colours.red),
      counter([574, 330], [{ time: 10.4, value: 2 }], colours.blue),
    ),
  ],
  run: [
    shot(
      runView,
      field(pitch),
      ...gates({
        litDuring: {
          top: [{ from: 3, to: 4.4 }],
          left: [{ from: 8, to: 9.4 }],
          right: [{ from: 11.2, to: 12.8 }],
        },
      }),
      people(team('red', attackerPaths, redOptions), team('blue', defenderPaths, { firstCharacter: 3 })),
      ball(gameBall),
      counter(
        'right',
        [
          { time: 0, value: 0 },
          { time: 3.4, value: 1 },
          { time: 8.4, value: 2 },
          { time: 11.6, value: 3 },
        ],
        colours.yellow,
      ),
    ),
  ],
  space: [
    shot(
      wideView,
      field(pitch, { resize: { length: 16, width: 16, from: 1.6, to: 3.6 } }),
      dial(dialPosition, dialColours.space, { turnsAt: 1.2 }),
      people(
        team('red', spreadingPaths(1.7), redOptions),
        team(
          'blue',
          bluePositions.map(([x, y]) => walk([x, y], [x * 1.6, y + 1.5], { from: 3, to: 6 })),
          { firstCharacter: 3 },
        ),
      ),
      ball(
        passPath(
          [
            { leavesAt: 4, position: [-3.5, 3.7] },
            { leavesAt: 6, position: [5.9, 6] },
            { leavesAt: 8, position: [0, -5] },
            { leavesAt: 10, position: [-5.9, 6] },
          ],
          1.1,
        ),
      ),
      counter('right', [
        { time: 0, value: 12 },
        { time: 3, value: 16 },
      ]),
    ),
  ],
  task: [
    shot(
      { length: 12, width: 9 },
      line([-7, -2], [7, -2]),
      dial(dialPosition, dialColours.task, { turnsAt: 1.2 }),
      people(team('red', [stayAt([-4, 2.4]), stayAt([2.5, -3.4])], { wheelchairs: [1] })),
      (stage, time) => {
        // The gate opens from 2 to 4 steps.
        const halfWidth = 1 + clampShare((time - 1.6) / 2)
        goal([1.2 - halfWidth, -2], [1.2 + halfWidth, -2], { litDuring: [{ from: 5.4, to: 7 }] })(stage, time)
      },
      ball(
        passPath(
          [
            { leavesAt: 4.6, position: [-3.6, 2.6] },
            { leavesAt: 9, position: [2.4, -3] },
          ],
          1.2,
        ),
      ),
      counter('right', [
        { time: 0, value: 2 },
        { time: 3, value: 4 },
      ]),
    ),
  ],
  equipment: [
    shot(
      { length: 12, width: 8 },
      dial(dialPosition, dialColours.equipment, { turnsAt: 1.2 }),
      people(
        group([
          {
            path: [
              { time: 0, position: [-2, 1] },
              { time: 4, position: [-2, 1] },
              { time: 9.5, position: [2.4, 1] },
            ],
            wheelchair: true,
            character: 1,
          },
          { path: stayAt([4.6, 0.4]), character: 3 },
        ]),
      ),
      (stage, time) =>
        ball(
          [
            { time: 0, position: [-1, 1.2] },
            { time: 4, position: [-1, 1.2] },
            { time: 9.5, position: [3.6, 1.2] },
          ],
          { radius: 7 + 9 * clampShare((time - 2) / 1.6) },
        )(stage, time),
    ),
  ],
  people: [
    shot(
      view,
      field(pitch),
      dial(dialPosition, dialColours.people, { turnsAt: 1.2 }),
      people(
        team(
          'red',
          [...redPositions.map(stayAt), walk([11, 4], [4.5, -4], { from: 2, to: 4.4 })],
          redOptions,
        ),
        team(
          'blue',
          // Each defender moves towards an attacker, so the line between them is free.
          [
            walk([-1.5, 1], [-3.2, 0.2], { from: 2, to: 4.4 }),
            walk([1.8, -0.5], [2.8, 1.2], { from: 2, to: 4.4 }),
          ],
          { firstCharacter: 4 },
        ),
      ),
      line([-3.5, 3.5], [4.3, -4], {
        from: 4.6,
        to: 7.4,
        dashed: true,
        colour: colours.yellow,
        thickness: 5,
      }),
      ball(
        passPath(
          [
            { leavesAt: 5.6, position: [-3.2, 3.8] },
            { leavesAt: 9, position: [4.3, -3.7] },
          ],
          1.2,
        ),
      ),
      counter(
        [66, 330],
        [
          { time: 0, value: 3 },
          { time: 4.2, value: 4 },
        ],
        colours.red,
      ),
      counter([574, 330], [{ time: 0, value: 2 }], colours.blue),
    ),
  ],
  close: [
    shot(
      view,
      ...Object.values(dialColours).map((colour, index) =>
        dial([215 + index * 70, 34], colour, { turnsAt: index === 1 ? 1.4 : undefined }),
      ),
      people(
        group(
          [...redPositions, ...bluePositions].map((position, index) => ({
            path: walk(position, [index * 3 - 6, 3], { from: 1, to: 3 }),
            team: index < redPositions.length ? ('red' as const) : ('blue' as const),
            character: index,
            wheelchair: index === 1,
            armRaisedDuring: [{ from: 3.6, to: 8 }],
          })),
        ),
      ),
    ),
  ],
}
