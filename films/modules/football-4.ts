/** The film of the module `football-4`: "Two Doors", a duel of one against one. `Film` explains the units. */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { field, goal, line, measure, sightLine } from '../drawing/marks.ts'
import { beforeScene, clampShare, type Interval, type Path, stayAt, walk } from '../drawing/motion.ts'
import { card, clock, counter } from '../drawing/signs.ts'
import { colours, type Drawing } from '../drawing/stage.ts'

const view = { length: 16, width: 11 }
const pitch = { length: 12, width: 8 }
/**
 * The two doors, each with the intervals during which it lights up. `far` is the upper one in the picture.
 */
const doors = (
  litDuring: { far?: readonly Interval[]; near?: readonly Interval[] } = {},
  from = beforeScene,
): Drawing[] => [
  goal([6, -3.4], [6, -1.4], { from, litDuring: litDuring.far ?? [] }),
  goal([6, 1.4], [6, 3.4], { from: from + 0.8, litDuring: litDuring.near ?? [] }),
]
/** The path of a ball that a player with this path dribbles. */
const ballAhead = (path: Path): Path => path.map(([time, x, y]) => [time, x + 0.8, y + 0.3])

/** The scene `run`: the attacker passes the defender. */
const attackerPath: Path = [
  [0, -5, 0],
  [1, -5, 0],
  [5, -0.6, 0],
  [6.6, -0.6, 0],
  [7.6, 1.4, -2.2],
  [9, 6.6, -2.4],
]
const outplayedDefenderPath: Path = [
  [0, 4, 0],
  [2, 3, 0],
  [5.6, 1.6, 0.3],
  [6.8, 1.4, 0.8],
  [8, 2.6, 0.2],
  [10, 4, -0.6],
]
/** The scene `defend`: the defender wins the ball and carries it back. */
const defenderPath: Path = [
  [0, 4.4, 0],
  [1, 4.4, 0],
  [3, 1.6, 0],
  [6, 2.4, 0.4],
  [8, 3, 0.4],
  [8.8, 2, 0.6],
  [11.6, -6.8, 0.6],
]
const defendedBallPath: Path = [
  [0, -4.2, 0.3],
  [1, -4.2, 0.3],
  [3, -0.2, 0.3],
  [7.4, 0.4, 0.3],
  [8.8, 2.4, 0.8],
  [11.6, -6, 0.8],
]

/** A door whose width changes from 2 steps to `newWidth` steps, from second `from` on. */
const changingDoor =
  (x: number, y: number, newWidth: number, from: number): Drawing =>
  (stage, time) => {
    const half = 1 + ((newWidth - 2) / 2) * clampShare((time - from) / 1.2)
    goal([x, y - half], [x, y + half])(stage, time)
  }

/** The middles of three small pitches side by side. */
const pitchMiddles = [-10, 0, 10] as const

export const football4: Film = {
  title: [
    shot(
      view,
      ...doors({ far: [[0.6, 6]], near: [[2, 6]] }),
      people(team('red', [stayAt([-1, 0.4])])),
      ball(stayAt([-0.2, 0.8])),
    ),
  ],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      ...measure([-6, 4.8], [6, 4.8], 12, 2.2, 6),
      ...measure([-5, -4], [-5, 4], 8, 3.4, 6.4),
      ...doors({}, 6),
      people(
        team('red', [walk([-10, 0], [-5, 0], 8, 9.6)]),
        team('blue', [walk([10, 0], [4, 0], 9.6, 11.2)], { firstSkin: 3 }),
        team('yellow', [walk([-2, -8], [-2, -4.6], 10, 12), walk([2, -8], [2, -4.6], 10.4, 12.4)], {
          firstSkin: 1,
          wheelchairs: [1],
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
      field(pitch),
      ...doors({ far: [[9, 11.4]] }),
      sightLine(attackerPath, outplayedDefenderPath, 4.6, 7),
      people(team('red', [attackerPath]), team('blue', [outplayedDefenderPath], { firstSkin: 3 })),
      ball(ballAhead(attackerPath)),
      clock('right', { firstNumber: 10, lastNumber: 0, from: 0.8, to: 10.8 }),
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
      field(pitch),
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
        team('blue', [defenderPath], { firstSkin: 3 }),
      ),
      ball(defendedBallPath),
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
          { wheelchairs: [1] },
        ),
      ),
      changingDoor(6, -3, 1, 5),
      changingDoor(6, 3, 3, 6.4),
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
        team('blue', [walk([3, 0], [2, 0.8], 1, 8)], { firstSkin: 3 }),
      ),
      ball([
        [0, -4.2, 0.3],
        [2, -4.2, 0.3],
        [6, 5, -2.2],
      ]),
      goal([5.4, -3.4], [5.4, -1.4], { litDuring: [[6, 8]] }),
      goal([5.4, 1.4], [5.4, 3.4]),
    ],
    [
      clock([480, 40], { firstNumber: 5, lastNumber: 0, from: 0.8, to: 5 }),
      people(
        team('red', [walk([-5, -1], [1, -1.6], 1, 4), walk([-8, 2], [-3, 2], 5, 6.4)], { wheelchairs: [1] }),
        team('blue', [walk([3, 0], [2.4, -1], 1, 4), walk([8, 2], [3, 2], 5, 6.4)], { firstSkin: 3 }),
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
      ...pitchMiddles.map((x) => field({ length: 9, width: 8 }, { middle: [x, 0] })),
      people(
        group(
          pitchMiddles.flatMap((x, index) => [
            {
              path: [
                [0, x - 3, 0],
                [5, x - 3, 0],
                [7, (pitchMiddles[(index + 1) % 3] ?? 0) - 3, 0],
              ] as Path,
              skin: index,
              wheelchair: index === 1,
            },
            { path: stayAt([x + 3, 0]), team: 'blue' as const, skin: index + 3 },
          ]),
        ),
      ),
      ...pitchMiddles.map((x) =>
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
