/** The film of the module `football-4`: "Two Doors", a duel of one against one. `Film` explains the units. */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { field, goal, line, measure, sightLine } from '../drawing/marks.ts'
import {
  beforeScene,
  clampShare,
  type Interval,
  type Path,
  type Point,
  stayAt,
  walk,
} from '../drawing/motion.ts'
import { card, clock, counter } from '../drawing/signs.ts'
import { colours, type Drawing } from '../drawing/stage.ts'

const view = { length: 16, width: 11 }
const pitch = { length: 12, width: 8 }
/** The two doors, which appear one after the other from `from` on. Each lights up during its intervals. */
const doors = ({
  from = beforeScene,
  upperLit = [],
  lowerLit = [],
}: { from?: number; upperLit?: readonly Interval[]; lowerLit?: readonly Interval[] } = {}): Drawing[] => [
  goal([6, -3.4], [6, -1.4], { from, litDuring: upperLit }),
  goal([6, 1.4], [6, 3.4], { from: from + 0.8, litDuring: lowerLit }),
]
/** The path of a ball that a player with this path dribbles. */
const ballAhead = (path: Path): Path =>
  path.map(({ time, position: [x, y] }) => ({ time, position: [x + 0.8, y + 0.3] }))

/** The scene `run`: the attacker passes the defender. */
const attackerPath: Path = [
  { time: 0, position: [-5, 0] },
  { time: 1, position: [-5, 0] },
  { time: 5, position: [-0.6, 0] },
  { time: 6.6, position: [-0.6, 0] },
  { time: 7.6, position: [1.4, -2.2] },
  { time: 9, position: [6.6, -2.4] },
]
const outplayedDefenderPath: Path = [
  { time: 0, position: [4, 0] },
  { time: 2, position: [3, 0] },
  { time: 5.6, position: [1.6, 0.3] },
  { time: 6.8, position: [1.4, 0.8] },
  { time: 8, position: [2.6, 0.2] },
  { time: 10, position: [4, -0.6] },
]
/** The scene `defend`: the defender wins the ball and carries it back. */
const defenderPath: Path = [
  { time: 0, position: [4.4, 0] },
  { time: 1, position: [4.4, 0] },
  { time: 3, position: [1.6, 0] },
  { time: 6, position: [2.4, 0.4] },
  { time: 8, position: [3, 0.4] },
  { time: 8.8, position: [2, 0.6] },
  { time: 11.6, position: [-6.8, 0.6] },
]
const defendedBallPath: Path = [
  { time: 0, position: [-4.2, 0.3] },
  { time: 1, position: [-4.2, 0.3] },
  { time: 3, position: [-0.2, 0.3] },
  { time: 7.4, position: [0.4, 0.3] },
  { time: 8.8, position: [2.4, 0.8] },
  { time: 11.6, position: [-6, 0.8] },
]

/** A door around a position. Its width changes from 2 steps to `newWidth` steps from second `from` on. */
const changingDoor =
  ([x, y]: Point, { newWidth, from }: { newWidth: number; from: number }): Drawing =>
  (stage, time) => {
    const halfWidth = 1 + ((newWidth - 2) / 2) * clampShare((time - from) / 1.2)
    goal([x, y - halfWidth], [x, y + halfWidth])(stage, time)
  }

/** The x of the middles of three small pitches side by side. */
const pitchMiddles = [-10, 0, 10] as const

export const football4: Film = {
  title: [
    shot(
      view,
      ...doors({ upperLit: [{ from: 0.6, to: 6 }], lowerLit: [{ from: 2, to: 6 }] }),
      people(team('red', [stayAt([-1, 0.4])])),
      ball(stayAt([-0.2, 0.8])),
    ),
  ],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      ...measure([-6, 4.8], [6, 4.8], { steps: 12, from: 2.2, to: 6 }),
      ...measure([-5, -4], [-5, 4], { steps: 8, from: 3.4, to: 6.4 }),
      ...doors({ from: 6 }),
      people(
        team('red', [walk([-10, 0], [-5, 0], { from: 8, to: 9.6 })]),
        team('blue', [walk([10, 0], [4, 0], { from: 9.6, to: 11.2 })], { firstCharacter: 3 }),
        team(
          'yellow',
          [
            walk([-2, -8], [-2, -4.4], { from: 10, to: 12 }),
            walk([2, -8], [2, -4.4], { from: 10.4, to: 12.4 }),
          ],
          {
            firstCharacter: 1,
            wheelchairs: [1],
          },
        ),
      ),
      ball(walk([-10, 0.3], [-4.2, 0.3], { from: 8, to: 9.6 })),
      counter(
        'middle',
        [
          { time: 6.4, value: 1 },
          { time: 7.2, value: 2 },
        ],
        colours.yellow,
      ),
      counter('left', [{ time: 9.6, value: 1 }], colours.red),
      counter('right', [{ time: 11.2, value: 1 }], colours.blue),
    ),
  ],
  run: [
    shot(
      view,
      field(pitch),
      ...doors({ upperLit: [{ from: 9, to: 11.4 }] }),
      sightLine(attackerPath, outplayedDefenderPath, { from: 4.6, to: 7 }),
      people(team('red', [attackerPath]), team('blue', [outplayedDefenderPath], { firstCharacter: 3 })),
      ball(ballAhead(attackerPath)),
      clock('right', { firstNumber: 10, lastNumber: 0, from: 0.8, to: 10.8 }),
      card([210, 32], 'steps', { from: 1, to: 4.6 }),
      card([280, 32], 'eye', { from: 4.6, to: 7 }),
      card([350, 32], 'run', { from: 7 }),
      counter(
        'left',
        [
          { time: 0, value: 0 },
          { time: 9.2, value: 1 },
        ],
        colours.red,
      ),
    ),
  ],
  defend: [
    shot(
      view,
      field(pitch),
      line([-6, -4], [-6, 4], { colour: colours.yellow, from: 9 }),
      ...doors(),
      people(
        team('red', [
          [
            { time: 0, position: [-5, 0] },
            { time: 1, position: [-5, 0] },
            { time: 3, position: [-1, 0] },
            { time: 7.4, position: [-0.4, 0] },
            { time: 8.8, position: [1.4, 0.6] },
            { time: 10, position: [0.6, 0.4] },
          ],
        ]),
        team('blue', [defenderPath], { firstCharacter: 3 }),
      ),
      ball(defendedBallPath),
      ...measure([-0.8, 1.6], [1.4, 1.6], { steps: 2, from: 3.2, to: 6 }),
      counter(
        'right',
        [
          { time: 0, value: 0 },
          { time: 11.4, value: 1 },
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
              { time: 0, position: [-5, -3] },
              { time: 1, position: [-5, -3] },
              { time: 3.4, position: [4.6, -3] },
              { time: 5, position: [-5, -3] },
            ],
            [
              { time: 0, position: [-5, 3] },
              { time: 1.6, position: [-5, 3] },
              { time: 4, position: [4, 3] },
              { time: 6, position: [-5, 3] },
            ],
          ],
          { wheelchairs: [1] },
        ),
      ),
      changingDoor([6, -3], { newWidth: 1, from: 5 }),
      changingDoor([6, 3], { newWidth: 3, from: 6.4 }),
      ball([
        { time: 0, position: [-4.4, -2.7] },
        { time: 1, position: [-4.4, -2.7] },
        { time: 3, position: [4, -2.7] },
        { time: 3.8, position: [7, -3] },
      ]),
      ball([
        { time: 0, position: [-4.4, 3.3] },
        { time: 1.6, position: [-4.4, 3.3] },
        { time: 3.6, position: [3.6, 3.3] },
        { time: 4.4, position: [7, 5] },
      ]),
      counter(
        [600, 96],
        [
          { time: 0, value: 2 },
          { time: 5.4, value: 1 },
        ],
        colours.yellow,
      ),
      counter(
        [600, 300],
        [
          { time: 0, value: 2 },
          { time: 7, value: 3 },
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
            { time: 0, position: [-5, 0] },
            { time: 2, position: [-5, 0] },
            { time: 6, position: [4, -2.4] },
          ],
        ]),
        team('blue', [walk([3, 0], [2, 0.8], { from: 1, to: 8 })], { firstCharacter: 3 }),
      ),
      ball([
        { time: 0, position: [-4.2, 0.3] },
        { time: 2, position: [-4.2, 0.3] },
        { time: 6, position: [5, -2.2] },
      ]),
      goal([5.4, -3.4], [5.4, -1.4], { litDuring: [{ from: 6, to: 8 }] }),
      goal([5.4, 1.4], [5.4, 3.4]),
    ],
    [
      clock([480, 40], { firstNumber: 5, lastNumber: 0, from: 0.8, to: 5 }),
      people(
        team(
          'red',
          [walk([-5, -1], [1, -1.6], { from: 1, to: 4 }), walk([-9.6, 2], [-3, 2], { from: 5, to: 6.4 })],
          { wheelchairs: [1] },
        ),
        team(
          'blue',
          [walk([3, 0], [2.4, -1], { from: 1, to: 4 }), walk([9.6, 2], [3, 2], { from: 5, to: 6.4 })],
          { firstCharacter: 3 },
        ),
      ),
      ball([
        { time: 0, position: [-4.2, -0.7] },
        { time: 1, position: [-4.2, -0.7] },
        { time: 4, position: [1.8, -1.3] },
      ]),
      counter([600, 34], [{ time: 6, value: 2 }], colours.blue),
    ],
  ),
  close: [
    shot(
      { length: 36, width: 18 },
      ...pitchMiddles.map((x) => field({ length: 9, width: 8 }, { middle: [x, 0] })),
      people(
        group(
          pitchMiddles.flatMap((x, index) => [
            {
              path: [
                { time: 0, position: [x - 3, 0] },
                { time: 5, position: [x - 3, 0] },
                { time: 7, position: [(pitchMiddles[(index + 1) % 3] ?? 0) - 3, 0] },
              ] satisfies Path,
              character: index,
              wheelchair: index === 1,
            },
            { path: stayAt([x + 3, 0]), team: 'blue' as const, character: index + 3 },
          ]),
        ),
      ),
      ...pitchMiddles.map((x) =>
        ball([
          { time: 0, position: [x - 2, 0.4] },
          { time: 7.4, position: [x - 2, 0.4] },
          { time: 9.4, position: [x + 2, -1] },
        ]),
      ),
      counter(
        'middle',
        [
          { time: 0.6, value: 1 },
          { time: 1.6, value: 2 },
          { time: 2.6, value: 3 },
          { time: 3.6, value: 4 },
        ],
        colours.yellow,
      ),
    ),
  ],
}
