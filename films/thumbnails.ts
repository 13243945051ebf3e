import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { films } from './all-films.ts'
import { drawScene, people, shot, type Shot } from './drawing/film.ts'
import { ball, group, team } from './drawing/figures.ts'
import { goal, zone } from './drawing/marks.ts'
import { type Point, stayAt } from './drawing/motion.ts'
import { colours, type Drawing } from './drawing/stage.ts'

/**
 * The width and the height of a thumbnail in pixels. Lists show it smaller, so it stays sharp on screens with
 * several pixels per CSS pixel.
 */
const size = 320

/**
 * A square section of a film, drawn as it is at `time`, in seconds from the start of the scene. `middle` and
 * `side` are in pixels of the film, from its top left corner. The section is drawn at a larger scale, not
 * enlarged from a frame, so it is sharp.
 */
type Crop = { shots: readonly Shot[]; time: number; middle: Point; side: number }

/** Crops a scene of a film. */
const cropScene = (moduleId: string, sceneId: string, { time, middle, side }: Omit<Crop, 'shots'>): Crop => {
  const shots = films[moduleId]?.[sceneId]
  if (!shots) throw new Error(`The film of ${moduleId} has no scene ${sceneId}`)
  return { shots, time, middle, side }
}

/** The view of the thumbnails of extra modules, which have no film. */
const view = { length: 14, width: 13 }

/** Creates a drawing that is measured in pixels of the film, like a crop, and not in steps on the field. */
const createDrawing =
  (draw: (context: SKRSContext2D) => void): Drawing =>
  ({ context }) => {
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.strokeStyle = colours.ink
    context.lineWidth = 3
    draw(context)
  }

/** A plan on paper: three lines, two of them ticked. */
const plan = createDrawing((context) => {
  context.fillStyle = colours.paper
  context.beginPath()
  context.roundRect(222, 72, 196, 150, 14)
  context.fill()
  context.stroke()
  for (const [index, y] of [106, 147, 188].entries()) {
    context.lineWidth = 9
    context.strokeStyle = index < 2 ? colours.grass : colours.yellow
    context.beginPath()
    context.moveTo(246, y)
    context.lineTo(256, y + 10)
    context.lineTo(274, y - 12)
    context.stroke()
    context.strokeStyle = '#c3cede'
    context.beginPath()
    context.moveTo(300, y)
    context.lineTo(index === 1 ? 366 : 392, y)
    context.stroke()
  }
})

const sun = createDrawing((context) => {
  context.fillStyle = colours.yellow
  context.strokeStyle = colours.yellow
  context.lineWidth = 9
  for (let ray = 0; ray < 12; ray += 1) {
    const [x, y] = [Math.cos((ray * Math.PI) / 6), Math.sin((ray * Math.PI) / 6)]
    context.beginPath()
    context.moveTo(380 + x * 62, 122 + y * 62)
    context.lineTo(380 + x * 78, 122 + y * 78)
    context.stroke()
  }
  context.beginPath()
  context.arc(380, 122, 46, 0, 2 * Math.PI)
  context.fill()
})

/** A bottle of water. */
const bottle = createDrawing((context) => {
  context.fillStyle = colours.water
  context.beginPath()
  context.roundRect(356, 216, 34, 62, 9)
  context.fill()
  context.stroke()
  context.fillStyle = colours.paper
  context.beginPath()
  context.roundRect(365, 198, 16, 18, 4)
  context.fill()
  context.stroke()
})

/** The colours of the three lanes of `football-3`. */
const laneColours = ['#e8b33c', '#4aa8e0', '#b58be0']

/** A pennant whose pole is `x` pixels from the left of the picture, and ends at `bottom`. */
const pennant = (x: number, bottom: number, colour: string) =>
  createDrawing((context) => {
    context.lineWidth = 5
    context.strokeStyle = colours.paper
    context.beginPath()
    context.moveTo(x, bottom)
    context.lineTo(x, bottom - 92)
    context.stroke()
    context.fillStyle = colour
    context.beginPath()
    context.moveTo(x, bottom - 92)
    context.lineTo(x + 52, bottom - 70)
    context.lineTo(x, bottom - 48)
    context.fill()
  })

/** What the thumbnails show: a recognisable image of each module. */
const crops: Readonly<Record<string, Crop>> = {
  'training-1': cropScene('training-1', 'close', { time: 6.8, middle: [320, 160], side: 236 }),
  'training-2': cropScene('training-2', 'task', { time: 6.2, middle: [375, 104], side: 190 }),
  'training-3': cropScene('training-3', 'easier', { time: 6, middle: [320, 172], side: 150 }),
  'training-4': cropScene('training-4', 'title', { time: 4.5, middle: [335, 180], side: 150 }),
  'training-5': cropScene('training-5', 'title', { time: 4.5, middle: [320, 180], side: 320 }),
  'training-6': cropScene('training-6', 'title', { time: 4.5, middle: [320, 172], side: 240 }),
  'training-extra': {
    shots: [
      shot(
        view,
        plan,
        people(
          team('red', [stayAt([-3.2, 5]), stayAt([0, 5.4]), stayAt([3.2, 5])], {
            firstCharacter: 1,
            wheelchairs: [2],
          }),
        ),
      ),
    ],
    time: 1,
    middle: [320, 186],
    side: 270,
  },
  'football-1': {
    shots: [
      shot(
        view,
        ...[-1, 1].flatMap((side) =>
          [-3.6, 3.6].map((y) =>
            goal([side * 4, y - 1], [side * 4, y + 1], { litDuring: [{ from: 0, to: 9 }] }),
          ),
        ),
        people(team('red', [stayAt([-0.4, 1.6])], { firstCharacter: 5 })),
        ball(stayAt([0.9, 1.9])),
      ),
    ],
    time: 1,
    middle: [320, 182],
    side: 236,
  },
  'football-2': cropScene('football-2', 'title', { time: 4.5, middle: [340, 190], side: 250 }),
  'football-3': {
    shots: [
      shot(
        view,
        ...laneColours.map((colour, index) =>
          zone([0, (index - 1) * 3.5], { length: 14, width: 3.5 }, colour),
        ),
        people(
          group([
            { path: stayAt([-2.6, -2.2]), character: 2 },
            { path: stayAt([2.4, 1.3]), character: 1 },
            { path: stayAt([-0.8, 4.8]), character: 3, wheelchair: true },
          ]),
        ),
      ),
    ],
    time: 1,
    middle: [320, 191],
    side: 234,
  },
  'football-4': {
    shots: [
      shot(
        view,
        ...[-2.2, 2.8].map((y) => goal([3, y - 1.2], [3, y + 1.2], { litDuring: [{ from: 0, to: 9 }] })),
        people(team('red', [stayAt([-2.4, 1.4])], { firstCharacter: 0 })),
        ball(stayAt([-0.7, 1.7])),
      ),
    ],
    time: 1,
    middle: [322, 188],
    side: 190,
  },
  'football-5': {
    shots: [
      shot(
        view,
        ...(['red', 'yellow', 'blue'] as const).map((colour, index) =>
          pennant(238 + index * 70, 172, colours[colour]),
        ),
        people(
          ...(['red', 'yellow', 'blue'] as const).map((colour, index) =>
            team(colour, [stayAt([(index - 1) * 3.15, 3.4])], {
              firstCharacter: [0, 3, 4][index] ?? 0,
              wheelchairs: index === 1 ? [0] : [],
            }),
          ),
        ),
      ),
    ],
    time: 1,
    middle: [320, 176],
    side: 230,
  },
  'football-extra': {
    shots: [
      shot(
        view,
        sun,
        bottle,
        people(team('blue', [stayAt([-3, 4.4])], { firstCharacter: 2 })),
        ball(stayAt([-0.8, 4.6])),
      ),
    ],
    time: 1,
    middle: [325, 176],
    side: 260,
  },
}

const drawCrop = ({ shots, time, middle: [x, y], side }: Crop) => {
  const canvas = createCanvas(size, size)
  const context = canvas.getContext('2d')
  context.scale(size / side, size / side)
  context.translate(side / 2 - x, side / 2 - y)
  drawScene(context, shots, time)
  return canvas
}

/** Draws the thumbnail of every module, by the module's id. */
export const drawThumbnails = () =>
  Object.entries(crops).map(([id, crop]) => ({ id, canvas: drawCrop(crop) }))
