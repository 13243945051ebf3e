/**
 * The film of the module `training-3`: "Choose Your River", every player sets their own level. `Film`
 * explains the units.
 */
import { type Film, people, shot } from '../drawing/film.ts'
import { ball, cones, group, team } from '../drawing/figures.ts'
import { arrow, field, label, line, zone } from '../drawing/marks.ts'
import { beforeScene, type Path, type Point, stayAt, walk } from '../drawing/motion.ts'
import { bubble, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 17, width: 13 }
/** The y of the middles of the lanes. */
const lanes = [-4, 0, 4] as const
/**
 * Three rivers cross the three lanes. They are 1, 2 and 3 steps wide. They appear one after another from
 * `from` on, with their widths as numbers unless `hasNumbers` is false.
 */
const rivers = ({ from = beforeScene, hasNumbers = true } = {}) =>
  lanes.flatMap((y, index) => {
    const riverWidth = index + 1
    const start = from + index * 0.9
    const bank = { from: start, colour: colours.paper, thickness: 4 }
    return [
      zone([0, y], { length: riverWidth, width: 3.6 }, colours.water, { from: start, opacity: 0.95 }),
      line([-riverWidth / 2, y - 1.8], [-riverWidth / 2, y + 1.8], bank),
      line([riverWidth / 2, y - 1.8], [riverWidth / 2, y + 1.8], bank),
      ...(hasNumbers
        ? [label([0, y - 0.9], String(riverWidth), { from: from + 0.6 + index * 0.9, size: 18 })]
        : []),
    ]
  })
const startLine = line([-6, -6], [-6, 6])

/** A jump over a river, `height` steps high, by a player who left the start line at second `start`. */
const jump = (y: number, start: number, height: number): Path => [
  { time: start + 2, position: [-1.8, y] },
  { time: start + 2.4, position: [0, y - height] },
  { time: start + 2.8, position: [1.8, y] },
  { time: start + 4.4, position: [6, y] },
]

/** A player who leaves the start line at second `start` and crosses the river. */
const crossing = (y: number, start: number): Path => [
  { time: 0, position: [-6.4, y] },
  { time: start, position: [-6.4, y] },
  ...jump(y, start, 0.5),
]

/** Two players who leave the start line at second `start` and cross side by side. */
const pairCrossing = (middleY: number, start: number): Path[] => [
  crossing(middleY - 0.9, start),
  crossing(middleY + 0.9, start),
]

/** Where the players sit in pairs. */
const seats: readonly Point[] = [
  [-7, 3],
  [-5.2, 3.4],
  [-1.2, 3.2],
  [0.6, 3.4],
  [4.6, 3.2],
  [6.4, 3],
]

export const training3: Film = {
  title: [shot(view, ...rivers({ from: 0.5, hasNumbers: false }))],
  setUp: [
    shot(
      view,
      field({ length: 15, width: 12 }, { from: 0.2 }),
      line([-7.5, -2], [7.5, -2], { from: 2, dashed: true }),
      line([-7.5, 2], [7.5, 2], { from: 2, dashed: true }),
      ...rivers({ from: 3 }),
      people(
        team(
          'red',
          lanes.map((y, index) => walk([-11, y], [-6.4, y], { from: 8 + index, to: 10 + index })),
          { wheelchairs: [2] },
        ),
      ),
      counter('right', [
        { time: 3.4, value: 1 },
        { time: 4.3, value: 2 },
        { time: 5.2, value: 3 },
      ]),
    ),
  ],
  choose: [
    shot(
      view,
      startLine,
      ...rivers(),
      line([-1.9, 3.5], [1.9, 3.5], { from: 4, colour: colours.yellow, thickness: 5 }),
      line([-1.9, 4.7], [1.9, 4.7], { from: 4, colour: colours.yellow, thickness: 5 }),
      label([0, 5.9], '2', { from: 4.4 }),
      people(
        team(
          'red',
          [
            [{ time: 0, position: [-6.4, 0.4] }, { time: 2.4, position: [-6.4, -4] }, ...jump(-4, 2.6, 0.9)],
            [{ time: 0, position: [-6.4, 2] }, { time: 3.4, position: [-6.4, 0] }, ...jump(0, 4, 1.2)],
            [
              { time: 0, position: [-6.4, -2] },
              { time: 3, position: [-6.4, 4] },
              { time: 6, position: [-3, 4.1] },
              { time: 9.4, position: [3, 4.1] },
              { time: 11, position: [6, 4.1] },
            ],
            [
              { time: 0, position: [-7.8, 0] },
              { time: 5, position: [-7.8, 0] },
              { time: 7, position: [-6.4, -4.2] },
              ...jump(-4.2, 8, 0.3).slice(0, 3),
              // The first player is at the end of this lane already.
              { time: 12, position: [4, -4.2] },
            ],
          ],
          { wheelchairs: [2] },
        ),
      ),
    ),
  ],
  change: [
    shot(
      view,
      startLine,
      ...rivers(),
      people(
        team('red', [
          [
            { time: 0, position: [-6, -4] },
            { time: 1, position: [-1.6, -4] },
            { time: 1.3, position: [0, -4.8] },
            { time: 1.6, position: [1.4, -4] },
            { time: 2.4, position: [-6, -4] },
            { time: 3.4, position: [-6, 0] },
            { time: 4.4, position: [-1.8, 0] },
            { time: 4.7, position: [-0.4, -0.7] },
            { time: 5, position: [0.4, 0] },
            { time: 5.8, position: [-6, 0] },
            { time: 6.8, position: [-1.8, 0] },
            { time: 7.1, position: [0, -1] },
            { time: 7.4, position: [1.8, 0] },
            { time: 8.2, position: [-6, -4] },
            { time: 9, position: [-1.6, -4] },
            { time: 9.3, position: [0, -4.8] },
            { time: 9.6, position: [1.4, -4] },
            { time: 10.4, position: [-6, 0] },
            { time: 11.2, position: [-1.8, 0] },
            { time: 11.5, position: [0, -1] },
            { time: 11.8, position: [2.4, 0] },
          ],
        ]),
        team('blue', [stayAt([-6.6, 4]), stayAt([6, 4])], { firstCharacter: 2, wheelchairs: [1] }),
      ),
      counter(
        'right',
        [
          { time: 1.6, value: 1 },
          { time: 5, value: 2 },
          { time: 7.4, value: 3 },
          { time: 9.6, value: 4 },
          { time: 11.8, value: 5 },
        ],
        colours.yellow,
      ),
    ),
  ],
  easier: [
    shot(
      { length: 13, width: 8 },
      zone([0, 0], { length: 3, width: 5 }, colours.water, { opacity: 0.95 }),
      cones([[0.9, 0.4]], { from: 1 }),
      people(
        team('red', [
          [
            { time: 0, position: [-5, 0.6] },
            { time: 3, position: [-5, 0.6] },
            { time: 4.6, position: [-1.7, 0.6] },
            { time: 5.2, position: [0, 0.2] },
            { time: 6.6, position: [0, 0.2] },
            { time: 7.2, position: [1.8, 0.6] },
            { time: 9, position: [5, 0.6] },
          ],
        ]),
      ),
      label([0, 2.2], '1', { from: 1.6 }),
    ),
  ],
  harder: [
    shot(
      { length: 15, width: 10 },
      zone([0, -2], { length: 2, width: 3.4 }, colours.water, { opacity: 0.95 }),
      zone([0, 2.6], { length: 2, width: 3.4 }, colours.water, { opacity: 0.95 }),
      people(
        team('red', pairCrossing(-2, 0.6)),
        group([
          {
            path: [
              { time: 0, position: [-6, 2.8] },
              { time: 6, position: [-6, 2.8] },
              { time: 7.4, position: [-1.5, 2.8] },
              { time: 7.8, position: [0, 1.8] },
              { time: 8.2, position: [1.9, 2.8] },
            ],
            team: 'blue',
            character: 3,
            armRaisedDuring: [{ from: 9, to: 11.6 }],
          },
        ]),
      ),
      ball([
        { time: 0, position: [-6.4, -1.6] },
        { time: 0.6, position: [-6.4, -1.6] },
        { time: 2.6, position: [-1.8, -1.6] },
        { time: 3, position: [0, -2.1] },
        { time: 3.4, position: [1.8, -1.6] },
        { time: 5, position: [6, -1.6] },
      ]),
      label([0, -4.4], '2', { from: 0.6 }),
      arrow([2.4, 4], [3.6, 4], { from: 9.4, twoHeads: true }),
    ),
  ],
  close: [
    shot(
      view,
      zone([-4, -3], { length: 1, width: 4 }, colours.water, { opacity: 0.9 }),
      zone([0, -3], { length: 2, width: 4 }, colours.water, { opacity: 0.9 }),
      zone([4.5, -3], { length: 3, width: 4 }, colours.water, { opacity: 0.9 }),
      people(team('red', seats.map(stayAt), { wheelchairs: [3] })),
      ...[1, 3, 5].flatMap((seat) => {
        const position = seats[seat] ?? [0, 0]
        return [
          bubble(position, 'question', { from: 1 + seat * 0.3, to: 5 }),
          bubble(position, 'idea', { from: 5.2 + seat * 0.3, to: 10.8 }),
        ]
      }),
    ),
  ],
}
