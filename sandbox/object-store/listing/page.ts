import { compareKeys } from '../store/key-order.ts'

type PageQuery = {
  prefix: string
  /** '' lists every key, however deep */
  delimiter: string
  /** The key or common prefix at the end of the previous page; '' for the first page */
  after: string
  limit: number
}

export type Page<T> = {
  contents: readonly T[]
  commonPrefixes: readonly string[]
  isTruncated: boolean
  /** The key or common prefix at the end of the page: the `after` of the next one */
  last: string
}

/** The part of a key up to the first delimiter after the prefix: its "folder". */
const commonPrefix = (key: string, { prefix, delimiter }: PageQuery) => {
  const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
  return at === -1 ? undefined : key.slice(0, at + delimiter.length)
}

/**
 * One page of a listing. Entries must be sorted by key and start no later than the first wanted one; those
 * with one common prefix count as one. The caller must skip an entry whose key is `after`, because uploads
 * share keys.
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
