import type { LocaleCode } from '../config/locales.ts'
import type { MissingOffline } from '../platform/service-worker/messages.ts'

/** Counts what is not cached of what the app, in a locale, needs without a connection: `wantedOf` names the files. */
export const createCountMissing =
  (
    findCached: (url: string) => Promise<Response | undefined>,
    wantedOf: (locale: LocaleCode) => Record<keyof MissingOffline, readonly string[]>,
  ) =>
  async (locale: LocaleCode): Promise<MissingOffline> => {
    const missing = async (urls: readonly string[]): Promise<number> => {
      const found = await Promise.all(urls.map(findCached))
      return found.filter((response) => response === undefined).length
    }
    const { app, texts, pictures } = wantedOf(locale)
    return { app: await missing(app), texts: await missing(texts), pictures: await missing(pictures) }
  }
