import { createCanvas } from '@napi-rs/canvas'
import { drawScene, people, shot, type Shot } from './drawing/film.ts'
import { ball, group, type Figure } from './drawing/figures.ts'
import { stayAt } from './drawing/motion.ts'

/**
 * A picture of people of the films next to each other, as after a match. `size` is in pixels. `sectionWidth` is
 * the width of the part of the scene that it shows, in pixels of a film.
 */
type Picture = { size: { width: number; height: number }; sectionWidth: number; figures: readonly Figure[] }

const hasRaisedArm = { armRaisedDuring: [{ from: 0 }] }

/** Everybody, as wide as a page. Positions are in steps. */
const everybody: Picture = {
  size: { width: 1280, height: 480 },
  sectionWidth: 400,
  figures: [
    { path: stayAt([-4.6, -0.25]), team: 'blue', character: 4, ...hasRaisedArm },
    { path: stayAt([-1.6, -0.25]), character: 2 },
    { path: stayAt([1.5, -0.25]), team: 'blue', character: 6, ...hasRaisedArm },
    { path: stayAt([4.5, -0.25]), character: 0 },
    { path: stayAt([-6.2, 0.9]), character: 1, wheelchair: true },
    { path: stayAt([-3.1, 0.9]), team: 'blue', character: 5 },
    { path: stayAt([0, 0.9]), character: 3, ...hasRaisedArm },
    { path: stayAt([3.1, 0.9]), team: 'blue', character: 7 },
    { path: stayAt([6.2, 0.9]), team: 'yellow', character: 8, wheelchair: true },
  ],
}

/** As many as a picture beside a form has room for, without a person that its edge cuts off. */
const some: Picture = {
  size: { width: 960, height: 640 },
  sectionWidth: 236,
  figures: [
    { path: stayAt([-1.6, -0.25]), character: 2 },
    { path: stayAt([1.5, -0.25]), team: 'blue', character: 6, ...hasRaisedArm },
    { path: stayAt([-3.1, 0.9]), team: 'blue', character: 1, wheelchair: true },
    { path: stayAt([0, 0.9]), character: 3, ...hasRaisedArm },
    { path: stayAt([3.1, 0.9]), team: 'blue', character: 7 },
  ],
}

/** The middle of the part of the scene that a picture shows, in pixels of a film. */
const middle = { x: 320, y: 172 } as const

const draw = ({ size, sectionWidth, figures }: Picture) => {
  const shots: readonly Shot[] = [
    shot({ length: 20, width: 10 }, people(group(figures)), ball(stayAt([1.5, 1.3]))),
  ]
  const canvas = createCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  const scale = size.width / sectionWidth
  context.scale(scale, scale)
  context.translate(sectionWidth / 2 - middle.x, size.height / scale / 2 - middle.y)
  // After one second, the scene has faded in and the arms are raised.
  drawScene(context, shots, 1)
  return canvas
}

/** Draws the pictures of the people of the films, by the names of their files. */
export const drawTeam = () => ({ team: draw(everybody), 'team-beside-form': draw(some) })
