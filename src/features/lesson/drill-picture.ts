import { colours } from '../../../films/drawing/stage.ts'
import type { Drill } from '../../i18n/module-content.ts'
import type { Translate } from '../../i18n/translate.ts'
import { drillFacts } from '../../learning/drill-facts.ts'
import { encodeQrRows } from '../../ui/pictures/qr-code.tsx'
import { drawStill, loadShots, toBlob } from './drill-scene.ts'
import type { DiagramScene } from './instructions.ts'

/** In pixels. A chat shows a picture of this width without enlarging it. */
const width = 1080
const margin = 64
const codeSize = 200

type Text = { lines: string[]; size: number; font: string; colour: string }

/** Breaks a text into lines at spaces. */
const wrap = (context: CanvasRenderingContext2D, text: string, maxWidth: number): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && context.measureText(longer).width <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const lineHeight = 1.25
const heightOf = ({ lines, size }: Text): number => lines.length * size * lineHeight

/** Draws lines below each other. Returns the y below them. */
const write = (
  context: CanvasRenderingContext2D,
  { lines, size, font, colour }: Text,
  x: number,
  y: number,
) => {
  context.font = font
  context.fillStyle = colour
  context.textBaseline = 'top'
  lines.forEach((line, index) => context.fillText(line, x, y + index * size * lineHeight))
  return y + lines.length * size * lineHeight
}

const drawCode = (context: CanvasRenderingContext2D, text: string, x: number, y: number): void => {
  const rows = encodeQrRows(text)
  const size = Math.floor(codeSize / rows.length)
  context.fillStyle = '#ffffff'
  context.fillRect(x, y, size * rows.length, size * rows.length)
  context.fillStyle = '#000000'
  for (const [row, modules] of rows.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) context.fillRect(x + column * size, y + row * size, size, size)
}

/** The typefaces of the app, as the page has them. */
const readFonts = () => {
  const style = getComputedStyle(document.documentElement)
  return { text: style.getPropertyValue('--font'), display: style.getPropertyValue('--font-display') }
}

export type DrillPicture = { module: string; drill: Drill; scene: DiagramScene | undefined; url: string }

/**
 * A drill as one picture for a chat: its name, what it needs, the diagram, how it runs, and a code that leads
 * to the whole card. As high as its texts are. Undefined if the browser has no memory for it.
 */
export const drawDrillPicture = async (
  { module, drill, scene, url }: DrillPicture,
  t: Translate,
): Promise<File | undefined> => {
  const shots = scene && (await loadShots(module, scene.id))
  const diagram = shots && scene && drawStill(shots, scene.seconds, width)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const fonts = readFonts()
  const text = (value: string, size: number, colour: string, room: number, isDisplay = false): Text => {
    const font = isDisplay ? `800 ${size}px ${fonts.display}` : `600 ${size}px ${fonts.text}`
    context.font = font
    return { lines: wrap(context, value, room), size, font, colour }
  }
  const inner = width - 2 * margin
  const name = text(drill.name, 104, colours.paper, inner, true)
  // A line breaks between two facts, not inside one.
  const factLine = drillFacts(drill, t)
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join(' · ')
  const facts = text(factLine, 36, colours.paper, inner)
  const steps = drill.steps.map((step, index) => text(`${index + 1}. ${step}`, 36, colours.ink, inner))
  const site = text(t('site.title'), 52, colours.ink, inner - codeSize - margin, true)
  const card = text(t('drill.wholeCard'), 32, colours.ink, inner - codeSize - margin)

  const head = margin + heightOf(name) + heightOf(facts) + margin / 2
  const stepsHeight = steps.reduce((sum, step) => sum + heightOf(step) + 14, 0)
  const diagramHeight = diagram?.height ?? 0
  canvas.width = width
  canvas.height = head + diagramHeight + margin + stepsHeight + codeSize + 1.5 * margin

  context.fillStyle = colours.paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#075c38'
  context.fillRect(0, 0, width, head)
  write(context, facts, margin, write(context, name, margin, margin))
  if (diagram) context.drawImage(diagram, 0, head)
  let y = head + diagramHeight + margin
  for (const step of steps) y = write(context, step, margin, y) + 14
  const foot = canvas.height - codeSize - margin
  drawCode(context, url, width - margin - codeSize, foot)
  write(context, card, margin, write(context, site, margin, foot + 20))

  const blob = await toBlob(canvas)
  return blob && new File([blob], `${drill.name}.png`, { type: blob.type })
}
