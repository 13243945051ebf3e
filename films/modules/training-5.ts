/**
 * The film of the module `training-5`: "Traffic Light", a game in which stopping is the skill. `Film`
 * explains the units.
 */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, group } from '../drawing/figures.ts'
import { arrow, line, measure } from '../drawing/marks.ts'
import {
  afterScene,
  circlePlaces,
  type Interval,
  type Path,
  type Point,
  stayAt,
  visibility,
  walk,
} from '../drawing/motion.ts'
import { counter } from '../drawing/signs.ts'
import { colours, type Drawing, withOpacity } from '../drawing/stage.ts'

const view = { length: 15, width: 12 }
const rows = [-3.6, 0, 3.6] as const
/** The lines on which the approaching players and their partners begin. */
const near = -5
const far = 5

/** A lamp with a shape of its own, because not everybody can tell the colours apart. */
const lamp =
  ([x, y]: Point, kind: 'come' | 'slow' | 'stop', radius: number, from = 0, to = afterScene): Drawing =>
  ({ context }, time) =>
    withOpacity(context, visibility(time, from, to), () => {
      context.fillStyle = { come: '#58d68d', slow: colours.yellow, stop: '#e8432f' }[kind]
      context.strokeStyle = colours.ink
      context.lineWidth = 3
      context.beginPath()
      if (kind === 'come') context.arc(x, y, radius, 0, 2 * Math.PI)
      else if (kind === 'stop') context.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8)
      else {
        context.moveTo(x, y - radius)
        context.lineTo(x + radius, y + radius * 0.8)
        context.lineTo(x - radius, y + radius * 0.8)
        context.closePath()
      }
      context.fill()
      context.stroke()
    })

const lines = [line([near, -5.6], [near, 5.6]), line([far, -5.6], [far, 5.6])]
/** Three players with these paths, and their partners with a raised arm. */
const pairs = (paths: readonly Path[]) =>
  people(
    group(paths.map((path, index) => ({ path, skin: index + 1, wheelchair: index === 1 }))),
    group(
      rows.map((y, index) => ({
        path: stayAt([far, y]),
        team: 'blue',
        skin: index + 4,
        raisesArm: [[0, afterScene]],
        wheelchair: index === 2,
      })),
    ),
  )

/** The way to the partner from second `start` on: fast, then slow, a halt `halt` steps away, then back. */
const approach = (y: number, halt: number, start: number): Path => [
  [0, near, y],
  [start, near, y],
  [start + 3, 0.4, y],
  [start + 6.4, far - halt, y],
  [start + 9, far - halt, y],
  [start + 12, near, y],
]
/** The three signals of an approach that begins at second `start`. */
const signals = (place: Point, start: number): Drawing[] => [
  lamp(place, 'come', 20, start, start + 3.2),
  lamp(place, 'slow', 22, start + 3.2, start + 6.4),
  lamp(place, 'stop', 20, start + 6.4, start + 10),
]

export const training5: Film = {
  title: [
    shot(
      view,
      ({ context }) => {
        context.fillStyle = colours.ink
        context.beginPath()
        context.roundRect(270, 40, 100, 280, 24)
        context.fill()
      },
      lamp([320, 276], 'come', 32, 0.6),
      lamp([320, 180], 'slow', 34, 2),
      lamp([320, 88], 'stop', 32, 3.4),
    ),
  ],
  setUp: [
    shot(
      view,
      line([near, -5.6], [near, 5.6], { from: 0.3 }),
      line([far, -5.6], [far, 5.6], { from: 1 }),
      ...measure([near, 5], [far, 5], 10, 2.4, 7),
      people(
        group(
          rows.map((y, index) => ({
            path: walk([-10, y], [near, y], 5 + index * 0.5, 7 + index * 0.5),
            skin: index + 1,
            wheelchair: index === 1,
          })),
        ),
        group(
          rows.map((y, index) => ({
            path: walk([10, y], [far, y], 6 + index * 0.5, 8 + index * 0.5),
            team: 'blue',
            skin: index + 4,
            wheelchair: index === 2,
          })),
        ),
      ),
      ball(walk([-10, 0.4], [near + 0.8, 0.4], 5.5, 7.5)),
      counter('right', [[9.4, 2]]),
    ),
  ],
  signals: [
    shot(
      { length: 12, width: 8 },
      people(
        group([
          {
            path: stayAt([-3, 1.4]),
            team: 'blue',
            skin: 4,
            raisesArm: [
              [0.4, 4],
              [9.2, 13.6],
            ],
          },
        ]),
      ),
      lamp([400, 190], 'come', 46, 0.6, 4.6),
      lamp([400, 190], 'slow', 50, 4.8, 9),
      lamp([400, 190], 'stop', 46, 9.2),
      counter('right', [
        [0.8, 1],
        [5, 2],
        [9.4, 3],
      ]),
    ),
  ],
  run: [
    shot(
      view,
      ...lines,
      ...signals([320, 34], 0.8),
      people(
        group([{ path: approach(0, 3, 0.8), skin: 2, wheelchair: true }]),
        group([
          {
            path: stayAt([far, 0]),
            team: 'blue',
            skin: 5,
            raisesArm: [
              [0.8, 3.6],
              [7, 10],
            ],
          },
        ]),
      ),
      ball(approach(0, 3, 0.8).map(([time, x, y]) => [time, x + 0.7, y + 0.4])),
      ...measure([far - 3, 1.6], [far, 1.6], 3, 7.4, 11),
    ),
  ],
  swap: [
    shot(
      view,
      ...lines,
      pairs(
        rows.map((y, index) => [
          [0, near, y],
          [0.6, near, y],
          [3, far - 2 - index, y],
          [4, far - 2 - index, y],
          [6, near, y],
          [7, near, y],
          [9, near, rows[(index + 1) % 3] ?? 0],
        ]),
      ),
      counter(
        'right',
        [
          [0.4, 1],
          [1.8, 2],
          [3.2, 3],
          [4.6, 4],
        ],
        colours.yellow,
      ),
      ...rows.map((y, index) =>
        arrow([far - 2 - index, y + 1], [far - 0.2, y + 1], { from: 3, to: 6, both: true }),
      ),
    ),
  ],
  dials: halves(
    { length: 12, width: 9 },
    [
      ...signals([160, 34], 0.6),
      people(
        group([
          {
            path: [
              [0, -4, 0],
              [0.6, -4, 0],
              [3.6, 0, 0],
              [7, 1.6, 0],
              [12, 1.6, 0],
            ],
            skin: 1,
          },
          {
            path: stayAt([4.4, 0]),
            team: 'blue',
            skin: 5,
            raisesArm: [
              [0.6, 3.6],
              [7, 10],
            ],
          },
        ]),
      ),
    ],
    [
      people(
        group([
          {
            path: [
              [0, -5, 1],
              [4, -2.4, 1],
              [12, -2.4, 1],
            ],
            skin: 1,
          },
          {
            path: [
              [0, 5, 1],
              [6, 2.4, 1],
              [12, 2.4, 1],
            ],
            skin: 2,
            wheelchair: true,
          },
          { path: stayAt([0, 0]), team: 'blue', skin: 5, raisesArm: [[2, 9]] },
        ]),
      ),
      lamp([420, 40], 'stop', 18, 3.6),
      lamp([540, 40], 'come', 18, 1, 5),
      lamp([540, 40], 'stop', 18, 5.2),
      counter([480, 330], [[0.6, 2]]),
    ],
  ),
  close: [
    shot(
      view,
      people(
        group(
          circlePlaces(8, 4).map(([x, y], index) => ({
            path: walk([x * 1.6, y * 1.3], [x, y], 0.2, 2.4),
            team: index % 2 === 0 ? ('red' as const) : ('blue' as const),
            skin: index,
            wheelchair: index === 5,
            raisesArm: [
              [2.8, 4.6],
              [5.2, 5.9],
              [6.3, 7],
              [7.4, 8.1],
              [8.5, 9.6],
            ] satisfies Interval[],
          })),
        ),
      ),
    ),
  ],
}
