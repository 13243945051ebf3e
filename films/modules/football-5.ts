/**
 * The film of the module `football-5`: "Festival of Three", two teams play, and the third runs the game.
 * `Film` explains the units.
 */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { drawGlyph } from '../drawing/glyphs.ts'
import { field, goal, measure } from '../drawing/marks.ts'
import {
  beforeScene,
  circlePositions,
  getEasedShare,
  type Interval,
  passPath,
  type Path,
  type Point,
  stayAt,
  getOpacity,
  walk,
} from '../drawing/motion.ts'
import { bubble, card, clock, counter } from '../drawing/signs.ts'
import { colours, type Drawing, withOpacity } from '../drawing/stage.ts'

const view = { length: 35, width: 23 }
const cardGreen = '#58d68d'
const pitch = { length: 30, width: 20 }
/** Both goals. The right one lights up during the given intervals. */
const goals = ({
  from = beforeScene,
  litDuring = [],
}: { from?: number; litDuring?: readonly Interval[] } = {}) => [
  goal([-15, -2], [-15, 2], { from }),
  goal([15, -2], [15, 2], { from: from + 0.5, litDuring }),
]
const redPositions: readonly Point[] = [
  [-10, 0],
  [-6, -5],
  [-6, 5],
  [-2, 1],
]
const bluePositions: readonly Point[] = [
  [10, 0],
  [6, -5],
  [6, 5],
  [2.4, -1.6],
]
/** The positions of the third team: two referees, the timekeeper and the player with the green card. */
const crewPositions: readonly Point[] = [
  [0, -9.6],
  [0, 11.4],
  [-16.6, 8],
  [16.6, -4],
]
const red = (paths: readonly Path[] = redPositions.map(stayAt)) => team('red', paths)
const blue = (paths: readonly Path[] = bluePositions.map(stayAt)) =>
  team('blue', paths, { firstCharacter: 4 })
/** The third team, which runs the game. The first referee raises an arm during the given intervals. */
const crewTeam = (
  paths: readonly Path[] = crewPositions.map(stayAt),
  refereeRaisesArm: readonly Interval[] = [],
) =>
  group(
    paths.map((path, index) => ({
      path,
      team: 'yellow' as const,
      character: index + 2,
      wheelchair: index === 0,
      bib: index < 2,
      armRaisedDuring: index === 0 ? refereeRaisesArm : [],
    })),
  )

/** A pennant that is hoisted from second `from` on. Its pole is `x` pixels from the left of the picture. */
const pennant =
  (x: number, colour: string, from: number): Drawing =>
  ({ context, toSign }, time) => {
    const [left, bottom] = toSign([x, 250])
    const top = bottom - 150 * getEasedShare(time, from, from + 1.2)
    context.lineWidth = 5
    context.strokeStyle = colours.paper
    context.beginPath()
    context.moveTo(left, bottom)
    context.lineTo(left, top)
    context.stroke()
    context.fillStyle = colour
    context.beginPath()
    context.moveTo(left, top)
    // The tip flutters.
    context.lineTo(left + 70, top + 25 + Math.sin(time * 3) * 5)
    context.lineTo(left, top + 50)
    context.fill()
  }

/** A green card in the hand of a player at a position on the field. */
const greenCard =
  (position: Point, { from, to }: Interval): Drawing =>
  ({ context, toPixels }, time) =>
    withOpacity(context, getOpacity(time, from, to), () => {
      const [x, y] = toPixels(position)
      context.fillStyle = cardGreen
      context.strokeStyle = colours.ink
      context.lineWidth = 2.5
      context.beginPath()
      context.roundRect(x + 8, y - 78, 22, 30, 3)
      context.fill()
      context.stroke()
    })

/**
 * A wheel with one sector per team: two teams play, and one helps. It makes a third of a turn in the two
 * seconds after `turnsAt`. Its position and radius are in pixels.
 */
const wheel =
  (position: Point, radius: number, turnsAt: number): Drawing =>
  ({ context, toSign }, time) => {
    const turn = getEasedShare(time, turnsAt, turnsAt + 2) * ((2 * Math.PI) / 3)
    const [x, y] = toSign(position)
    for (const [index, colour] of [colours.red, colours.blue, colours.yellow].entries()) {
      const start = turn + (index * 2 * Math.PI) / 3 - Math.PI / 2
      context.beginPath()
      context.moveTo(x, y)
      context.arc(x, y, radius, start, start + (2 * Math.PI) / 3)
      context.closePath()
      context.fillStyle = colour
      context.fill()
      context.lineWidth = 2.5
      context.strokeStyle = colours.ink
      context.stroke()
    }
    // A small wheel has no space for signs.
    if (radius < 40) return
    // The signs do not turn: the teams move from role to role.
    for (const [index, glyph] of (['run', 'run', 'hand'] as const).entries()) {
      const angle = (index * 2 * Math.PI) / 3 - Math.PI / 2 + Math.PI / 3
      const glyphPosition: Point = [x + Math.cos(angle) * radius * 0.6, y + Math.sin(angle) * radius * 0.6]
      drawGlyph(context, glyphPosition, { glyph, scale: 1.4 })
    }
  }

export const football5: Film = {
  title: [
    shot(
      view,
      field(pitch),
      pennant(190, colours.red, 0.5),
      pennant(310, colours.yellow, 1.6),
      pennant(430, colours.blue, 2.7),
    ),
  ],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      ...measure([-15, 9], [15, 9], { steps: 30, from: 2.2, to: 6 }),
      ...measure([-12, -10], [-12, 10], { steps: 20, from: 3.4, to: 6.4 }),
      ...goals({ from: 5.6 }),
      people(
        red(
          redPositions.map((position, index) =>
            walk([-20, position[1]], position, { from: 6.4 + index * 0.3, to: 8.4 + index * 0.3 }),
          ),
        ),
        blue(
          bluePositions.map((position, index) =>
            walk([20, position[1]], position, { from: 8 + index * 0.3, to: 10 + index * 0.3 }),
          ),
        ),
        crewTeam(
          [-6, -2, 2, 6].map((x, index) =>
            walk([x, 20], [x, 11.4], { from: 10 + index * 0.3, to: 11.6 + index * 0.3 }),
          ),
        ),
      ),
      counter('left', [{ time: 8.6, value: 4 }], colours.red),
      counter('right', [{ time: 10.2, value: 4 }], colours.blue),
      counter('middle', [{ time: 12, value: 4 }], colours.yellow),
    ),
  ],
  crew: [
    shot(
      view,
      field(pitch),
      ...goals(),
      people(
        red(),
        blue(),
        crewTeam(
          [-6, -2, 2, 6].map((x, index) =>
            walk([x, 11.4], crewPositions[index] ?? [0, 0], { from: 1 + index * 2.4, to: 3.4 + index * 2.4 }),
          ),
        ),
      ),
      counter(
        'left',
        [
          { time: 3.6, value: 1 },
          { time: 6, value: 2 },
        ],
        colours.yellow,
      ),
      clock([60, 300], { firstNumber: 6, lastNumber: 6, from: 8.6, to: 15 }),
      greenCard([16.6, -4], { from: 11, to: 15 }),
      card([120, 34], 'eye', { from: 3.6 }),
    ),
  ],
  run: [
    shot(
      view,
      field(pitch),
      ...goals(),
      people(
        red(
          redPositions.map(([x, y], index): Path => [
            { time: 0, position: [x, y] },
            { time: 3, position: [x + 4, y] },
            { time: 7, position: [x + 6, y * 0.6 + index] },
            { time: 12, position: [x, y] },
          ]),
        ),
        blue(
          bluePositions.map(([x, y], index): Path => [
            { time: 0, position: [x, y] },
            { time: 3, position: [x + 1, y] },
            { time: 7, position: [x - 2, y * 0.7 - index] },
            { time: 12, position: [x, y] },
          ]),
        ),
        crewTeam(crewPositions.map(stayAt), [{ from: 7.6, to: 9.6 }]),
      ),
      clock('right', { firstNumber: 6, lastNumber: 0, from: 0.6, to: 11.6 }),
      ball(
        passPath(
          [
            { leavesAt: 1, position: [-1.4, 1.4] },
            { leavesAt: 3, position: [1, -5] },
            { leavesAt: 5.4, position: [6, -3] },
            { leavesAt: 6.6, position: [6, -10.8] },
            { leavesAt: 9.8, position: [6, -10.8] },
            { leavesAt: 12, position: [2, -3] },
          ],
          1,
        ),
      ),
    ),
  ],
  green: [
    shot(
      view,
      field(pitch),
      ...goals({ litDuring: [{ from: 1.6, to: 3.6 }] }),
      people(
        red([
          walk([-10, 0], [2.6, 2.4], { from: 4, to: 6.4 }),
          stayAt([-6, -5]),
          stayAt([-6, 5]),
          stayAt([8, -1]),
        ]),
        blue([stayAt([10, 0]), stayAt([6, -5]), stayAt([8, 5.4]), stayAt([5.4, 2.6])]),
        crewTeam(),
      ),
      ball(
        passPath(
          [
            { leavesAt: 0.8, position: [8.8, -0.6] },
            { leavesAt: 3, position: [15.4, 0.4] },
          ],
          0.8,
        ),
      ),
      bubble([5.4, 2.6], 'hands', { from: 6, to: 8.4 }),
      greenCard([16.6, -4], { from: 7, to: 11 }),
      counter(
        'left',
        [
          { time: 0, value: 0 },
          { time: 1.8, value: 1 },
          { time: 7.4, value: 2 },
        ],
        cardGreen,
      ),
    ),
  ],
  wheel: [
    shot(
      view,
      wheel([320, 180], 120, 3.4),
      ...[0, 1, 2].map((index) => wheel([90, 80 + index * 100], 28, 6 + index)),
      clock('right', { firstNumber: 3, lastNumber: 0, from: 0.4, to: 3.4 }),
      counter([550, 300], [{ time: 3.6, value: 3 }]),
    ),
  ],
  dials: halves(
    { length: 13, width: 12 },
    [
      clock([160, 46], { firstNumber: 4, lastNumber: 0, from: 0.6, to: 9 }),
      people(
        team('red', [walk([-4, 0], [2, 2], { from: 1, to: 6 })]),
        team('blue', [walk([4, 0], [1, 3.4], { from: 1, to: 6 })], { firstCharacter: 4 }),
      ),
      ball(walk([-3, 0.4], [2.8, 2.4], { from: 1, to: 6 })),
    ],
    [
      counter(
        [480, 46],
        [
          { time: 0.6, value: 12 },
          { time: 2.4, value: 18 },
          { time: 4.2, value: 24 },
          { time: 6, value: 29 },
          { time: 7.4, value: 30 },
        ],
        cardGreen,
      ),
      people(
        team('red', [stayAt([-4, 2])]),
        team('blue', [stayAt([0, 3])], { firstCharacter: 4 }),
        team('yellow', [stayAt([4.4, 2])], { firstCharacter: 2, wheelchairs: [0] }),
      ),
      bubble([0, 3], 'thumb', { from: 7.6, to: 10 }),
    ],
  ),
  close: [
    shot(
      { length: 20, width: 15 },
      people(
        group(
          circlePositions(12, 5.6).map(([x, y], index) => ({
            path: walk([x * 1.6, y * 1.5], [x, y], { from: 0.3, to: 3 }),
            team: (['red', 'blue', 'yellow'] as const)[index % 3] ?? 'red',
            character: index,
            wheelchair: index === 4,
            armRaisedDuring: [{ from: 3.6 + (index % 3) * 0.8, to: 8.4 }],
          })),
        ),
      ),
      card([320, 186], 'eye', { from: 4, background: colours.good }),
    ),
  ],
}
