import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBlobs } from './blobs.ts'
import type { JournalEntry } from './entries.ts'
import { openJournal, readJournal, rewriteJournal } from './journal.ts'
import { createObjectIndex } from './object-index.ts'

/**
 * Opens the data of the object store in one directory:
 *
 * - `journal.ndjson`: one line for each change; read into the index at the start
 * - `blobs/`: immutable files with random names, which contain the bytes of parts and of whole objects
 * - `incoming/`: bodies that are still arriving; emptied at the start
 *
 * Crash safety: a complete body is renamed to a blob. Then a journal line refers to the blob, and then the
 * response acknowledges it. A process that dies in between leaves at most a blob without a journal line,
 * which the next start removes. Nothing calls `fsync`, so a power failure may lose the last seconds.
 */
export const openStore = (directory: string) => {
  mkdirSync(directory, { recursive: true })
  const journalPath = join(directory, 'journal.ndjson')
  const index = createObjectIndex()
  const blobs = createBlobs(directory)

  for (const entry of readJournal(journalPath)) index.apply(entry)
  // Often fewer than the journal's entries, because they omit what was deleted or replaced.
  const entries = [...index.entries()]
  for (const entry of entries) {
    if (entry.type === 'object-stored') blobs.retain(entry.object.parts.map(({ blob }) => blob))
    if (entry.type === 'part-stored') blobs.retain([entry.part.blob])
  }
  rewriteJournal(journalPath, entries)
  blobs.removeLeftovers()
  const journal = openJournal(journalPath)

  /**
   * Applies an entry to the index immediately, and resolves when the journal contains it. A caller that
   * checks the index and then commits without an `await` in between can be sure that no other request has
   * changed the index since its check.
   */
  const commit = async (entry: JournalEntry) => {
    const { added, removed } = index.apply(entry)
    blobs.retain(added)
    await journal.append(entry)
    await blobs.release(removed)
  }

  const { findObject, iterateObjects, findUploadById, listUploads } = index
  return { findObject, iterateObjects, findUploadById, listUploads, blobs, commit, close: journal.close }
}

export type Store = ReturnType<typeof openStore>
