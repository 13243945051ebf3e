import { toCaptionsPath, findModule } from '../config/courses.ts'
import type { LocaleCode } from '../config/locales.ts'

/**
 * The URLs of the files to download for a module. `extras` are captions and poster. The texts of the module
 * are not included, because the service worker caches them with the locale.
 */
export type ModuleFiles = { video: string; extras: string[] }

/** Whether this browser plays a MIME type of video. */
export type CanPlay = (type: string) => boolean

/**
 * Selects the files of a module in a video format that plays here. Returns undefined without a playable
 * video.
 */
export const selectModuleFiles = (
  moduleId: string,
  locale: LocaleCode,
  canPlay: CanPlay,
): ModuleFiles | undefined => {
  const module = findModule(moduleId)?.module
  if (module?.kind !== 'video') return undefined
  const { video } = module
  const source = video.sources.find(({ type }) => canPlay(type))
  return source && { video: source.src, extras: [toCaptionsPath(video, locale), video.poster] }
}
