import type { LocaleCode } from '../../src/config/locales.ts'
import { readModuleFacts, readModuleTexts } from '../../locales/read-catalogue.ts'
import type { SpokenScene } from './captions.ts'

/** The narration of each scene of a module's film, in one locale. */
export const spokenScenes = (locale: LocaleCode, module: string): SpokenScene[] => {
  const { video } = readModuleTexts(locale, module)
  return (readModuleFacts(module).scenes ?? []).map(({ id, from, to }) => ({
    from,
    to,
    narration: video?.scenes[id]?.narration ?? [],
  }))
}
