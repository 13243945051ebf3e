import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { getDataFolder, slot } from '../system/addresses.ts'

const mebibyte = 1_048_576

/** Writes a file of random bytes, so that no two parts are equal. Returns its path. */
export const createRandomFile = async (name: string, mebibytes: number): Promise<string> => {
  // In this worker's folder, because another worker may write a file with this name at the same time.
  const directory = join(getDataFolder(slot), 'files')
  await mkdir(directory, { recursive: true })
  const path = join(directory, name)
  const file = await open(path, 'w')
  for (let written = 0; written < mebibytes; written += 1) await file.write(randomBytes(mebibyte))
  await file.close()
  return path
}

/** The SHA-256 of a file, hex. */
export const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
