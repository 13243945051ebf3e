import { captionsOf, moduleOf } from '../config/courses.ts'
import type { LocaleCode } from '../config/locales.ts'

/** What is downloaded of a module besides its texts, which come with the locale: its video, and what belongs to that. */
export type ModuleFiles = { video: string; extras: string[] }

/** Whether this browser plays a type of video. */
export type CanPlay = (type: string) => boolean

/** The files of a module, its video in the format that plays here; undefined for one without a video to play. */
export const moduleFiles = (
  module: string,
  locale: LocaleCode,
  canPlay: CanPlay,
): ModuleFiles | undefined => {
  const found = moduleOf(module)?.module
  if (found?.kind !== 'video') return undefined
  const { video } = found
  const source = video.sources.find(({ type }) => canPlay(type))
  return source && { video: source.src, extras: [captionsOf(video, locale), video.poster] }
}
