import { createCanvas } from '@napi-rs/canvas'
import { drawScene, people, shot } from './drawing/film.ts'
import { ball, group } from './drawing/figures.ts'
import { stayAt } from './drawing/motion.ts'

/** The size of the picture, in pixels. */
const size = { width: 1280, height: 480 } as const

/** Shows the people of the films next to each other, as after a match. Positions are in steps. */
const shots = [
  shot(
    { length: 20, width: 10 },
    people(
      group([
        { path: stayAt([-4.6, -0.25]), team: 'blue', character: 4, armRaisedDuring: [{ from: 0 }] },
        { path: stayAt([-1.6, -0.25]), character: 2 },
        { path: stayAt([1.5, -0.25]), team: 'blue', character: 6, armRaisedDuring: [{ from: 0 }] },
        { path: stayAt([4.5, -0.25]), character: 0 },
        { path: stayAt([-6.2, 0.9]), character: 1, wheelchair: true },
        { path: stayAt([-3.1, 0.9]), team: 'blue', character: 5 },
        { path: stayAt([0, 0.9]), character: 3, armRaisedDuring: [{ from: 0 }] },
        { path: stayAt([3.1, 0.9]), team: 'blue', character: 7 },
        { path: stayAt([6.2, 0.9]), team: 'yellow', character: 8, wheelchair: true },
      ]),
    ),
    ball(stayAt([1.5, 1.3])),
  ),
]

/** The section of the scene that the picture shows: its middle, and its width, in pixels of a film. */
const section = { x: 320, y: 172, width: 400 } as const

/** Draws a picture of all people of the films. */
export const drawTeam = () => {
  const canvas = createCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  const scale = size.width / section.width
  context.scale(scale, scale)
  context.translate(section.width / 2 - section.x, size.height / scale / 2 - section.y)
  // After one second, the scene has faded in and the arms are raised.
  drawScene(context, shots, 1)
  return canvas
}
