import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBlobs } from './blobs.ts'
import { createCatalogue } from './catalogue.ts'
import type { Entry } from './entries.ts'
import { openJournal, readJournal, rewriteJournal } from './journal.ts'

/**
 * Opens the data of the object store, which this stand-in for Amazon S3 keeps in one directory:
 *
 *     journal.ndjson   one line for each event; read into the catalogue at the start
 *     blobs/           immutable files with random names; the bytes of parts and of whole objects
 *     incoming/        bodies that are still arriving; emptied at the start
 *
 * [Note: What survives] A complete body is renamed to a blob. Then a journal line refers to the blob, and
 * then the response acknowledges it. A process that dies in between leaves at most a file that no line refers
 * to, and the next start removes it. Nothing calls `fsync`, so a power failure may lose the last seconds.
 */
export const openStore = (directory: string) => {
  mkdirSync(directory, { recursive: true })
  const journalPath = join(directory, 'journal.ndjson')
  const catalogue = createCatalogue()
  const blobs = createBlobs(directory)

  for (const entry of readJournal(journalPath)) catalogue.apply(entry)
  // The catalogue's entries are often fewer than the journal's, because they omit what was deleted or
  // replaced.
  const entries = [...catalogue.entries()]
  for (const entry of entries) {
    if (entry.type === 'object-stored') blobs.retain(entry.object.parts.map(({ blob }) => blob))
    if (entry.type === 'part-stored') blobs.retain([entry.part.blob])
  }
  rewriteJournal(journalPath, entries)
  blobs.removeLeftovers()
  const journal = openJournal(journalPath)

  /**
   * Applies an entry to the catalogue immediately, and resolves when the journal contains it. A caller that
   * checks the catalogue and then commits without an `await` in between can be sure that no other request has
   * changed the catalogue since its check.
   */
  const commit = async (entry: Entry) => {
    const { added, removed } = catalogue.apply(entry)
    blobs.retain(added)
    await journal.append(entry)
    await blobs.release(removed)
  }

  return { ...catalogue, blobs, commit, close: journal.close }
}

export type Store = ReturnType<typeof openStore>
