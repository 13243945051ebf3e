import { halves, people, shot, type Film } from '../drawing/film.ts'
import { ball, group, team } from '../drawing/figures.ts'
import { field, goal, measure } from '../drawing/marks.ts'
import { between, circleOf, passes, still, walk, type Path, type Point } from '../drawing/motion.ts'
import { glyph } from '../drawing/glyphs.ts'
import { bubble, card, clock, counter } from '../drawing/signs.ts'
import { colours, faded, type Draw } from '../drawing/stage.ts'
import { shown } from '../drawing/motion.ts'

const view = { length: 35, width: 23 }
const ground = { length: 30, width: 20 }
const goals = (lit: readonly (readonly [number, number])[] = [], from = -9) => [
  goal([-15, -2], [-15, 2], { from }),
  goal([15, -2], [15, 2], { from: from + 0.5, lit }),
]
const reds: readonly Point[] = [
  [-10, 0],
  [-6, -5],
  [-6, 5],
  [-2, 1],
]
const blues: readonly Point[] = [
  [10, 0],
  [6, -5],
  [6, 5],
  [2.4, -1.6],
]
const crew: readonly Point[] = [
  [0, -9.6],
  [0, 11.4],
  [-16.6, 8],
  [16.6, -8],
]
const red = (paths: readonly Path[] = reds.map(still)) => team('red', paths)
const blue = (paths: readonly Path[] = blues.map(still)) => team('blue', paths, { first: 4 })
const third = (
  paths: readonly Path[] = crew.map(still),
  raises: readonly (readonly [number, number])[] = [],
) =>
  group(
    paths.map((path, at) => ({
      path,
      team: 'yellow' as const,
      skin: at + 2,
      wheels: at === 0,
      bib: at < 2,
      raises: at === 0 ? raises : [],
    })),
  )

const pennant =
  (x: number, colour: string, from: number): Draw =>
  ({ pen }, t) => {
    const up = between(t, from, from + 1.2)
    pen.lineWidth = 5
    pen.strokeStyle = colours.paper
    pen.beginPath()
    pen.moveTo(x, 250)
    pen.lineTo(x, 250 - 150 * up)
    pen.stroke()
    pen.fillStyle = colour
    pen.beginPath()
    pen.moveTo(x, 250 - 150 * up)
    pen.lineTo(x + 70, 275 - 150 * up + Math.sin(t * 3) * 5)
    pen.lineTo(x, 300 - 150 * up)
    pen.fill()
  }

const greenCard =
  (place: Point, from: number, to: number): Draw =>
  ({ pen, at }, t) =>
    faded(pen, shown(t, from, to), () => {
      const [x, y] = at(place)
      pen.fillStyle = '#58d68d'
      pen.strokeStyle = colours.ink
      pen.lineWidth = 2.5
      pen.beginPath()
      pen.roundRect(x + 8, y - 78, 22, 30, 3)
      pen.fill()
      pen.stroke()
    })

/** A wheel with one sector per team: two teams play, and one helps. */
const wheel =
  (place: Point, radius: number, turnAt: number): Draw =>
  ({ pen }, t) => {
    const turn = between(t, turnAt, turnAt + 2) * ((2 * Math.PI) / 3)
    const [x, y] = place
    for (const [at, colour] of [colours.red, colours.blue, colours.yellow].entries()) {
      const start = turn + (at * 2 * Math.PI) / 3 - Math.PI / 2
      pen.beginPath()
      pen.moveTo(x, y)
      pen.arc(x, y, radius, start, start + (2 * Math.PI) / 3)
      pen.closePath()
      pen.fillStyle = colour
      pen.fill()
      pen.lineWidth = 2.5
      pen.strokeStyle = colours.ink
      pen.stroke()
    }
    if (radius < 40) return
    for (const [at, kind] of (['run', 'run', 'hand'] as const).entries()) {
      const angle = (at * 2 * Math.PI) / 3 - Math.PI / 2 + Math.PI / 3
      glyph(pen, [x + Math.cos(angle) * radius * 0.6, y + Math.sin(angle) * radius * 0.6], kind, 1.4)
    }
  }

export const football5: Film = {
  title: [
    shot(
      view,
      field(ground),
      pennant(190, colours.red, 0.5),
      pennant(310, colours.yellow, 1.6),
      pennant(430, colours.blue, 2.7),
    ),
  ],
  setUp: [
    shot(
      view,
      field(ground, { from: 0.2 }),
      ...measure([-15, 9], [15, 9], 30, 2.2, 6),
      ...measure([-12, -10], [-12, 10], 20, 3.4, 6.4),
      ...goals([], 5.6),
      people(
        red(reds.map((to, at) => walk([-20, to[1]], to, 6.4 + at * 0.3, 8.4 + at * 0.3))),
        blue(blues.map((to, at) => walk([20, to[1]], to, 8 + at * 0.3, 10 + at * 0.3))),
        third([-6, -2, 2, 6].map((x, at) => walk([x, 15], [x, 11.4], 10 + at * 0.3, 11.6 + at * 0.3))),
      ),
      counter('left', [[8.6, 4]], colours.red),
      counter('right', [[10.2, 4]], colours.blue),
      counter('middle', [[12, 4]], colours.yellow),
    ),
  ],
  crew: [
    shot(
      view,
      field(ground),
      ...goals(),
      people(
        red(),
        blue(),
        third(
          [-6, -2, 2, 6].map((x, at) => walk([x, 11.4], crew[at] ?? [0, 0], 1 + at * 2.4, 3.4 + at * 2.4)),
        ),
      ),
      counter(
        'left',
        [
          [3.6, 1],
          [6, 2],
        ],
        colours.yellow,
      ),
      clock([60, 300], { from: 6, to: 6, begins: 8.6, ends: 15 }),
      greenCard([16.6, -8], 11, 15),
      card([580, 34], 'eye', { from: 3.6 }),
    ),
  ],
  run: [
    shot(
      view,
      field(ground),
      ...goals(),
      people(
        red(
          reds.map((from, at): Path => [
            [0, ...from],
            [3, from[0] + 4, from[1]],
            [7, from[0] + 6, from[1] * 0.6 + at],
            [12, ...from],
          ]),
        ),
        blue(
          blues.map((from, at): Path => [
            [0, ...from],
            [3, from[0] + 1, from[1]],
            [7, from[0] - 2, from[1] * 0.7 - at],
            [12, ...from],
          ]),
        ),
        third(crew.map(still), [[7.6, 9.6]]),
      ),
      clock('right', { from: 6, to: 0, begins: 0.6, ends: 11.6 }),
      ball(
        passes(
          [
            [1, [-1.4, 1.4]],
            [3, [1, -5]],
            [5.4, [6, -3]],
            [6.6, [6, -10.8]],
            [9.8, [6, -10.8]],
            [12, [2, -3]],
          ],
          1,
        ),
      ),
    ),
  ],
  green: [
    shot(
      view,
      field(ground),
      ...goals([[1.6, 3.6]]),
      people(
        red([walk([-10, 0], [4, 1.4], 4, 6.4), still([-6, -5]), still([-6, 5]), still([8, -1])]),
        blue([still([10, 0]), still([6, -5]), still([6, 5]), still([5.4, 1.6])]),
        third(),
      ),
      ball(
        passes(
          [
            [0.8, [8.8, -0.6]],
            [3, [15.4, 0.4]],
          ],
          0.8,
        ),
      ),
      bubble([4, 1.4], 'hands', 6, 8.4),
      greenCard([16.6, -8], 7, 11),
      counter(
        'left',
        [
          [0, 0],
          [1.8, 1],
          [7.4, 2],
        ],
        '#58d68d',
      ),
    ),
  ],
  wheel: [
    shot(
      view,
      wheel([320, 180], 120, 3.4),
      ...[0, 1, 2].map((at) => wheel([90, 80 + at * 100], 28, 6 + at)),
      clock('right', { from: 3, to: 0, begins: 0.4, ends: 3.4 }),
      counter([550, 300], [[3.6, 3]]),
    ),
  ],
  dials: halves(
    { length: 13, width: 12 },
    [
      clock([160, 46], { from: 4, to: 0, begins: 0.6, ends: 9 }),
      people(
        team('red', [walk([-4, 0], [2, 2], 1, 6)]),
        team('blue', [walk([4, 0], [1, 3.4], 1, 6)], { first: 4 }),
      ),
      ball(walk([-3, 0.4], [2.8, 2.4], 1, 6)),
    ],
    [
      counter(
        [480, 46],
        [
          [0.6, 12],
          [2.4, 18],
          [4.2, 24],
          [6, 29],
          [7.4, 30],
        ],
        '#58d68d',
      ),
      people(
        team('red', [still([-3, 2])]),
        team('blue', [still([0, 3])], { first: 4 }),
        team('yellow', [still([3, 2])], { first: 2, wheels: [0] }),
      ),
      bubble([0, 3], 'thumb', 7.6, 10),
    ],
  ),
  close: [
    shot(
      { length: 20, width: 15 },
      people(
        group(
          circleOf(12, 5.6).map((at, who) => ({
            path: walk([at[0] * 1.6, at[1] * 1.5], at, 0.3, 3),
            team: (['red', 'blue', 'yellow'] as const)[who % 3] ?? 'red',
            skin: who,
            wheels: who === 4,
            raises: [[3.6 + (who % 3) * 0.8, 8.4]] as [number, number][],
          })),
        ),
      ),
      card([320, 186], 'eye', { from: 4, ground: colours.good }),
    ),
  ],
}
