import { readModuleFacts, readModuleTexts } from '../locales/read-catalogue.ts'
import type { LocaleCode } from '../src/config/locales.ts'

/** A scene with its narration, sentence by sentence. Times are in seconds from the start of the film. */
type SpokenScene = { from: number; to: number; narration: readonly string[] }

/** Reads the narration of each scene of a module's film, in one locale. */
export const readSpokenScenes = (locale: LocaleCode, moduleId: string): SpokenScene[] => {
  const { video } = readModuleTexts(locale, moduleId)
  return (readModuleFacts(moduleId).scenes ?? []).map(({ id, from, to }) => ({
    from,
    to,
    narration: video?.scenes[id]?.narration ?? [],
  }))
}

/** The pause between two captions, so that the viewer notices the second one. */
const gapSeconds = 0.2
/** The pause between the start of a scene and its first caption. */
const leadSeconds = 0.4
/** Characters per line, so that two lines are legible on a phone. */
const lineLength = 38

const toTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')

/** Writes a time as WebVTT does: `00:01:02.345`. */
const formatTime = (seconds: number): string => {
  const ms = Math.round(seconds * 1000)
  const hours = toTwoDigits(ms / 3_600_000)
  const minutes = toTwoDigits((ms / 60_000) % 60)
  return `${hours}:${minutes}:${toTwoDigits((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

/**
 * Breaks a text into two lines if it is too long for one line, at the space that is nearest to its middle.
 */
const wrapText = (text: string): string => {
  if (text.length <= lineLength) return text
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const middle = text.length / 2
  const [breakIndex = 0] = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return `${text.slice(0, breakIndex)}\n${text.slice(breakIndex + 1)}`
}

/** Divides the time of a scene among its sentences, in proportion to their length. */
const toCues = ({ from, to, narration }: SpokenScene) => {
  const characterCount = narration.reduce((sum, text) => sum + text.length, 0)
  // What remains of the scene without the pauses.
  const textSeconds = to - from - leadSeconds - gapSeconds * narration.length
  let time = from + leadSeconds
  return narration.map((text) => {
    const start = time
    time += (textSeconds * text.length) / characterCount
    const cue = { start, end: time, text }
    time += gapSeconds
    return cue
  })
}

/** Writes the captions of a film as WebVTT, one caption for each sentence of the narration. */
export const toWebVtt = (scenes: readonly SpokenScene[]): string => {
  const cues = scenes.flatMap(toCues)
  const blocks = cues.map(
    ({ start, end, text }, index) =>
      `${index + 1}\n${formatTime(start)} --> ${formatTime(end)}\n${wrapText(text)}\n`,
  )
  return ['WEBVTT\n', ...blocks].join('\n')
}
