import { randomBytes } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { toBenchPath } from '../shared/bench-path.ts'

const mebibyte = 1_048_576

/** Writes a file of random bytes. Returns its absolute path. */
export const makeRandomFile = async (name: string, bytes: number): Promise<string> => {
  const directory = toBenchPath('files')
  await mkdir(directory, { recursive: true })
  const path = join(directory, name)
  const file = await open(path, 'w')
  for (let written = 0; written < bytes; written += mebibyte)
    await file.write(randomBytes(Math.min(mebibyte, bytes - written)))
  await file.close()
  return path
}
