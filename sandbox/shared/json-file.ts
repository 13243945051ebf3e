import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'

/** A value in memory and on disk. `change` resolves once the new value would survive a power cut. */
export type JsonFile<T> = {
  readonly content: T
  change(next: (content: T) => T): Promise<void>
}

/** Opens a JSON file, or starts from `initial` if there is none. Throws if the content is invalid. */
export const openJsonFile = async <T>(
  path: string,
  schema: v.GenericSchema<unknown, T>,
  initial: () => NoInfer<T> | Promise<NoInfer<T>>,
): Promise<JsonFile<T>> => {
  await mkdir(dirname(path), { recursive: true })
  const stored = await readText(path)
  let content = stored === undefined ? await initial() : parse(path, stored, schema)
  let waiting: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()

  // At most one write waits behind the current one. It contains all changes made in the meantime.
  const save = (): Promise<void> => {
    waiting ??= last = last
      .catch(() => undefined)
      .then(() => {
        waiting = undefined
        return writeAtomically(path, JSON.stringify(content, undefined, 1))
      })
    return waiting
  }

  if (stored === undefined) await save()
  return {
    get content() {
      return content
    },
    change(next) {
      content = next(content)
      return save()
    },
  }
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
  const temporary = `${path}.tmp`
  // Only the owner may read keys and password verifiers.
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}
