import type { LocaleCode } from '../config/locales.ts'
import type { MissingOffline } from '../platform/service-worker/messages.ts'

/**
 * Counts the files that the app needs in a locale without a connection and that are not cached. `wantedOf`
 * returns the files.
 */
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
