/**
 * The film of the module `training-4`: "The Game Without Words", three signs replace words. `Film` explains
 * the units.
 */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { field, line, measure } from '../drawing/marks.ts'
import { type Path, type Point, stayAt, walk } from '../drawing/motion.ts'
import { bubble, card, counter } from '../drawing/signs.ts'
import { colours, type Drawing } from '../drawing/stage.ts'

const view = { length: 25, width: 12 }
const pitch = { length: 20, width: 10 }
const homeLines = [line([-9, -5], [-9, 5]), line([9, -5], [9, 5])]
const signs = ['hand', 'turn', 'come'] as const
/** The cards of the signs, which appear one after another from `from` on. */
const signCards = (from: number): Drawing[] =>
  signs.map((glyph, index) =>
    card([230 + index * 90, 40], glyph, { from: from + index * 3.4, number: index + 1 }),
  )

const redHome: readonly Point[] = [
  [-9.6, -2.8],
  [-11.8, -2.8],
  [-9.6, -0.8],
  [-11.8, -0.8],
]
const blueHome: readonly Point[] = [
  [-9.6, 1.6],
  [-11.8, 1.6],
  [-9.6, 3.8],
  [-11.8, 3.8],
]
/** Both teams in their homes. */
const waitingTeams: Drawing = people(
  team('red', redHome.map(stayAt), { wheelchairs: [2] }),
  team('blue', blueHome.map(stayAt), { firstCharacter: 2, wheelchairs: [1] }),
)

/** The positions of the players who copy the signs. The one in the middle shows them. */
const signPositions: readonly Point[] = [
  [-5, -1],
  [-2.5, 2],
  [0, -0.6],
  [2.5, 2],
  [5, -1],
]

/** From second `start` on: a dribble out, a stop, a turn on the spot, and the way back. */
const outAndBack = (y: number, start: number): Path => [
  { time: 0, position: [-9.6, y] },
  { time: start, position: [-9.6, y] },
  { time: start + 3, position: [-3, y] },
  { time: start + 4.6, position: [-3, y] },
  { time: start + 5.2, position: [-2.4, y - 0.6] },
  { time: start + 5.8, position: [-1.8, y] },
  { time: start + 6.4, position: [-2.4, y + 0.6] },
  { time: start + 7, position: [-3, y] },
  { time: start + 8, position: [0, y] },
  { time: start + 8.8, position: [0, y] },
  { time: start + 11.6, position: [-9.6, y] },
]
/** The path of a ball that a player with this path dribbles. */
const ballBeside = (path: Path): Path =>
  path.map(({ time, position: [x, y] }) => ({ time, position: [x + 0.8, y + 0.3] }))
const dribble: Path = walk([-4, 0], [3, 0], { from: 1, to: 6 })

export const training4: Film = {
  title: [
    shot(
      view,
      bubble([-1, 1], 'name', { from: 0.3, to: 3 }),
      people(group([{ path: stayAt([-1, 2]), character: 2, armRaisedDuring: [{ from: 3, to: 6 }] }])),
      card([380, 180], 'hand', { from: 3.2 }),
    ),
  ],
  setUp: [
    shot(
      view,
      field(pitch, { from: 0.2 }),
      line([-9, -5], [-9, 5], { from: 2 }),
      line([9, -5], [9, 5], { from: 2.4 }),
      ...measure([-10, 5.7], [10, 5.7], { steps: 20, from: 3, to: 8 }),
      people(
        team(
          'red',
          redHome.map((position, index) =>
            walk([-15, position[1]], position, { from: 6 + index * 0.4, to: 8 + index * 0.4 }),
          ),
          { wheelchairs: [2] },
        ),
        team(
          'blue',
          blueHome.map((position, index) =>
            walk([-15, position[1]], position, { from: 8 + index * 0.4, to: 10 + index * 0.4 }),
          ),
          { firstCharacter: 2, wheelchairs: [1] },
        ),
      ),
      counter([66, 30], [{ time: 7.4, value: 4 }], colours.red),
      counter([116, 30], [{ time: 9.4, value: 4 }], colours.blue),
      card([574, 36], 'word', { from: 11 }),
      // A stroke through the sign of speech.
      ({ context }, time) => {
        if (time < 11.4) return
        context.lineWidth = 5
        context.strokeStyle = colours.red
        context.beginPath()
        context.moveTo(554, 56)
        context.lineTo(594, 16)
        context.stroke()
      },
    ),
  ],
  signs: [
    shot(
      { length: 14, width: 9 },
      ...signCards(0.6),
      people(
        group(
          signPositions.map(([x, y], index) => ({
            path: [
              { time: 0, position: [x, y] },
              { time: 4.4, position: [x, y] },
              { time: 5, position: [x + 0.4, y - 0.4] },
              { time: 5.6, position: [x, y - 0.7] },
              { time: 6.2, position: [x - 0.4, y - 0.4] },
              { time: 6.8, position: [x, y] },
              { time: 8.4, position: [x, y] },
              { time: 9.6, position: [x, y + 1.2] },
              { time: 11, position: [x, y] },
            ],
            team: index % 2 === 0 ? 'red' : 'blue',
            character: index,
            wheelchair: index === 3,
            armRaisedDuring: [{ from: index === 2 ? 0.8 : 1.8, to: 3.6 }],
          })),
        ),
      ),
    ),
  ],
  run: [
    shot(
      view,
      field(pitch),
      ...homeLines,
      people(
        team('red', [outAndBack(-2.8, 0.4), ...redHome.slice(1).map(stayAt)], { wheelchairs: [2] }),
        team('blue', [outAndBack(1.6, 1), ...blueHome.slice(1).map(stayAt)], {
          firstCharacter: 2,
          wheelchairs: [1],
        }),
      ),
      ball(ballBeside(outAndBack(-2.8, 0.4))),
      ball(ballBeside(outAndBack(1.6, 1))),
      card([230, 40], 'hand', { from: 3, to: 5, number: 1 }),
      card([320, 40], 'turn', { from: 5.4, to: 8, number: 2 }),
      card([410, 40], 'come', { from: 8.8, to: 12.6, number: 3 }),
    ),
  ],
  invent: [
    shot(
      { length: 14, width: 9 },
      ...signs.map((glyph, index) => card([185 + index * 90, 40], glyph, { number: index + 1 })),
      card([455, 40], 'thumb', { from: 3, number: 4, background: colours.good }),
      people(
        group([
          {
            path: walk([8, 1], [4, 1], { from: 0.3, to: 2 }),
            character: 4,
            armRaisedDuring: [{ from: 2.4, to: 6 }],
          },
          ...[-4, -1.4, 1.2].map((x, index) => ({
            path: stayAt([x, 1]),
            character: index,
            wheelchair: index === 1,
            armRaisedDuring: [{ from: 5.4 + index * 0.4, to: 9.6 }],
          })),
        ]),
      ),
    ),
  ],
  dials: halves(
    { length: 12, width: 9 },
    [
      people(
        group([
          {
            path: stayAt([-4.6, -2]),
            team: 'blue',
            character: 3,
            armRaisedDuring: [
              { from: 1, to: 3 },
              { from: 5, to: 7 },
            ],
          },
          {
            path: [
              { time: 0, position: [-2, 1] },
              { time: 1.6, position: [1, 1] },
              { time: 3.4, position: [1, 1] },
              { time: 5.4, position: [3.4, 1] },
            ],
            character: 1,
            armRaisedDuring: [
              { from: 1.8, to: 3.2 },
              { from: 5.6, to: 7.6 },
            ],
          },
        ]),
      ),
      card([80, 34], 'steps'),
    ],
    [
      card([430, 34], 'hand', { from: 0.6, number: 1 }),
      card([500, 34], 'turn', { from: 2, number: 2 }),
      people(
        group([
          { path: stayAt([-4.6, -2]), team: 'blue', character: 3, armRaisedDuring: [{ from: 0.6, to: 3.4 }] },
          { path: dribble, character: 2 },
        ]),
      ),
      ball(ballBeside(dribble)),
    ],
  ),
  close: [
    shot(
      view,
      field(pitch),
      ...signs.map((glyph, index) => card([185 + index * 90, 40], glyph, { number: index + 1 })),
      card([455, 40], 'thumb', { number: 4, background: colours.good }),
      waitingTeams,
      people(
        group([
          { path: walk([-4, 0], [4, 0], { from: 1.4, to: 4 }), character: 1 },
          { path: walk([4, 1.2], [-4, 1.2], { from: 1.4, to: 4 }), team: 'blue', character: 2 },
        ]),
      ),
    ),
  ],
}
