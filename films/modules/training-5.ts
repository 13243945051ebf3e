import { halves, people, shot, type Film } from '../drawing/film.ts'
import { ball, group, type Figure } from '../drawing/figures.ts'
import { arrow, line, measure } from '../drawing/marks.ts'
import { circleOf, still, walk, type Path, type Point } from '../drawing/motion.ts'
import { counter, type Corner } from '../drawing/signs.ts'
import { colours, faded, type Draw } from '../drawing/stage.ts'
import { shown } from '../drawing/motion.ts'

const view = { length: 15, width: 12 }
const rows = [-3.6, 0, 3.6] as const
const near = -5
const far = 5

/** A lamp with a shape of its own, because not everybody can tell the colours apart. */
const lamp =
  ([x, y]: Point, kind: 'come' | 'slow' | 'stop', radius: number, from = 0, to = 99): Draw =>
  ({ pen }, t) =>
    faded(pen, shown(t, from, to), () => {
      pen.fillStyle = { come: '#58d68d', slow: colours.yellow, stop: '#e8432f' }[kind]
      pen.strokeStyle = colours.ink
      pen.lineWidth = 3
      pen.beginPath()
      if (kind === 'come') pen.arc(x, y, radius, 0, 2 * Math.PI)
      else if (kind === 'stop') pen.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8)
      else {
        pen.moveTo(x, y - radius)
        pen.lineTo(x + radius, y + radius * 0.8)
        pen.lineTo(x - radius, y + radius * 0.8)
        pen.closePath()
      }
      pen.fill()
      pen.stroke()
    })

const lines = [line([near, -5.6], [near, 5.6]), line([far, -5.6], [far, 5.6])]
const pairs = (paths: readonly Path[], more: Partial<Figure> = {}) =>
  people(
    group(paths.map((path, at) => ({ path, skin: at + 1, wheels: at === 1, ...more }))),
    group(
      rows.map((y, at) => ({
        path: still([far, y]),
        team: 'blue',
        skin: at + 4,
        raises: [[0, 99]],
        wheels: at === 2,
      })),
    ),
  )

/** The way to the partner: first fast, then slow, then a halt `halt` steps away, then back. */
const approach = (y: number, halt: number, start: number): Path => [
  [0, near, y],
  [start, near, y],
  [start + 3, 0.4, y],
  [start + 6.4, far - halt, y],
  [start + 9, far - halt, y],
  [start + 12, near, y],
]
const lights = (place: Corner | Point, start: number): Draw[] => {
  const at: Point = typeof place === 'string' ? [320, 34] : place
  return [
    lamp(at, 'come', 20, start, start + 3.2),
    lamp(at, 'slow', 22, start + 3.2, start + 6.4),
    lamp(at, 'stop', 20, start + 6.4, start + 10),
  ]
}

export const training5: Film = {
  title: [
    shot(
      view,
      ({ pen }) => {
        pen.fillStyle = colours.ink
        pen.beginPath()
        pen.roundRect(270, 40, 100, 280, 24)
        pen.fill()
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
          rows.map((y, at) => ({
            path: walk([-10, y], [near, y], 5 + at * 0.5, 7 + at * 0.5),
            skin: at + 1,
            wheels: at === 1,
          })),
        ),
        group(
          rows.map((y, at) => ({
            path: walk([10, y], [far, y], 6 + at * 0.5, 8 + at * 0.5),
            team: 'blue',
            skin: at + 4,
            wheels: at === 2,
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
            path: still([-3, 1.4]),
            team: 'blue',
            skin: 4,
            raises: [
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
      ...lights('middle', 0.8),
      people(
        group([{ path: approach(0, 3, 0.8), skin: 2, wheels: true }]),
        group([
          {
            path: still([far, 0]),
            team: 'blue',
            skin: 5,
            raises: [
              [0.8, 3.6],
              [7, 10],
            ],
          },
        ]),
      ),
      ball(approach(0, 3, 0.8).map(([at, x, y]) => [at, x + 0.7, y + 0.4])),
      ...measure([far - 3, 1.6], [far, 1.6], 3, 7.4, 11),
    ),
  ],
  swap: [
    shot(
      view,
      ...lines,
      pairs(
        rows.map((y, at) => [
          [0, near, y],
          [0.6, near, y],
          [3, far - 2 - at, y],
          [4, far - 2 - at, y],
          [6, near, y],
          [7, near, y],
          [9, near, rows[(at + 1) % 3] ?? 0],
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
      ...rows.map((y, at) =>
        arrow([far - 2 - at, y + 1], [far - 0.2, y + 1], { from: 3, to: 6, both: true }),
      ),
    ),
  ],
  dials: halves(
    { length: 12, width: 9 },
    [
      ...lights([160, 34], 0.6),
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
            path: still([4.4, 0]),
            team: 'blue',
            skin: 5,
            raises: [
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
            wheels: true,
          },
          { path: still([0, 0]), team: 'blue', skin: 5, raises: [[2, 9]] },
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
          circleOf(8, 4).map((at, who) => ({
            path: walk([at[0] * 1.6, at[1] * 1.3], at, 0.2, 2.4),
            team: who % 2 === 0 ? ('red' as const) : ('blue' as const),
            skin: who,
            wheels: who === 5,
            raises: [
              [2.8, 4.6],
              [5.2, 5.9],
              [6.3, 7],
              [7.4, 8.1],
              [8.5, 9.6],
            ] as [number, number][],
          })),
        ),
      ),
    ),
  ],
}
