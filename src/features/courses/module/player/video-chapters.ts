/** A sentence of the captions. Times are in seconds. */
export type Cue = { from: number; to: number; text: string }

/** The scenes of a film: the headline on the screen, and the spoken sentences. */
export type Scenes = readonly { onScreen: string; lines: readonly string[] }[]

/** A part of a film to which the coach can jump. `from` is in seconds. */
export type Chapter = { title: string; from: number }

/**
 * Returns the scenes of a film as chapters. Each begins with the caption of its first sentence. Returns no
 * chapters if the captions are not the sentences of the scenes, for example because they come from another
 * build: the chapters would begin at wrong times.
 */
export const findChapters = (scenes: Scenes, cues: readonly Cue[]): Chapter[] => {
  const sentences = scenes.flatMap(({ lines }) => lines)
  const isSameText =
    sentences.length === cues.length && cues.every(({ text }, index) => text === sentences[index])
  if (!isSameText) return []
  let nextCue = 0
  return scenes.flatMap(({ onScreen, lines }) => {
    const first = lines.length > 0 ? cues[nextCue] : undefined
    nextCue += lines.length
    return first ? [{ title: onScreen, from: first.from }] : []
  })
}
