import { people, shot, halves, type Film } from '../drawing/film.ts'
import { ball, cones, group, team } from '../drawing/figures.ts'
import { circle, label, measure } from '../drawing/marks.ts'
import { circleOf, passes, still, walk, type Path, type Point } from '../drawing/motion.ts'
import { bubble, clock, counter } from '../drawing/signs.ts'
import { colours } from '../drawing/stage.ts'

const view = { length: 14, width: 13 }
const middle: Point = [0, 0]
const six = circleOf(6, 5)
const seven = circleOf(7, 5.6, 0.5)
const place = (places: readonly Point[], at: number): Point => places[at % places.length] ?? middle

/** The order of the passes across the circle. The player says a name before each pass. */
const order = [0, 3, 5, 2, 4, 1]
const named = order.map((at, turn) => [2 + turn * 2.3, place(six, at)] as const)
const names = named.flatMap(([leaves, from]) => [bubble(from, 'name', leaves - 1.2, leaves)])
const hands = order.map((at, turn) => [at, 2 + (turn - 1) * 2.3] as const)
const raisesOf = (at: number): [number, number][] =>
  hands.flatMap(([who, when]) => (who === at ? [[when - 0.9, when + 0.7]] : []))

/** The paths of the six players when a seventh joins between the first and the last. */
const opened = six.map((from, at): Path => walk(from, place(seven, at), 4, 6.5))
const newcomer: Path = [
  [0, -1.5, -8.5],
  [3, -1.5, -7.2],
  [6, ...place(seven, 6)],
]
const after = passes(
  [
    [1, place(six, 2)],
    [3, place(six, 4)],
    [8, place(seven, 1)],
    [10.5, place(seven, 6)],
    [14, place(seven, 3)],
  ],
  0.9,
)

const swapped = seven.map((from, at): Path =>
  walk(from, place(seven, at + 3), 3.2 + (at % 3) * 0.5, 6.6 + (at % 3) * 0.5),
)
const gathered = seven.map((from, at): Path => walk(from, place(circleOf(8, 2.6), at), 0.5, 3.5))

export const training1: Film = {
  title: [
    shot(
      view,
      circle(middle, 5),
      cones(six),
      people(
        team(
          'red',
          six.map(([x, y], at) => walk([x * 2.2, y * 1.8], [x, y], 0.4 + at * 0.3, 3.4 + at * 0.3)),
          { wheels: [3] },
        ),
      ),
    ),
  ],
  setUp: [
    shot(
      view,
      circle(middle, 5, { from: 0.3 }),
      cones(six, { from: 1 }),
      measure([-5, 0], [5, 0], 10, 3.4, 8),
      people(
        team(
          'red',
          six.map((at) => walk([at[0] * 1.8, at[1] * 1.5], at, 7, 9.5)),
          { wheels: [3] },
        ),
      ),
      counter('right', [[0, 0], ...six.map((_, at) => [8 + at * 0.45, at + 1] as const)]),
      ball(walk([0, -9], middle, 11, 12.2)),
    ),
  ],
  names: [
    shot(
      view,
      circle(middle, 5),
      people(
        group(
          six.map((at, who) => ({ path: still(at), raises: raisesOf(who), skin: who, wheels: who === 3 })),
        ),
      ),
      names,
      ball(passes(named)),
    ),
  ],
  newcomer: [
    shot(
      view,
      circle(middle, 5, { to: 5 }),
      circle(middle, 5.6, { from: 5 }),
      circle(place(seven, 6), 1, { from: 2.4, to: 7, dashed: true, colour: colours.yellow }),
      people(team('red', opened, { wheels: [3] }), team('red', [newcomer], { first: 4 })),
      bubble(place(seven, 1), 'name', 6.6, 8),
      ball(after),
      label(place(six, 0), '2', { from: 2.5, to: 5, lift: 66 }),
      counter('right', [
        [0, 6],
        [7, 7],
      ]),
    ),
  ],
  swap: [
    shot(
      view,
      circle(middle, 5.6),
      people(team('red', swapped, { wheels: [3] })),
      clock('right', { from: 3, to: 0, begins: 0.6, ends: 3.2 }),
      ball(
        passes([
          [8.2, middle],
          [9.4, place(seven, 2)],
          [11, place(seven, 5)],
        ]),
      ),
    ),
  ],
  dials: halves(
    view,
    [
      circle(middle, 5),
      people(team('red', six.map(still), { wheels: [3] })),
      ball(
        passes(
          [
            [1, place(six, 0)],
            [5, place(six, 3)],
            [9, place(six, 5)],
            [12, place(six, 2)],
          ],
          2.6,
        ),
      ),
    ],
    [
      circle(middle, 5),
      people(team('red', six.map(still), { wheels: [3] })),
      bubble(place(six, 0), 'name', 0.6, 2.4),
      bubble(place(six, 1), 'name', 0.6, 2.4),
      ball(
        passes([
          [2, place(six, 0)],
          [4, place(six, 3)],
          [6, place(six, 5)],
          [8, place(six, 1)],
          [12, place(six, 4)],
        ]),
      ),
      ball(
        passes([
          [2, place(six, 1)],
          [4, place(six, 4)],
          [6, place(six, 2)],
          [8, place(six, 5)],
          [12, place(six, 0)],
        ]),
        { colour: colours.yellow },
      ),
      counter([480, 30], [[1, 2]]),
    ],
  ),
  close: [
    shot(
      view,
      people(team('red', gathered, { wheels: [3] })),
      circle(place(circleOf(8, 2.6), 7), 0.9, { from: 3.6, dashed: true, colour: colours.yellow }),
    ),
  ],
}
