/** A sentence of the captions. Times are in seconds. */
export type Cue = { from: number; to: number; text: string }

/** The scenes of a film: the headline on the screen, and the spoken sentences. */
export type Scenes = readonly { onScreen: string; lines: readonly string[] }[]

/** A part of a film that can be sought. `from` is in seconds. */
export type Chapter = { title: string; from: number }

/**
 * The scenes of a film as chapters. Each begins with the caption of its first sentence. Captions that are not
 * the sentences of the scenes, as of another build, yield no chapters: those would lead to wrong places.
 */
export const findChapters = (scenes: Scenes, cues: readonly Cue[]): Chapter[] => {
  const sentences = scenes.flatMap(({ lines }) => lines)
  const isSameText = sentences.length === cues.length && cues.every(({ text }, at) => text === sentences[at])
  if (!isSameText) return []
  let next = 0
  return scenes.flatMap(({ onScreen, lines }) => {
    const first = lines.length > 0 ? cues[next] : undefined
    next += lines.length
    return first ? [{ title: onScreen, from: first.from }] : []
  })
}
