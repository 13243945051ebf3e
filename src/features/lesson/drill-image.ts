import { colours } from '../../../films/drawing/stage.ts'
import type { Drill } from '../../i18n/module-content.ts'
import type { Translate } from '../../i18n/translate.ts'
import { listDrillFacts } from '../../learning/drill-facts.ts'
import { encodeQrRows } from '../../ui/pictures/qr-code.tsx'
import { drawStill, loadShots, toBlob } from './drill-scene.ts'
import type { DiagramScene } from './instructions.ts'

/** In pixels, like all sizes here. A chat shows an image of this width without enlarging it. */
const width = 1080
const margin = 64
const contentWidth = width - 2 * margin
/** The space below each step. */
const stepGap = 14
/** The width and the height of the QR code. */
const codeSize = 200
/** The green behind the name and the facts. */
const headColour = '#075c38'

/** A text, broken into lines. `size` is the font size, and `font` is for the canvas. */
type Text = { lines: string[]; size: number; font: string; colour: string }

/** Breaks a text into lines at spaces. */
const wrap = (context: CanvasRenderingContext2D, text: string, maxWidth: number): string[] => {
  const [firstWord = '', ...otherWords] = text.split(' ')
  const lines: string[] = []
  let line = firstWord
  for (const word of otherWords) {
    const longerLine = `${line} ${word}`
    if (context.measureText(longerLine).width <= maxWidth) line = longerLine
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** The distance of two lines, as a multiple of the font size. */
const lineHeight = 1.25
const getHeight = ({ lines, size }: Text): number => lines.length * size * lineHeight

/** Draws the lines of a text below each other. Returns the y below them. */
const write = (context: CanvasRenderingContext2D, text: Text, x: number, y: number): number => {
  const { lines, size, font, colour } = text
  context.font = font
  context.fillStyle = colour
  context.textBaseline = 'top'
  lines.forEach((line, index) => context.fillText(line, x, y + index * size * lineHeight))
  return y + getHeight(text)
}

/** Draws the QR code of a text. */
const drawCode = (context: CanvasRenderingContext2D, text: string, x: number, y: number): void => {
  const rows = encodeQrRows(text)
  // A whole number of pixels, so that the squares are sharp.
  const squareSize = Math.floor(codeSize / rows.length)
  context.fillStyle = '#ffffff'
  context.fillRect(x, y, squareSize * rows.length, squareSize * rows.length)
  context.fillStyle = '#000000'
  for (const [row, squares] of rows.entries())
    for (const [column, isDark] of squares.entries())
      if (isDark) context.fillRect(x + column * squareSize, y + row * squareSize, squareSize, squareSize)
}

/** Reads the fonts of the app from the styles of the page. */
const readFonts = () => {
  const style = getComputedStyle(document.documentElement)
  return { text: style.getPropertyValue('--font'), display: style.getPropertyValue('--font-display') }
}

/**
 * Returns a function that breaks a text into lines, in the text font of the app or in its display font, which
 * is for headings.
 */
const createTextMaker = (context: CanvasRenderingContext2D) => {
  const fonts = readFonts()
  return (
    value: string,
    size: number,
    colour: string,
    maxWidth: number,
    fontName: keyof typeof fonts = 'text',
  ): Text => {
    const weight = fontName === 'display' ? 800 : 600
    const font = `${weight} ${size}px ${fonts[fontName]}`
    context.font = font
    return { lines: wrap(context, value, maxWidth), size, font, colour }
  }
}

/** Creates all texts of the image. */
const createTexts = (context: CanvasRenderingContext2D, drill: Drill, t: Translate) => {
  const createText = createTextMaker(context)
  const footWidth = contentWidth - codeSize - margin
  // No-break spaces within each fact, so that a line breaks only between two facts.
  const factLine = listDrillFacts(drill, t)
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join(' · ')
  return {
    name: createText(drill.name, 104, colours.paper, contentWidth, 'display'),
    facts: createText(factLine, 36, colours.paper, contentWidth),
    steps: drill.steps.map((step, index) =>
      createText(`${index + 1}. ${step}`, 36, colours.ink, contentWidth),
    ),
    siteTitle: createText(t('site.title'), 52, colours.ink, footWidth, 'display'),
    codeHint: createText(t('drill.wholeCard'), 32, colours.ink, footWidth),
  }
}

export type DrillImageContent = {
  /** The id of the module. */
  module: string
  drill: Drill
  scene: DiagramScene | undefined
  /** The URL of the whole card, for the QR code. */
  url: string
}

/**
 * Draws a drill as one image for a chat: its name, what it needs, the diagram, how it runs, and a QR code
 * that links to the whole card. The texts determine its height. Resolves to undefined if the browser has too
 * little memory.
 */
export const drawDrillImage = async (
  { module, drill, scene, url }: DrillImageContent,
  t: Translate,
): Promise<File | undefined> => {
  // The drawings of the scene, of which the image shows the end.
  const shots = scene && (await loadShots(module, scene.id))
  const diagram = shots && scene && drawStill(shots, scene.seconds, width)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const { name, facts, steps, siteTitle, codeHint } = createTexts(context, drill, t)

  const headHeight = margin + getHeight(name) + getHeight(facts) + margin / 2
  const stepsHeight = steps.reduce((sum, step) => sum + getHeight(step) + stepGap, 0)
  const diagramHeight = diagram?.height ?? 0
  // Changing the size clears the canvas, so the drawing begins after it.
  canvas.width = width
  // There is a margin above the steps and below the QR code, and half a margin between them.
  canvas.height = headHeight + diagramHeight + margin + stepsHeight + codeSize + 1.5 * margin

  context.fillStyle = colours.paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = headColour
  context.fillRect(0, 0, width, headHeight)
  const factsY = write(context, name, margin, margin)
  write(context, facts, margin, factsY)
  if (diagram) context.drawImage(diagram, 0, headHeight)
  let stepY = headHeight + diagramHeight + margin
  for (const step of steps) stepY = write(context, step, margin, stepY) + stepGap
  const footY = canvas.height - codeSize - margin
  drawCode(context, url, width - margin - codeSize, footY)
  // The texts begin a little below the top of the QR code.
  const codeHintY = write(context, siteTitle, margin, footY + 20)
  write(context, codeHint, margin, codeHintY)

  const blob = await toBlob(canvas)
  return blob && new File([blob], `${drill.name}.png`, { type: blob.type })
}
