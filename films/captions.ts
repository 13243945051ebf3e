import { readModuleFacts, readModuleTexts } from '../locales/read-catalogue.ts'
import type { LocaleCode } from '../src/config/locales.ts'

/** The spoken text of a scene; times in s. */
type SpokenScene = { from: number; to: number; narration: readonly string[] }

/** The narration of each scene of a module's film, in one locale. */
export const spokenScenes = (locale: LocaleCode, module: string): SpokenScene[] => {
  const { video } = readModuleTexts(locale, module)
  return (readModuleFacts(module).scenes ?? []).map(({ id, from, to }) => ({
    from,
    to,
    narration: video?.scenes[id]?.narration ?? [],
  }))
}

/** s between two captions, so that the viewer notices the second one */
const gap = 0.2
/** s between the start of a scene and its first caption */
const lead = 0.4
/** characters per line, so that two lines are legible on a phone */
const lineLength = 38

const time = (seconds: number): string => {
  const ms = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

/** Breaks a text into two lines of about the same length if it is too long for one line. */
const wrapped = (text: string): string => {
  if (text.length <= lineLength) return text
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const middle = text.length / 2
  const [cut = 0] = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return `${text.slice(0, cut)}\n${text.slice(cut + 1)}`
}

/** Divides the time of a scene among its sentences, in proportion to their length. */
const timed = ({ from, to, narration }: SpokenScene) => {
  const letters = narration.reduce((sum, text) => sum + text.length, 0)
  const room = to - from - lead - gap * narration.length
  let at = from + lead
  return narration.map((text) => {
    const begins = at
    at += (room * text.length) / letters
    const cue = { begins, ends: at, text }
    at += gap
    return cue
  })
}

/** The captions of a film (WebVTT). Each sentence of the narration appears during its scene. */
export const captions = (scenes: readonly SpokenScene[]): string => {
  const cues = scenes.flatMap(timed)
  const blocks = cues.map(
    ({ begins, ends, text }, at) => `${at + 1}\n${time(begins)} --> ${time(ends)}\n${wrapped(text)}\n`,
  )
  return ['WEBVTT\n', ...blocks].join('\n')
}
