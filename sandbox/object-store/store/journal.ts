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
import { type Entry, entrySchema } from './entries.ts'

const writeAt = promisify(write)
const truncate = promisify(ftruncate)

const toLine = (entry: Entry) => `${JSON.stringify(entry)}\n`

const parseLine = (line: string, location: string) => {
  try {
    return v.parse(entrySchema, JSON.parse(line))
  } catch (cause) {
    throw new Error(`The journal of the object store is damaged at ${location}.`, { cause })
  }
}

/**
 * Reads the entries of a journal. Ignores text after the last line end: a crash has cut off this entry, so no
 * response has acknowledged it. Throws if any other line is damaged.
 */
export const readJournal = (path: string): Entry[] => {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line, index) => parseLine(line, `${path}:${index + 1}`))
}

/** Replaces a journal atomically by a shorter one with the same result. */
export const rewriteJournal = (path: string, entries: Iterable<Entry>) => {
  const draft = `${path}.draft`
  writeFileSync(draft, Array.from(entries, toLine).join(''))
  renameSync(draft, path)
}

/**
 * Opens a journal to append to it. Entries that arrive during a write go together into the next write. If a
 * write fails (no space is left), the file is truncated, so that the next write does not continue half a
 * line.
 */
export const openJournal = (path: string) => {
  const file = openSync(path, 'r+')
  let length = fstatSync(file).size
  /** The lines of the next write. */
  let pendingLines = ''
  let nextWrite: Promise<void> | undefined
  let lastWrite: Promise<void> = Promise.resolve()

  const flush = async () => {
    const bytes = Buffer.from(pendingLines)
    pendingLines = ''
    nextWrite = undefined
    try {
      for (let offset = 0; offset < bytes.length;) {
        const { bytesWritten } = await writeAt(file, bytes, offset, bytes.length - offset, length + offset)
        offset += bytesWritten
      }
      length += bytes.length
    } catch (fault) {
      await truncate(file, length)
      throw fault
    }
  }

  const append = (entry: Entry): Promise<void> => {
    pendingLines += toLine(entry)
    // Writes run one after the other, also after a failed one.
    nextWrite ??= lastWrite.then(flush, flush)
    lastWrite = nextWrite
    return nextWrite
  }

  const close = async () => {
    // Only waits: the caller of `append` receives the error of a failed write.
    await lastWrite.catch(() => undefined)
    closeSync(file)
  }

  return { append, close }
}
