/** The film of the module `football-3`: "Three Lanes", a pitch for every speed. `Film` explains the units. */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { arrow, circle, field, goal, line, zone } from '../drawing/marks.ts'
import {
  beforeScene,
  type Interval,
  passPath,
  type Path,
  type Point,
  stayAt,
  walk,
} from '../drawing/motion.ts'
import { card, clock, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 28, width: 19 }
const pitch = { length: 24, width: 18 }
/** The colours of the three lanes, and where their middles are. */
const laneColours = ['#e8b33c', '#4aa8e0', '#b58be0'] as const
const laneMiddles = [-6, 0, 6] as const
const lanes = (from = beforeScene, opacity = 0.5) =>
  laneColours.map((colour, index) =>
    zone([0, laneMiddles[index] ?? 0], { length: 24, width: 6 }, colour, {
      from: from + index * 0.8,
      opacity,
    }),
  )
/** Both goals. The right one lights up during the given intervals. */
const goals = (litDuring: readonly Interval[] = [], from = beforeScene) => [
  goal([12, -2], [12, 2], { from, litDuring }),
  goal([-12, -2], [-12, 2], { from }),
]
const laneLines = (from = beforeScene) => [
  line([-12, -3], [12, -3], { from }),
  line([-12, 3], [12, 3], { from: from + 0.5 }),
]

const redPlaces: readonly Point[] = [
  [-5, -6],
  [-3, 0],
  [2, 0.6],
  [-1, 6],
]
const bluePlaces: readonly Point[] = [
  [3, -6],
  [6, -0.6],
  [-7, 0],
  [5, 6],
]
const red = (paths: readonly Path[] = redPlaces.map(stayAt)) => team('red', paths, { wheelchairs: [3] })
const blue = (paths: readonly Path[] = bluePlaces.map(stayAt)) =>
  team('blue', paths, { firstSkin: 4, wheelchairs: [3] })
/** The ways to move in each lane. */
const laneGlyphs = ['steps', 'run', 'wheel'] as const

/** The lanes of a smaller pitch, for two of them side by side. */
const smallLanes = laneColours.map((colour, index) =>
  zone([0, (index - 1) * 5], { length: 12, width: 5 }, colour, { opacity: 0.5 }),
)

export const football3: Film = {
  title: [
    shot(
      view,
      ...lanes(0.3, 0.75),
      people(
        group([
          { path: walk([-14, -6], [-3, -6], 2, 5.6), skin: 2 },
          { path: walk([-14, 0], [3, 0], 2.4, 4.6), skin: 1 },
          { path: walk([-14, 6], [0, 6], 2.2, 5), skin: 3, wheelchair: true },
        ]),
      ),
    ),
  ],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      ...lanes(2.4),
      ...laneLines(2.6),
      arrow([-10, -9], [-10, -3], { from: 4.6, both: true, to: 9 }),
      counter('left', [[5, 6]]),
      ...goals([], 6),
      people(
        red(redPlaces.map((place, index) => walk([-16, place[1]], place, 8 + index * 0.4, 10 + index * 0.4))),
        blue(
          bluePlaces.map((place, index) => walk([16, place[1]], place, 9 + index * 0.4, 11 + index * 0.4)),
        ),
      ),
      counter(
        'middle',
        [
          [2.4, 1],
          [3.2, 2],
          [4, 3],
        ],
        colours.yellow,
      ),
      counter('right', [[11, 4]], colours.blue),
    ),
  ],
  rules: [
    shot(
      view,
      field(pitch),
      ...lanes(),
      ...laneLines(),
      ...laneGlyphs.map((kind, index) =>
        card([70, 84 + index * 97], kind, { from: 0.6 + index * 3.6, number: index + 1 }),
      ),
      people(
        group([
          { path: walk([-6, -6], [4, -6], 0.6, 12), skin: 2 },
          {
            path: [
              [0, -6, 0],
              [4.4, -6, 0],
              [6.4, 8, 0],
              [8.4, -4, 0],
              [10.4, 8, 0],
            ],
            skin: 1,
          },
          {
            path: [
              [0, -6, 6],
              [8, -6, 6],
              [12, 4, 6],
            ],
            skin: 3,
            wheelchair: true,
          },
        ]),
        group([
          {
            path: [
              [0, -4, 5],
              [8, -4, 5],
              [12, 6.4, 5],
            ],
            team: 'blue',
            skin: 5,
          },
        ]),
      ),
    ),
  ],
  run: [
    shot(
      view,
      field(pitch),
      ...lanes(),
      ...laneLines(),
      ...goals([[8.6, 10.6]]),
      people(
        red([
          walk([-5, -6], [3, -5.4], 1, 6),
          walk([-3, 0], [4, 0], 2, 6),
          stayAt([2, 0.6]),
          stayAt([-1, 6]),
        ]),
        blue(),
      ),
      ball(
        passPath(
          [
            [1.6, [-0.4, 6.3]],
            [4, [2.6, 1]],
            [7.4, [3.6, -5]],
            [10.8, [12.4, -0.6]],
            [11, [-4, 0.4]],
            [14, [12.4, 1.2]],
          ],
          1,
        ),
      ),
      counter(
        'right',
        [
          [0, 0],
          [2.6, 1],
          [5, 2],
          [8.8, '+1'],
          [11, 0],
        ],
        colours.yellow,
      ),
    ),
  ],
  choose: [
    shot(
      view,
      field(pitch),
      ...lanes(),
      ...laneLines(),
      clock('right', { firstNumber: 0, lastNumber: 4, from: 0.4, to: 3 }),
      people(
        red(
          redPlaces.map(([x, y], index): Path => [
            [0, x, y],
            [3, x, y],
            [5, -3 + index, 10],
            [6.4, -3 + index, 10],
            [9, x, index === 0 ? 0 : y],
          ]),
        ),
        blue(
          bluePlaces.map(([x, y], index): Path => [
            [0, x, y],
            [3, x, y],
            [5, 2 + index, 10],
            [6.4, 2 + index, 10],
            [9, x, index === 1 ? 6 : y],
          ]),
        ),
      ),
    ),
  ],
  dials: halves(
    { length: 13, width: 16 },
    [
      ...smallLanes,
      circle([0, 5], 1.4, { from: 1, dashed: true, colour: colours.yellow }),
      people(
        group([
          { path: stayAt([0, 5]), skin: 3, wheelchair: true },
          { path: walk([5, 2], [1.8, 4.4], 1.4, 4), team: 'blue', skin: 5 },
        ]),
      ),
      ball(
        passPath(
          [
            [5, [-4, -0.4]],
            [12, [0.8, 5.4]],
          ],
          1.2,
        ),
      ),
      counter([160, 34], [[1.4, 1]]),
    ],
    [
      ...smallLanes,
      people(team('red', [stayAt([-3, 5]), stayAt([0, 0]), stayAt([3, -5])], { wheelchairs: [0] })),
      ball(
        passPath(
          [
            [2, [-2.4, 5.3]],
            [4.6, [0.6, 0.4]],
            [12, [3.6, -4.6]],
          ],
          1,
        ),
      ),
      counter(
        [480, 34],
        [
          [1, 1],
          [3, 2],
          [5.6, 3],
        ],
        colours.yellow,
      ),
    ],
  ),
  close: [
    shot(
      view,
      field(pitch),
      ...laneColours.map((colour, index) =>
        zone([0, laneMiddles[index] ?? 0], { length: 24, width: 6 }, colour, { to: 4.4 }),
      ),
      line([0, -9], [0, 9]),
      people(
        red(redPlaces.map((place, index) => walk(place, [-0.8, index * 4.4 - 7], 0.6, 4))),
        blue(bluePlaces.map((place, index) => walk(place, [0.8, index * 4.4 - 5], 0.6, 4))),
      ),
    ),
  ],
}
