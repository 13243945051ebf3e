import { compareKeys } from '../store/key-order.ts'

type PageQuery = {
  prefix: string
  /** '' lists every key, however deep. */
  delimiter: string
  /** The key or common prefix at the end of the previous page; '' for the first page. */
  after: string
  limit: number
}

export type Page<T> = {
  contents: readonly T[]
  /** The "folders" of the page. A common prefix ends with the delimiter. */
  commonPrefixes: readonly string[]
  isTruncated: boolean
  /** The key or common prefix at the end of this page, which is the `after` of the next one. */
  end: string
}

/** Returns the part of a key up to the first delimiter after the prefix, or undefined if there is none. */
const findCommonPrefix = (key: string, { prefix, delimiter }: PageQuery) => {
  if (delimiter === '') return undefined
  const index = key.indexOf(delimiter, prefix.length)
  return index === -1 ? undefined : key.slice(0, index + delimiter.length)
}

/**
 * Takes one page from entries that are sorted by key. All entries with the same common prefix are treated as
 * one.
 *
 * `entries` must have no keys before `after`. Keys without the prefix are skipped. An entry whose key is
 * `after` is listed, so the caller must leave it out if the previous page contains it. In a
 * list of uploads, the next upload may have the same key; in a list of objects, keys are unique.
 */
export const takePage = <T extends { key: string }>(entries: Iterable<T>, query: PageQuery): Page<T> => {
  const contents: T[] = []
  const commonPrefixes: string[] = []
  let end = query.after
  const createPage = (isTruncated: boolean) => ({ contents, commonPrefixes, isTruncated, end })
  // As in S3, an empty page is never truncated, because a client that follows the pages would not finish.
  if (query.limit === 0) return createPage(false)
  for (const entry of entries) {
    const hasPrefix = entry.key.startsWith(query.prefix)
    // The keys are sorted, so no later key has the prefix either.
    if (!hasPrefix && compareKeys(entry.key, query.prefix) > 0) break
    if (!hasPrefix) continue
    const commonPrefix = findCommonPrefix(entry.key, query)
    // This page or the previous one has already listed the common prefix for an earlier key.
    if (commonPrefix !== undefined && commonPrefix === end) continue
    if (contents.length + commonPrefixes.length === query.limit) return createPage(true)
    if (commonPrefix === undefined) contents.push(entry)
    else commonPrefixes.push(commonPrefix)
    end = commonPrefix ?? entry.key
  }
  return createPage(false)
}
