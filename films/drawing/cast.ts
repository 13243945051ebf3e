import type { SKRSContext2D } from '@napi-rs/canvas'
import { colours } from './stage.ts'

type HairStyle = 'short' | 'shaved' | 'curls' | 'ponytail' | 'bun' | 'long' | 'headscarf'

/** How a person looks in every scene. */
export type Character = {
  skin: string
  hair: HairStyle
  /** The colour of the hair, or of the headscarf. */
  hairColour: string
  /** The scale of the figure. With 1, it is as large as `figures.ts` draws it. */
  size: number
  /** Half the width of the shirt, in pixels before scaling. */
  shoulders: number
  glasses?: boolean
  /** Runs on a blade in place of the right lower leg. */
  blade?: boolean
}

const black = '#1b1a22'

/** The people of the films. Neighbours in this list differ most, because a team consists of neighbours. */
export const cast: readonly [Character, ...Character[]] = [
  { skin: '#8d5a3b', hair: 'curls', hairColour: black, size: 1, shoulders: 8 },
  { skin: '#f0c39c', hair: 'ponytail', hairColour: '#a5572a', size: 0.94, shoulders: 7.5 },
  { skin: '#5b3822', hair: 'shaved', hairColour: black, size: 1.08, shoulders: 9 },
  { skin: '#d49a6a', hair: 'headscarf', hairColour: '#5a3d8a', size: 0.98, shoulders: 8 },
  { skin: '#ffd9b8', hair: 'short', hairColour: '#d9a441', size: 1.04, shoulders: 9.5, glasses: true },
  { skin: '#a86e45', hair: 'long', hairColour: '#3a2318', size: 0.96, shoulders: 8 },
  { skin: '#d49a6a', hair: 'short', hairColour: black, size: 1.02, shoulders: 8, blade: true },
  { skin: '#5b3822', hair: 'bun', hairColour: black, size: 0.92, shoulders: 7.5 },
  { skin: '#f6d3ad', hair: 'long', hairColour: black, size: 1, shoulders: 8 },
]

/** After the last character the first one follows. */
export const getCharacter = (index: number): Character => cast[index % cast.length] ?? cast[0]

/**
 * The middle and the radius of the head. All lengths and positions in this file are in pixels before scaling;
 * [0, 0] is the ground below the middle of the figure.
 */
const head = { y: -40, radius: 8 } as const

const fillCircle = (context: SKRSContext2D, x: number, y: number, radius: number) => {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

/**
 * Draws the hair that is behind the head, in the fill colour of the canvas. `side` is where the back of the
 * head is: -1 left, 1 right. A hair style without an entry has no hair there.
 */
const drawHairBehind: Partial<Record<HairStyle, (context: SKRSContext2D, side: number) => void>> = {
  curls: (context) => {
    for (const [x, y] of [
      [-7, -43],
      [-4, -48],
      [1, -50],
      [6, -47],
      [8, -42],
    ] as const)
      fillCircle(context, x, y, 5)
  },
  ponytail: (context, side) => {
    context.beginPath()
    context.ellipse(side * 10, head.y + 3, 3.2, 7, side * -0.5, 0, 2 * Math.PI)
    context.fill()
  },
  bun: (context) => fillCircle(context, 0, head.y - 9.5, 4),
  long: (context) => {
    context.beginPath()
    context.roundRect(-9.5, head.y - 9, 19, 20, 8)
    context.fill()
  },
  headscarf: (context) => {
    context.beginPath()
    context.moveTo(-9.5, head.y)
    context.lineTo(-10, -27)
    context.lineTo(10, -27)
    context.lineTo(9.5, head.y)
    context.closePath()
    context.fill()
  },
}

/** Draws the hair on top of the head, or the headscarf around the face. */
const drawHairline = (context: SKRSContext2D, { hair, hairColour, skin }: Character, gaze: number) => {
  if (hair === 'headscarf') {
    fillCircle(context, 0, head.y - 0.5, head.radius + 1.5)
    context.fillStyle = skin
    fillCircle(context, gaze * 1.5, head.y + 1, head.radius - 2)
    return
  }
  context.save()
  // Shaved hair is a shadow through which the skin is visible.
  if (hair === 'shaved') context.globalAlpha *= 0.45
  context.fillStyle = hairColour
  context.beginPath()
  // The hairline turns with the head: the forehead is on the side where the person looks.
  context.arc(0, head.y, head.radius, Math.PI - gaze * 0.25, 2 * Math.PI - gaze * 0.25)
  context.quadraticCurveTo(gaze * 3, head.y - 7, -head.radius * Math.cos(gaze * 0.25), head.y + gaze * 2)
  context.fill()
  context.restore()
}

/** Draws eyes and a smile. `gaze` moves them to the side where the person looks. */
const drawFace = (context: SKRSContext2D, gaze: number, hasGlasses: boolean) => {
  const y = head.y + 1
  const x = gaze * 2.4
  for (const side of [-1, 1]) {
    context.fillStyle = '#ffffff'
    fillCircle(context, x + side * 2.9, y, 1.9)
    context.fillStyle = colours.ink
    fillCircle(context, x + side * 2.9 + gaze * 0.7, y, 1.1)
  }
  context.strokeStyle = colours.ink
  context.lineWidth = 1
  if (hasGlasses)
    for (const side of [-1, 1]) {
      context.beginPath()
      context.arc(x + side * 2.9, y, 2.5, 0, 2 * Math.PI)
      context.stroke()
    }
  context.lineCap = 'round'
  context.beginPath()
  context.arc(x, y + 2.2, 2.2, 0.15 * Math.PI, 0.85 * Math.PI)
  context.stroke()
}

/**
 * Draws the head of a character. `gaze` is where the person looks: -1 left, 0 at the viewer, 1 right, and all
 * between.
 */
export const drawHead = (context: SKRSContext2D, character: Character, gaze: number): void => {
  context.fillStyle = character.hairColour
  drawHairBehind[character.hair]?.(context, gaze > 0 ? -1 : 1)
  context.beginPath()
  context.arc(0, head.y, head.radius, 0, 2 * Math.PI)
  context.fillStyle = character.skin
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = colours.ink
  context.stroke()
  context.fillStyle = character.hairColour
  drawHairline(context, character, gaze)
  drawFace(context, gaze, character.glasses ?? false)
}
