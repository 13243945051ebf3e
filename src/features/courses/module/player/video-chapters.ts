import type { Cue } from '../../../../ui/captions/use-captions.ts'

/** The scenes of a video: the headline that it shows (`onScreen`), and the spoken sentences (`lines`). */
export type Scenes = readonly { onScreen: string; lines: readonly string[] }[]

/** A part of a video that the coach can jump to. `from` is in seconds. */
export type Chapter = { title: string; from: number }

/**
 * Returns the scenes of a video as chapters. Each begins with the caption of its first sentence. Returns no
 * chapters if the captions differ from the sentences of the scenes, for example after a new build: the
 * chapters would begin at wrong times.
 */
export const findChapters = (scenes: Scenes, cues: readonly Cue[]): Chapter[] => {
  const sentences = scenes.flatMap(({ lines }) => lines)
  const isSameText =
    sentences.length === cues.length && cues.every(({ text }, index) => text === sentences[index])
  if (!isSameText) return []
  const chapters: Chapter[] = []
  let cueIndex = 0
  for (const { onScreen, lines } of scenes) {
    // A scene without sentences has no captions, and becomes no chapter.
    const firstCue = lines.length > 0 ? cues[cueIndex] : undefined
    if (firstCue) chapters.push({ title: onScreen, from: firstCue.from })
    cueIndex += lines.length
  }
  return chapters
}
