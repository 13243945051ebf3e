import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'

/** A value in memory that is also saved in a file. */
export type JsonFile<T> = {
  readonly content: T
  /**
   * Changes the value in memory immediately. Resolves when the file contains it and it survives a power
   * failure.
   */
  change(update: (content: T) => T): Promise<void>
}

const readText = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const parse = <T>(path: string, text: string, schema: v.GenericSchema<unknown, T>): T => {
  try {
    return v.parse(schema, JSON.parse(text))
  } catch (error) {
    throw new Error(`${path} cannot be read; remove it to start afresh`, { cause: error })
  }
}

const writeAtomically = async (path: string, text: string) => {
  const temporaryPath = `${path}.tmp`
  // Only the owner may read keys and password verifiers.
  const file = await open(temporaryPath, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporaryPath, path)
}

/** Opens a JSON file, or creates it with `initial` if there is none. Throws if the content is invalid. */
export const openJsonFile = async <T>(
  path: string,
  schema: v.GenericSchema<unknown, T>,
  initial: () => NoInfer<T> | Promise<NoInfer<T>>,
): Promise<JsonFile<T>> => {
  await mkdir(dirname(path), { recursive: true })
  const text = await readText(path)
  let content = text === undefined ? await initial() : parse(path, text, schema)
  /** The write that has not started, if there is one. */
  let nextWrite: Promise<void> | undefined
  let lastWrite: Promise<void> = Promise.resolve()

  const write = () => {
    nextWrite = undefined
    return writeAtomically(path, JSON.stringify(content, undefined, 1))
  }

  /**
   * Writes the content after the current write, even if the current write fails. One write saves all changes
   * that were made before it.
   */
  const save = (): Promise<void> => {
    nextWrite ??= lastWrite.then(write, write)
    lastWrite = nextWrite
    return nextWrite
  }

  if (text === undefined) await save()
  return {
    get content() {
      return content
    },
    change(update) {
      content = update(content)
      return save()
    },
  }
}
