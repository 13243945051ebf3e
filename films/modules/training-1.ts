/**
 * The film of the module `training-1`: "Open Circle", a name game with a circle that grows. `Film` explains
 * the units.
 */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, cones, group, team } from '../drawing/figures.ts'
import { circle, label, measure } from '../drawing/marks.ts'
import {
  circlePositions,
  type Interval,
  passPath,
  type Path,
  type Point,
  stayAt,
  walk,
} from '../drawing/motion.ts'
import { bubble, clock, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 14, width: 13 }
const middle: Point = [0, 0]
const sixPositions = circlePositions(6, 5)
const sevenPositions = circlePositions(7, 5.6, 0.5)
/** Returns the position at an index. After the last position, the first one follows. */
const pickPosition = (positions: readonly Point[], index: number): Point =>
  positions[index % positions.length] ?? middle

/** The indexes of the players, in the order of their passes across the circle. */
const passOrder = [0, 3, 5, 2, 4, 1]
/** The first pass is at second 2. One follows every 2.3 s. */
const getPassTime = (pass: number) => 2 + pass * 2.3
const namePasses = passOrder.map((player, pass) => ({
  leavesAt: getPassTime(pass),
  position: pickPosition(sixPositions, player),
}))
/** A player says a name before each pass. */
const nameBubbles = namePasses.map(({ leavesAt, position }) =>
  bubble(position, 'name', { from: leavesAt - 1.2, to: leavesAt }),
)
/** When a player raises a hand: before receiving the ball. */
const getRaises = (player: number): Interval[] => {
  const receiveTime = getPassTime(passOrder.indexOf(player) - 1)
  return [{ from: receiveTime - 0.9, to: receiveTime + 0.7 }]
}

/** The paths of the six players when a seventh joins between the first and the last. */
const openingPaths = sixPositions.map((position, index): Path =>
  walk(position, pickPosition(sevenPositions, index), { from: 4, to: 6.5 }),
)
const newcomerPath: Path = [
  { time: 0, position: [-1.5, -8.5] },
  { time: 3, position: [-1.5, -7.2] },
  { time: 6, position: pickPosition(sevenPositions, 6) },
]
const newcomerBall = passPath(
  [
    { leavesAt: 1, position: pickPosition(sixPositions, 2) },
    { leavesAt: 3, position: pickPosition(sixPositions, 4) },
    { leavesAt: 8, position: pickPosition(sevenPositions, 1) },
    { leavesAt: 10.5, position: pickPosition(sevenPositions, 6) },
    { leavesAt: 14, position: pickPosition(sevenPositions, 3) },
  ],
  0.9,
)

const swapPaths = sevenPositions.map((position, index): Path =>
  walk(position, pickPosition(sevenPositions, index + 3), {
    from: 3.2 + (index % 3) * 0.5,
    to: 6.6 + (index % 3) * 0.5,
  }),
)
/** The last of these eight positions stays free, for the missing player. */
const huddle = circlePositions(8, 3.4)
const huddlePaths = sevenPositions.map((position, index): Path =>
  walk(position, pickPosition(huddle, index), { from: 0.5, to: 3.5 }),
)

export const training1: Film = {
  title: [
    shot(
      view,
      circle(middle, 5),
      cones(sixPositions, { beside: true }),
      people(
        team(
          'red',
          sixPositions.map(([x, y], index) =>
            walk([x * 2.2, y * 2.2], [x, y], { from: 0.4 + index * 0.3, to: 3.4 + index * 0.3 }),
          ),
          { wheelchairs: [3] },
        ),
      ),
    ),
  ],
  setUp: [
    shot(
      view,
      circle(middle, 5, { from: 0.3 }),
      cones(sixPositions, { from: 1, beside: true }),
      measure([-5, 0], [5, 0], { steps: 10, from: 3.4, to: 8 }),
      people(
        team(
          'red',
          sixPositions.map(([x, y]) => walk([x * 1.8, y * 2.2], [x, y], { from: 7, to: 9.5 })),
          { wheelchairs: [3] },
        ),
      ),
      counter('right', [
        { time: 0, value: 0 },
        ...sixPositions.map((_, index) => ({ time: 8 + index * 0.45, value: index + 1 })),
      ]),
      ball(walk([0, -9], middle, { from: 11, to: 12.2 })),
    ),
  ],
  names: [
    shot(
      view,
      circle(middle, 5),
      people(
        group(
          sixPositions.map((position, index) => ({
            path: stayAt(position),
            armRaisedDuring: getRaises(index),
            character: index,
            wheelchair: index === 3,
          })),
        ),
      ),
      nameBubbles,
      ball(passPath(namePasses)),
    ),
  ],
  newcomer: [
    shot(
      view,
      circle(middle, 5, { to: 5 }),
      circle(middle, 5.6, { from: 5 }),
      circle(pickPosition(sevenPositions, 6), 1, { from: 2.4, to: 7, dashed: true, colour: colours.yellow }),
      people(
        team('red', openingPaths, { wheelchairs: [3] }),
        team('red', [newcomerPath], { firstCharacter: 4 }),
      ),
      bubble(pickPosition(sevenPositions, 1), 'name', { from: 6.6, to: 8 }),
      ball(newcomerBall),
      label([0, -3.4], '2', { from: 2.5, to: 5 }),
      counter('right', [
        { time: 0, value: 6 },
        { time: 7, value: 7 },
      ]),
    ),
  ],
  swap: [
    shot(
      view,
      circle(middle, 5.6),
      people(team('red', swapPaths, { wheelchairs: [3] })),
      clock('right', { firstNumber: 3, lastNumber: 0, from: 0.6, to: 3.2 }),
      ball(
        passPath([
          { leavesAt: 8.2, position: middle },
          { leavesAt: 9.4, position: pickPosition(sevenPositions, 2) },
          { leavesAt: 11, position: pickPosition(sevenPositions, 5) },
        ]),
      ),
    ),
  ],
  dials: halves(
    view,
    [
      circle(middle, 5),
      people(team('red', sixPositions.map(stayAt), { wheelchairs: [3] })),
      ball(
        passPath(
          [
            { leavesAt: 1, position: pickPosition(sixPositions, 0) },
            { leavesAt: 5, position: pickPosition(sixPositions, 3) },
            { leavesAt: 9, position: pickPosition(sixPositions, 5) },
            { leavesAt: 12, position: pickPosition(sixPositions, 2) },
          ],
          2.6,
        ),
      ),
    ],
    [
      circle(middle, 5),
      people(team('red', sixPositions.map(stayAt), { wheelchairs: [3] })),
      bubble(pickPosition(sixPositions, 0), 'name', { from: 0.6, to: 2.4 }),
      bubble(pickPosition(sixPositions, 1), 'name', { from: 0.6, to: 2.4 }),
      ball(
        passPath([
          { leavesAt: 2, position: pickPosition(sixPositions, 0) },
          { leavesAt: 4, position: pickPosition(sixPositions, 3) },
          { leavesAt: 6, position: pickPosition(sixPositions, 5) },
          { leavesAt: 8, position: pickPosition(sixPositions, 1) },
          { leavesAt: 12, position: pickPosition(sixPositions, 4) },
        ]),
      ),
      ball(
        passPath([
          { leavesAt: 2, position: pickPosition(sixPositions, 1) },
          { leavesAt: 4, position: pickPosition(sixPositions, 4) },
          { leavesAt: 6, position: pickPosition(sixPositions, 2) },
          { leavesAt: 8, position: pickPosition(sixPositions, 5) },
          { leavesAt: 12, position: pickPosition(sixPositions, 0) },
        ]),
        { colour: colours.yellow },
      ),
      counter('right', [{ time: 1, value: 2 }]),
    ],
  ),
  close: [
    shot(
      view,
      circle(pickPosition(huddle, 7), 0.9, { from: 3.6, dashed: true, colour: colours.yellow }),
      people(team('red', huddlePaths, { wheelchairs: [3] })),
    ),
  ],
}
