import { localeCodes, type LocaleCode } from '../config/locales.ts'
import { catalogueAddress } from './catalogue-address.ts'

/** The locales whose words the service worker has kept: the ones that open without a connection. */
export const cachedLocales = async (caches: Pick<CacheStorage, 'match'>): Promise<LocaleCode[]> => {
  const found = await Promise.all(
    localeCodes.map(async (code) => (await caches.match(catalogueAddress(code, 'messages'))) !== undefined),
  )
  return localeCodes.filter((_, index) => found[index])
}
