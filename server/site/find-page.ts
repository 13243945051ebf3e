import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { LocaleCode } from '../../src/config/locales.ts'
import { decodeSegment } from '../../src/config/path-locale.ts'

/** The patterns of all pages by locale, such as `about` or `verify/$number`. */
const patternsSchema = v.record(v.string(), v.array(v.string()))

/** Decodes a segment of a path and ignores its case, like the router. */
const normalizeSegment = (segment: string): string => decodeSegment(segment).toLowerCase()

const isParameter = (patternSegment: string): boolean => patternSegment.startsWith('$')

/** A parameter matches any segment that is not empty, because the page itself explains a malformed value. */
const matchesSegment = (patternSegment: string, segment: string): boolean =>
  isParameter(patternSegment) ? segment !== '' : normalizeSegment(segment) === patternSegment

/**
 * Returns the page in the spelling of a pattern, with the values of its parameters, or undefined if the page
 * does not match.
 */
const matchPattern = (pattern: string, segments: readonly string[]): string | undefined => {
  const patternSegments = pattern.split('/')
  const isMatch =
    patternSegments.length === segments.length &&
    patternSegments.every((patternSegment, index) => matchesSegment(patternSegment, segments[index] ?? ''))
  if (!isMatch) return undefined
  return patternSegments
    .map((patternSegment, index) => (isParameter(patternSegment) ? segments[index] : patternSegment))
    .join('/')
}

/**
 * Removes slashes at the end of a path. The look-behind lets a match begin only at the first of several
 * slashes. Otherwise a path with many slashes in its middle would take quadratic time.
 */
const removeFinalSlashes = (path: string): string => path.replace(/(?<!\/)\/+$/, '')

/**
 * Finds a page below a locale as the app's router does, ignoring slashes at the end. Resolves to the
 * canonical spelling of the path, or to undefined if there is no such page. The build writes the patterns of
 * all pages (`vite-plugins/known-addresses.ts`). Without that file, as in some tests, every page exists.
 */
export const createFindPage = (folder: string) => {
  const readPatterns = async () => {
    const text = await readFile(join(folder, 'known-addresses.json'), 'utf8')
    return new Map(Object.entries(v.parse(patternsSchema, JSON.parse(text))))
  }
  let patternsPromise: Promise<ReadonlyMap<string, readonly string[]> | undefined> | undefined
  return async (locale: LocaleCode, path: string): Promise<string | undefined> => {
    // If the file cannot be read, the next request tries again.
    patternsPromise ??= readPatterns().catch(() => (patternsPromise = undefined))
    const patterns = await patternsPromise
    const page = removeFinalSlashes(path)
    if (patterns === undefined) return page
    const segments = page.split('/')
    for (const pattern of patterns.get(locale) ?? []) {
      const canonicalPage = matchPattern(pattern, segments)
      if (canonicalPage !== undefined) return canonicalPage
    }
    return undefined
  }
}
