/**
 * The film of the module `training-5`: "Traffic Light", a game where stopping is the skill. `Film` explains
 * the units.
 */
import { type Film, halves, people, shot } from '../drawing/film.ts'
import { ball, group } from '../drawing/figures.ts'
import { arrow, line, measure } from '../drawing/marks.ts'
import {
  circlePositions,
  type OpenInterval,
  type Path,
  type Point,
  stayAt,
  getOpacity,
  walk,
} from '../drawing/motion.ts'
import { counter } from '../drawing/signs.ts'
import { colours, type Drawing, withOpacity } from '../drawing/stage.ts'

const view = { length: 15, width: 12 }
/** The y of the three pairs. */
const rows = [-3.6, 0, 3.6] as const
/** The x of the lines where the approaching players and their partners begin. */
const near = -5
const far = 5

type Signal = 'come' | 'slow' | 'stop'

/**
 * A lamp. Each signal has its own shape, because not everybody can tell the colours apart. Its position and
 * radius are in pixels.
 */
const lamp =
  ([x, y]: Point, signal: Signal, { radius, from, to }: { radius: number } & OpenInterval): Drawing =>
  ({ context }, time) =>
    withOpacity(context, getOpacity(time, from, to), () => {
      context.fillStyle = { come: '#58d68d', slow: colours.yellow, stop: '#e8432f' }[signal]
      context.strokeStyle = colours.ink
      context.lineWidth = 3
      context.beginPath()
      if (signal === 'come') context.arc(x, y, radius, 0, 2 * Math.PI)
      else if (signal === 'stop') context.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8)
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
    group(paths.map((path, index) => ({ path, character: index + 1, wheelchair: index === 1 }))),
    group(
      rows.map((y, index) => ({
        path: stayAt([far, y]),
        team: 'blue',
        character: index + 4,
        armRaisedDuring: [{ from: 0 }],
        wheelchair: index === 2,
      })),
    ),
  )

/** The scene `run`: fast towards the partner, then slowly, a stop 3 steps away, and back. */
const approachPath: Path = [
  { time: 0, position: [near, 0] },
  { time: 0.8, position: [near, 0] },
  { time: 3.8, position: [0.4, 0] },
  { time: 7.2, position: [far - 3, 0] },
  { time: 9.8, position: [far - 3, 0] },
  { time: 12.8, position: [near, 0] },
]
/** The three signals of an approach that begins at second `start`. */
const signals = (position: Point, start: number): Drawing[] => [
  lamp(position, 'come', { radius: 20, from: start, to: start + 3.2 }),
  lamp(position, 'slow', { radius: 22, from: start + 3.2, to: start + 6.4 }),
  lamp(position, 'stop', { radius: 20, from: start + 6.4, to: start + 10 }),
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
      lamp([320, 276], 'come', { radius: 32, from: 0.6 }),
      lamp([320, 180], 'slow', { radius: 34, from: 2 }),
      lamp([320, 88], 'stop', { radius: 32, from: 3.4 }),
    ),
  ],
  setUp: [
    shot(
      view,
      line([near, -5.6], [near, 5.6], { from: 0.3 }),
      line([far, -5.6], [far, 5.6], { from: 1 }),
      ...measure([near, 5], [far, 5], { steps: 10, from: 2.4, to: 7 }),
      people(
        group(
          rows.map((y, index) => ({
            path: walk([-10, y], [near, y], { from: 5 + index * 0.5, to: 7 + index * 0.5 }),
            character: index + 1,
            wheelchair: index === 1,
          })),
        ),
        group(
          rows.map((y, index) => ({
            path: walk([10, y], [far, y], { from: 6 + index * 0.5, to: 8 + index * 0.5 }),
            team: 'blue',
            character: index + 4,
            wheelchair: index === 2,
          })),
        ),
      ),
      ball(walk([-10, 0.4], [near + 0.8, 0.4], { from: 5.5, to: 7.5 })),
      counter('right', [{ time: 9.4, value: 2 }]),
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
            character: 4,
            armRaisedDuring: [
              { from: 0.4, to: 4 },
              { from: 9.2, to: 13.6 },
            ],
          },
        ]),
      ),
      lamp([400, 190], 'come', { radius: 46, from: 0.6, to: 4.6 }),
      lamp([400, 190], 'slow', { radius: 50, from: 4.8, to: 9 }),
      lamp([400, 190], 'stop', { radius: 46, from: 9.2 }),
      counter('right', [
        { time: 0.8, value: 1 },
        { time: 5, value: 2 },
        { time: 9.4, value: 3 },
      ]),
    ),
  ],
  run: [
    shot(
      view,
      ...lines,
      ...signals([320, 34], 0.8),
      people(
        group([{ path: approachPath, character: 2, wheelchair: true }]),
        group([
          {
            path: stayAt([far, 0]),
            team: 'blue',
            character: 5,
            armRaisedDuring: [
              { from: 0.8, to: 3.6 },
              { from: 7, to: 10 },
            ],
          },
        ]),
      ),
      ball(approachPath.map(({ time, position: [x, y] }) => ({ time, position: [x + 0.7, y + 0.4] }))),
      ...measure([far - 3, 1.6], [far, 1.6], { steps: 3, from: 7.4, to: 11 }),
    ),
  ],
  swap: [
    shot(
      view,
      ...lines,
      pairs(
        rows.map((y, index) => [
          { time: 0, position: [near, y] },
          { time: 0.6, position: [near, y] },
          { time: 3, position: [far - 2 - index, y] },
          { time: 4, position: [far - 2 - index, y] },
          { time: 6, position: [near, y] },
          { time: 7, position: [near, y] },
          { time: 9, position: [near, rows[(index + 1) % 3] ?? 0] },
        ]),
      ),
      counter(
        'right',
        [
          { time: 0.4, value: 1 },
          { time: 1.8, value: 2 },
          { time: 3.2, value: 3 },
          { time: 4.6, value: 4 },
        ],
        colours.yellow,
      ),
      ...rows.map((y, index) =>
        arrow([far - 2 - index, y + 1], [far - 0.2, y + 1], { from: 3, to: 6, twoHeads: true }),
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
              { time: 0, position: [-4, 0] },
              { time: 0.6, position: [-4, 0] },
              { time: 3.6, position: [0, 0] },
              { time: 7, position: [1.6, 0] },
              { time: 12, position: [1.6, 0] },
            ],
            character: 1,
          },
          {
            path: stayAt([4.4, 0]),
            team: 'blue',
            character: 5,
            armRaisedDuring: [
              { from: 0.6, to: 3.6 },
              { from: 7, to: 10 },
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
              { time: 0, position: [-5, 1] },
              { time: 4, position: [-2.4, 1] },
              { time: 12, position: [-2.4, 1] },
            ],
            character: 1,
          },
          {
            path: [
              { time: 0, position: [5, 1] },
              { time: 6, position: [2.4, 1] },
              { time: 12, position: [2.4, 1] },
            ],
            character: 2,
            wheelchair: true,
          },
          { path: stayAt([0, 0]), team: 'blue', character: 5, armRaisedDuring: [{ from: 2, to: 9 }] },
        ]),
      ),
      lamp([420, 40], 'stop', { radius: 18, from: 3.6 }),
      lamp([540, 40], 'come', { radius: 18, from: 1, to: 5 }),
      lamp([540, 40], 'stop', { radius: 18, from: 5.2 }),
      counter([480, 330], [{ time: 0.6, value: 2 }]),
    ],
  ),
  close: [
    shot(
      view,
      people(
        group(
          circlePositions(8, 4).map(([x, y], index) => ({
            path: walk([x * 1.6, y * 1.3], [x, y], { from: 0.2, to: 2.4 }),
            team: index % 2 === 0 ? ('red' as const) : ('blue' as const),
            character: index,
            wheelchair: index === 5,
            armRaisedDuring: [
              { from: 2.8, to: 4.6 },
              { from: 5.2, to: 5.9 },
              { from: 6.3, to: 7 },
              { from: 7.4, to: 8.1 },
              { from: 8.5, to: 9.6 },
            ],
          })),
        ),
      ),
    ),
  ],
}
