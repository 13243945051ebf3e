import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const holder = v.object({ pid: v.number(), startedAt: v.number() })
type Holder = v.InferOutput<typeof holder>

/** The pid alone is not enough: in a container the next start often gets the same one. */
const self = (): Holder => ({ pid: process.pid, startedAt: performance.timeOrigin })

/**
 * Makes this process the only one that writes into a directory, until the returned function is called. Fails with one
 * clear line where another process has it; the lock of a process that is gone is taken over.
 */
export const lockDirectory = async (directory: string): Promise<() => Promise<void>> => {
  const path = join(directory, 'lock.json')
  const claimed = await mkdir(directory, { recursive: true })
    .then(() => claim(path))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`cannot write to ${directory}: ${reason}`, { cause: error })
    })
  if (!claimed) {
    const other = await readHolder(path)
    if (other && isAlive(other)) {
      throw new Error(`${directory} is in use by process ${other.pid}; stop it first (its lock is ${path})`)
    }
    await rm(path, { force: true })
    if (!(await claim(path))) throw new Error(`${directory} was taken by another process just now`)
  }
  return () => rm(path, { force: true })
}

const claim = async (path: string): Promise<boolean> => {
  try {
    await writeFile(path, JSON.stringify(self()), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

const readHolder = async (path: string): Promise<Holder | undefined> => {
  try {
    return v.parse(holder, JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

const isAlive = ({ pid, startedAt }: Holder): boolean => {
  if (pid === process.pid) return startedAt === self().startedAt
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, but belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
