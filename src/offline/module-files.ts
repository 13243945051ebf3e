import { captionsOf, moduleOf } from '../config/courses.ts'
import type { LocaleCode } from '../config/locales.ts'

/** What is downloaded of a module besides its texts, which come with the locale: its video, and what belongs to that. */
export type ModuleFiles = { video: string; extras: string[] }

/** The files of a module; undefined for one without a video. */
export const moduleFiles = (module: string, locale: LocaleCode): ModuleFiles | undefined => {
  const found = moduleOf(module)?.module
  if (found?.kind !== 'video') return undefined
  return { video: found.video.src, extras: [captionsOf(found.video, locale), found.video.poster] }
}
