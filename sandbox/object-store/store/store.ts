import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBlobs } from './blobs.ts'
import { createCatalogue } from './catalogue.ts'
import type { Entry } from './entries.ts'
import { openJournal, readJournal, rewriteJournal } from './journal.ts'

/**
 * Everything the object store knows, in one directory:
 *
 *     journal.ndjson   one line for everything that happened; read at the start into the catalogue
 *     blobs/           immutable files, named by chance; the bytes of parts and of whole objects
 *     incoming/        bodies still on their way; emptied at the start
 *
 * [Note: What survives] A body becomes a blob by a rename, then counts by one line in the journal, then is
 * acknowledged. A process that dies in between leaves at most a file that no line names, and the next start removes it.
 * Nothing is forced to the platter: after a power failure the last seconds may be gone.
 */
export const openStore = (directory: string) => {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'journal.ndjson')
  const catalogue = createCatalogue()
  const blobs = createBlobs(directory)

  for (const entry of readJournal(path)) catalogue.apply(entry)
  const entries = [...catalogue.entries()]
  for (const entry of entries) {
    if (entry.type === 'object-stored') blobs.retain(entry.object.parts.map(({ blob }) => blob))
    if (entry.type === 'part-stored') blobs.retain([entry.part.blob])
  }
  rewriteJournal(path, entries)
  blobs.sweep()
  const journal = openJournal(path)

  /**
   * Makes an entry true at once and resolves when it is written. Whoever checks a condition and commits without waiting
   * in between cannot be overtaken by another request.
   */
  const commit = async (entry: Entry) => {
    const { gained, lost } = catalogue.apply(entry)
    blobs.retain(gained)
    await journal.append(entry)
    await blobs.release(lost)
  }

  return { ...catalogue, blobs, commit, close: journal.close }
}

export type Store = ReturnType<typeof openStore>
