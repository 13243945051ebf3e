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
import { type Entry, entry } from './entries.ts'

const writeAt = promisify(write)
const truncate = promisify(ftruncate)

const toLine = (value: Entry) => `${JSON.stringify(value)}\n`

const parseLine = (line: string, place: string) => {
  try {
    return v.parse(entry, JSON.parse(line))
  } catch (cause) {
    throw new Error(`The journal of the object store is damaged at ${place}.`, { cause })
  }
}

/**
 * Reads the entries of a journal. A crash cut off any text after the last line end, and no response
 * acknowledged it.
 */
export const readJournal = (path: string): Entry[] => {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line, at) => parseLine(line, `${path}:${at + 1}`))
}

/** Replaces a journal atomically by a shorter one with the same result. */
export const rewriteJournal = (path: string, entries: Iterable<Entry>) => {
  const draft = `${path}.draft`
  writeFileSync(draft, Array.from(entries, toLine).join(''))
  renameSync(draft, path)
}

/**
 * Opens a journal to append to it. Entries that arrive during a write go together into the next one. A failed
 * write (a full disk) is truncated, so that the next one does not continue half a line.
 */
export const openJournal = (path: string) => {
  const file = openSync(path, 'r+')
  let length = fstatSync(file).size
  let waiting = ''
  let nextWrite: Promise<void> | undefined
  let lastWrite: Promise<void> = Promise.resolve()

  const flush = async () => {
    const bytes = Buffer.from(waiting)
    waiting = ''
    nextWrite = undefined
    try {
      for (let written = 0; written < bytes.length;) {
        const { bytesWritten } = await writeAt(file, bytes, written, bytes.length - written, length + written)
        written += bytesWritten
      }
      length += bytes.length
    } catch (fault) {
      await truncate(file, length)
      throw fault
    }
  }

  const append = (value: Entry): Promise<void> => {
    waiting += toLine(value)
    nextWrite ??= lastWrite.then(flush, flush)
    lastWrite = nextWrite
    return nextWrite
  }

  const close = async () => {
    await lastWrite.catch(() => undefined)
    closeSync(file)
  }

  return { append, close }
}
