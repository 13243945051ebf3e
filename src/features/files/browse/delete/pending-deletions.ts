import type { PendingDeletion } from '../../../../deletions/deletion-records.ts'
import type { Place } from '../place.ts'
import type { Row } from '../listing/rows.ts'

/** The files of some keys, as they are on the list now. */
export const pendingDeletionsOf = (
  rows: readonly Row[],
  keys: readonly string[],
  { level }: Place,
): PendingDeletion[] => {
  const wanted = new Set(keys)
  return rows.flatMap((row) => {
    if (row.kind === 'folder' || !wanted.has(row.key)) return []
    const { eTag } = row.file
    return [{ level, key: row.key, ...(eTag !== undefined && { eTag }) }]
  })
}
