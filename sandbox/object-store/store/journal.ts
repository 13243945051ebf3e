import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncate,
  openSync,
  readFileSync,
  renameSync,
  write,
  writeFileSync,
} from 'node:fs'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { type JournalEntry, journalEntrySchema } from './entries.ts'

const writeAt = promisify(write)
const truncate = promisify(ftruncate)

const toLine = (entry: JournalEntry) => `${JSON.stringify(entry)}\n`

const parseLine = (line: string, location: string) => {
  try {
    return v.parse(journalEntrySchema, JSON.parse(line))
  } catch (cause) {
    throw new Error(`The journal of the object store is damaged at ${location}.`, { cause })
  }
}

/**
 * Reads the entries of a journal, a file with one JSON line for each change of the object store. Ignores text
 * after the last line end: a crash has cut off this entry, so no response has acknowledged it. Throws if any
 * other line is damaged.
 */
export const readJournal = (path: string): JournalEntry[] => {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line, index) => parseLine(line, `${path}:${index + 1}`))
}

/** Replaces a journal atomically by a shorter one with the same result. */
export const rewriteJournal = (path: string, entries: Iterable<JournalEntry>) => {
  const draft = `${path}.draft`
  writeFileSync(draft, Array.from(entries, toLine).join(''))
  renameSync(draft, path)
}

/**
 * Opens a journal to append entries. One write runs at a time. Entries that arrive during a write go together
 * into the next one. If a write fails (for example because no space is left), the file is truncated to the
 * last complete write, so that the next one does not continue half a line.
 */
export const openJournal = (path: string) => {
  const file = openSync(path, 'r+')
  /** The size of the file after the last successful write. */
  let lengthBytes = fstatSync(file).size
  /** The lines of the next write. */
  let pendingLines = ''
  /** The write that will contain the pending lines, or undefined if there are none. */
  let nextWrite: Promise<void> | undefined
  /** The write that was planned last: `nextWrite`, or else the current or the previous write. */
  let lastWrite: Promise<void> = Promise.resolve()

  const writePendingLines = async () => {
    const bytes = Buffer.from(pendingLines)
    pendingLines = ''
    nextWrite = undefined
    try {
      // The operating system may write fewer bytes than requested.
      for (let offset = 0; offset < bytes.length;) {
        const { bytesWritten } = await writeAt(
          file,
          bytes,
          offset,
          bytes.length - offset,
          lengthBytes + offset,
        )
        offset += bytesWritten
      }
      lengthBytes += bytes.length
    } catch (error) {
      await truncate(file, lengthBytes)
      throw error
    }
  }

  /** Resolves when the entry is written. */
  const append = (entry: JournalEntry): Promise<void> => {
    pendingLines += toLine(entry)
    // The next write begins when the last one ends, whether that succeeds or fails.
    nextWrite ??= lastWrite.then(writePendingLines, writePendingLines)
    lastWrite = nextWrite
    return nextWrite
  }

  const close = async () => {
    // Only waits. The caller of `append` gets the error of a failed write.
    await lastWrite.catch(() => undefined)
    closeSync(file)
  }

  return { append, close }
}
