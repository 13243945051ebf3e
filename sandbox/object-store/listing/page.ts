import { compareKeys } from '../store/key-order.ts'

type PageQuery = {
  prefix: string
  /** '' lists every key, however deep */
  delimiter: string
  /** The key or common prefix where the page before ended; '' for the first page */
  after: string
  limit: number
}

export type Page<T> = {
  contents: readonly T[]
  commonPrefixes: readonly string[]
  isTruncated: boolean
  /** Key or common prefix the page ends with, the `after` of the next one */
  last: string
}

/** The stretch of a key up to the first delimiter behind the prefix: its "folder". */
const commonPrefix = (key: string, { prefix, delimiter }: PageQuery) => {
  const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
  return at === -1 ? undefined : key.slice(0, at + delimiter.length)
}

/**
 * One page of a listing. Entries come in the order of their keys, beginning no later than the first one wanted; those
 * of one common prefix count as one. An entry whose key is `after` is the caller's to leave out, as uploads share keys.
 */
export const takePage = <T extends { key: string }>(entries: Iterable<T>, query: PageQuery): Page<T> => {
  const contents: T[] = []
  const commonPrefixes: string[] = []
  let last = query.after
  const page = (isTruncated: boolean) => ({ contents, commonPrefixes, isTruncated, last })
  if (query.limit === 0) return page(false)
  for (const entry of entries) {
    if (!entry.key.startsWith(query.prefix)) {
      if (compareKeys(entry.key, query.prefix) > 0) break
      continue
    }
    const group = commonPrefix(entry.key, query)
    if (group !== undefined && group === last) continue
    if (contents.length + commonPrefixes.length === query.limit) return page(true)
    if (group === undefined) contents.push(entry)
    else commonPrefixes.push(group)
    last = group ?? entry.key
  }
  return page(false)
}
