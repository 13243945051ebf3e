import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { localeFrom } from '../../src/config/locales.ts'

const content = v.record(v.string(), v.array(v.string()))

/**
 * Whether the router of the app knows an address, by what the build says of it (`vite-plugins/known-addresses.ts`). The app
 * adds a locale that is missing; a site without that file, as in a test, has no unknown addresses.
 */
export const createKnownAddresses = (folder: string) => {
  let known: Promise<ReadonlyMap<string, readonly string[]> | undefined> | undefined
  const read = async () => {
    const text = await readFile(join(folder, 'known-addresses.json'), 'utf8').catch(() => undefined)
    return text === undefined ? undefined : new Map(Object.entries(v.parse(content, JSON.parse(text))))
  }
  return async (pathname: string): Promise<boolean> => {
    known ??= read()
    const pages = await known
    if (pages === undefined) return true
    const [, first = '', second = ''] = pathname.split('/')
    const below = pages.get(localeFrom(first)?.code ?? first)
    if (below) return second === '' || below.includes(second)
    return [...pages.values()].some((names) => names.includes(first))
  }
}
