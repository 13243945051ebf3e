import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { LocaleCode } from '../../src/config/locales.ts'

const content = v.record(v.string(), v.array(v.string()))

/** A segment as the router compares it: decoded and in lower case. */
const compared = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment).toLowerCase()
  } catch {
    return undefined
  }
}

/** The page that `address` describes, if the segments match it. `$number` in it matches any segment. */
const writtenAs = (address: string, segments: readonly string[]): string | undefined => {
  const names = address.split('/')
  const isAt = (name: string, segment = '') =>
    name.startsWith('$') ? segment !== '' && compared(segment) !== undefined : name === compared(segment)
  if (names.length !== segments.length || !names.every((name, at) => isAt(name, segments[at])))
    return undefined
  return names.map((name, at) => (name.startsWith('$') ? segments[at] : name)).join('/')
}

/**
 * Finds a page below a locale as the app's router does, ignoring slashes at the end. Resolves to the
 * canonical spelling of its address, or undefined if there is no such page. The build lists the addresses
 * (`vite-plugins/known-addresses.ts`). A site without that list, as in a test, has every page.
 */
export const createKnownAddresses = (folder: string) => {
  let known: Promise<ReadonlyMap<string, readonly string[]> | undefined> | undefined
  const read = async () => {
    const text = await readFile(join(folder, 'known-addresses.json'), 'utf8')
    return new Map(Object.entries(v.parse(content, JSON.parse(text))))
  }
  return async (locale: LocaleCode, asked: string): Promise<string | undefined> => {
    // A file that could not be read is read again for the next request.
    known ??= read().catch(() => (known = undefined))
    const addresses = await known
    const page = asked.replace(/(?<!\/)\/+$/, '')
    if (addresses === undefined) return page
    const segments = page.split('/')
    for (const address of addresses.get(locale) ?? []) {
      const found = writtenAs(address, segments)
      if (found !== undefined) return found
    }
    return undefined
  }
}
