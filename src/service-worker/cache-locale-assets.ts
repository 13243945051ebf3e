import { withoutVary } from '../lib/http/without-vary.ts'
import { integrityOf } from '../config/catalogue-files.ts'
import type { LocaleCode } from '../config/locales.ts'
import type { BuildFile, FetchWhole } from './fetch-whole.ts'
import { localeFiles, localeScripts } from './locale-files.ts'
import { localeAssets } from './older-assets.ts'

type Deps = { caches: Pick<CacheStorage, 'open'>; fetchWhole: FetchWhole }

/**
 * Caches the scripts and catalogues that a locale needs. A cached file is never fetched again, because its
 * address contains a hash of its content. `files` are the files of the build.
 */
export const createCacheLocaleAssets =
  ({ caches, fetchWhole }: Deps, files: readonly BuildFile[]) =>
  async (locale: LocaleCode): Promise<void> => {
    const cache = await caches.open(localeAssets)
    const scripts = new Set(
      localeScripts(
        locale,
        files.map(({ url }) => url),
      ),
    )
    const catalogues = localeFiles(locale).catalogues.map((url) => ({ url, integrity: integrityOf(url) }))
    const bring = async (file: BuildFile) => {
      if (await cache.match(file.url)) return
      const response = await fetchWhole(file)
      if (!response.ok) throw new Error(`${file.url} is not there: ${response.status}`)
      await cache.put(file.url, withoutVary(response))
    }
    await Promise.all([...files.filter(({ url }) => scripts.has(url)), ...catalogues].map(bring))
  }
