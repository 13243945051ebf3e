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

/** A path over a river that begins at second `start`, with a jump `jump` steps high in the middle. */
const crossing = (y: number, start: number, jump: number): Path => [
  [0, -6.4, y],
  [start, -6.4, y],
  [start + 2, -1.8, y],
  [start + 2.4, 0, y - jump],
  [start + 2.8, 1.8, y],
  [start + 4.4, 6, y],
]

/** Two players who cross side by side. */
const pairCrossing = (y: number, start: number): Path[] => [
  crossing(y - 0.9, start, 0.5),
  crossing(y + 0.9, start, 0.5),
]
const seats: readonly Point[] = [
  [-5, 3],
  [-3.4, 3.4],
  [-0.8, 3.2],
  [0.8, 3.4],
  [3.4, 3.2],
  [5, 3],
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
          lanes.map((y, index) => walk([-11, y], [-6.4, y], 8 + index, 10 + index)),
          { wheelchairs: [2] },
        ),
      ),
      counter('right', [
        [3.4, 1],
        [4.3, 2],
        [5.2, 3],
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
            [[0, -6.4, 0.4], [2.4, -6.4, -4], ...crossing(-4, 2.6, 0.9).slice(2)],
            [[0, -6.4, 2], [3.4, -6.4, 0], ...crossing(0, 4, 1.2).slice(2)],
            [
              [0, -6.4, -2],
              [3, -6.4, 4],
              [6, -3, 4.1],
              [9.4, 3, 4.1],
              [11, 6, 4.1],
            ],
            [[0, -7.8, 0], [5, -7.8, 0], [7, -6.4, -4.2], ...crossing(-4.2, 8, 0.3).slice(2)],
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
            [0, -6, -4],
            [1, -1.6, -4],
            [1.3, 0, -4.8],
            [1.6, 1.4, -4],
            [2.4, -6, -4],
            [3.4, -6, 0],
            [4.4, -1.8, 0],
            [4.7, -0.4, -0.7],
            [5, 0.4, 0],
            [5.8, -6, 0],
            [6.8, -1.8, 0],
            [7.1, 0, -1],
            [7.4, 1.8, 0],
            [8.2, -6, -4],
            [9, -1.6, -4],
            [9.3, 0, -4.8],
            [9.6, 1.4, -4],
            [10.4, -6, 0],
            [11.2, -1.8, 0],
            [11.5, 0, -1],
            [11.8, 2.4, 0],
          ],
        ]),
        team('blue', [stayAt([-6.6, 4]), stayAt([6, 4])], { firstSkin: 2, wheelchairs: [1] }),
      ),
      counter(
        'right',
        [
          [1.6, 1],
          [5, 2],
          [7.4, 3],
          [9.6, 4],
          [11.8, 5],
        ],
        colours.yellow,
      ),
    ),
  ],
  easier: [
    shot(
      { length: 13, width: 8 },
      zone([0, 0], { length: 3, width: 5 }, colours.water, { opacity: 0.95 }),
      cones([[0, -0.6]], { from: 1 }),
      people(
        team('red', [
          [
            [0, -5, 0.6],
            [3, -5, 0.6],
            [4.6, -1.7, 0.6],
            [5.2, 0, 0.2],
            [6.6, 0, 0.2],
            [7.2, 1.8, 0.6],
            [9, 5, 0.6],
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
              [0, -6, 2.8],
              [6, -6, 2.8],
              [7.4, -1.5, 2.8],
              [7.8, 0, 1.8],
              [8.2, 1.9, 2.8],
            ],
            team: 'blue',
            skin: 3,
            raisesArm: [[9, 11.6]],
          },
        ]),
      ),
      ball([
        [0, -6.4, -1.6],
        [0.6, -6.4, -1.6],
        [2.6, -1.8, -1.6],
        [3, 0, -2.1],
        [3.4, 1.8, -1.6],
        [5, 6, -1.6],
      ]),
      label([0, -4.4], '2', { from: 0.6 }),
      arrow([2.4, 4], [3.6, 4], { from: 9.4, both: true }),
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
        const place = seats[seat] ?? [0, 0]
        return [bubble(place, 'question', 1 + seat * 0.3, 5), bubble(place, 'idea', 5.2 + seat * 0.3, 10.8)]
      }),
    ),
  ],
}
