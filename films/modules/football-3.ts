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
/** The colours of the three lanes, and the y of their middles. */
const laneColours = ['#e8b33c', '#4aa8e0', '#b58be0'] as const
const laneMiddles = [-6, 0, 6] as const
/** The three lanes, which appear one after another from `from` on. */
const lanes = ({ from = beforeScene } = {}) =>
  laneColours.map((colour, index) =>
    zone([0, laneMiddles[index] ?? 0], { length: 24, width: 6 }, colour, {
      from: from + index * 0.8,
    }),
  )
/** Both goals. The right one lights up during the given intervals. */
const goals = ({
  from = beforeScene,
  litDuring = [],
}: { from?: number; litDuring?: readonly Interval[] } = {}) => [
  goal([12, -2], [12, 2], { from, litDuring }),
  goal([-12, -2], [-12, 2], { from }),
]
/** The two lines between the lanes, which appear one after the other from `from` on. */
const laneLines = (from = beforeScene) => [
  line([-12, -3], [12, -3], { from }),
  line([-12, 3], [12, 3], { from: from + 0.5 }),
]

const redPositions: readonly Point[] = [
  [-5, -6],
  [-3, 0],
  [2, 0.6],
  [-1, 6],
]
const bluePositions: readonly Point[] = [
  [3, -6],
  [6, -0.6],
  [-7, 0],
  [5, 6],
]
const red = (paths: readonly Path[] = redPositions.map(stayAt)) => team('red', paths, { wheelchairs: [3] })
const blue = (paths: readonly Path[] = bluePositions.map(stayAt)) =>
  team('blue', paths, { firstCharacter: 4, wheelchairs: [3] })
/** The ways to move in each lane. */
const laneGlyphs = ['steps', 'run', 'wheel'] as const

/** The lanes of a smaller pitch, for two of them side by side. */
const smallLanes = laneColours.map((colour, index) =>
  zone([0, (index - 1) * 5], { length: 12, width: 5 }, colour),
)

export const football3: Film = {
  title: [
    shot(
      view,
      ...lanes({ from: 0.3 }),
      people(
        group([
          { path: walk([-14, -6], [-3, -6], { from: 2, to: 5.6 }), character: 2 },
          { path: walk([-14, 0], [3, 0], { from: 2.4, to: 4.6 }), character: 1 },
          { path: walk([-14, 6], [0, 6], { from: 2.2, to: 5 }), character: 3, wheelchair: true },
        ]),
      ),
    ),
  ],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      ...lanes({ from: 2.4 }),
      ...laneLines(2.6),
      arrow([-10, -9], [-10, -3], { from: 4.6, twoHeads: true, to: 9 }),
      counter('left', [{ time: 5, value: 6 }]),
      ...goals({ from: 6 }),
      people(
        red(
          redPositions.map((position, index) =>
            walk([-16, position[1]], position, { from: 8 + index * 0.4, to: 10 + index * 0.4 }),
          ),
        ),
        blue(
          bluePositions.map((position, index) =>
            walk([16, position[1]], position, { from: 9 + index * 0.4, to: 11 + index * 0.4 }),
          ),
        ),
      ),
      counter(
        'middle',
        [
          { time: 2.4, value: 1 },
          { time: 3.2, value: 2 },
          { time: 4, value: 3 },
        ],
        colours.yellow,
      ),
      counter('right', [{ time: 11, value: 4 }], colours.blue),
    ),
  ],
  rules: [
    shot(
      view,
      field(pitch),
      ...lanes(),
      ...laneLines(),
      ...laneGlyphs.map((glyph, index) =>
        card([70, 84 + index * 97], glyph, { from: 0.6 + index * 3.6, number: index + 1 }),
      ),
      people(
        group([
          { path: walk([-6, -6], [4, -6], { from: 0.6, to: 12 }), character: 2 },
          {
            path: [
              { time: 0, position: [-6, 0] },
              { time: 4.4, position: [-6, 0] },
              { time: 6.4, position: [8, 0] },
              { time: 8.4, position: [-4, 0] },
              { time: 10.4, position: [8, 0] },
            ],
            character: 1,
          },
          {
            path: [
              { time: 0, position: [-6, 6] },
              { time: 8, position: [-6, 6] },
              { time: 12, position: [4, 6] },
            ],
            character: 3,
            wheelchair: true,
          },
        ]),
        group([
          {
            path: [
              { time: 0, position: [-4, 5] },
              { time: 8, position: [-4, 5] },
              { time: 12, position: [6.4, 5] },
            ],
            team: 'blue',
            character: 5,
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
      ...goals({ litDuring: [{ from: 8.6, to: 10.6 }] }),
      people(
        red([
          walk([-5, -6], [0.4, -5.4], { from: 1, to: 6 }),
          walk([-3, 0], [4, 0], { from: 2, to: 6 }),
          stayAt([2, 0.6]),
          stayAt([-1, 6]),
        ]),
        blue(),
      ),
      ball(
        passPath(
          [
            { leavesAt: 1.6, position: [-0.4, 6.3] },
            { leavesAt: 4, position: [2.6, 1] },
            { leavesAt: 7.4, position: [1, -5] },
            { leavesAt: 10.8, position: [12.4, -0.6] },
            { leavesAt: 11, position: [-4, 0.4] },
            { leavesAt: 14, position: [12.4, 1.2] },
          ],
          1,
        ),
      ),
      counter(
        'right',
        [
          { time: 0, value: 0 },
          { time: 2.6, value: 1 },
          { time: 5, value: 2 },
          { time: 8.8, value: '+1' },
          { time: 11, value: 0 },
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
          redPositions.map(([x, y], index): Path => [
            { time: 0, position: [x, y] },
            { time: 3, position: [x, y] },
            { time: 5, position: [index * 2.4 - 9.2, 10] },
            { time: 6.4, position: [index * 2.4 - 9.2, 10] },
            { time: 9, position: [x, index === 0 ? 0 : y] },
          ]),
        ),
        blue(
          bluePositions.map(([x, y], index): Path => [
            { time: 0, position: [x, y] },
            { time: 3, position: [x, y] },
            { time: 5, position: [index * 2.4 + 1.2, 10] },
            { time: 6.4, position: [index * 2.4 + 1.2, 10] },
            { time: 9, position: index === 1 ? [8.4, 6] : [x, y] },
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
          { path: stayAt([0, 5]), character: 3, wheelchair: true },
          { path: walk([5, 2], [1.8, 4.4], { from: 1.4, to: 4 }), team: 'blue', character: 5 },
        ]),
      ),
      ball(
        passPath(
          [
            { leavesAt: 5, position: [-4, -0.4] },
            { leavesAt: 12, position: [0.8, 5.4] },
          ],
          1.2,
        ),
      ),
      counter([160, 34], [{ time: 1.4, value: 1 }]),
    ],
    [
      ...smallLanes,
      people(team('red', [stayAt([-3, 5]), stayAt([0, 0]), stayAt([3, -5])], { wheelchairs: [0] })),
      ball(
        passPath(
          [
            { leavesAt: 2, position: [-2.4, 5.3] },
            { leavesAt: 4.6, position: [0.6, 0.4] },
            { leavesAt: 12, position: [3.6, -4.6] },
          ],
          1,
        ),
      ),
      counter(
        [480, 34],
        [
          { time: 1, value: 1 },
          { time: 3, value: 2 },
          { time: 5.6, value: 3 },
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
        red(
          redPositions.map((position, index) =>
            walk(position, [-1.6, index * 4.4 - 7], { from: 0.6, to: 4 }),
          ),
        ),
        blue(
          bluePositions.map((position, index) =>
            walk(position, [1.6, index * 4.4 - 5], { from: 0.6, to: 4 }),
          ),
        ),
      ),
    ),
  ],
}
