import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { fail, ok, type Result } from '../../src/lib/result.ts'

/** Who holds a directory. `startedAt` tells a process from a later one that was given the same pid. */
const owner = v.object({ pid: v.number(), startedAt: v.string() })
type Owner = v.InferOutput<typeof owner>

const missing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** When a process started, in clock ticks since boot; empty where there is no `/proc`. */
const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const isAlive = ({ pid, startedAt }: Owner): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return startOf(pid) === startedAt
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (missing(error)) return undefined
    throw error
  }
}

const ownerIn = (text: string): Owner | undefined => {
  try {
    return v.parse(owner, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Moves a dead owner's lock away; two processes that try at once both move the same file, and only one succeeds. */
const removeStale = (path: string, stale: string, aside: string) => {
  try {
    renameSync(path, aside)
    // Somebody quicker put a fresh lock there in between: it goes back.
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, path)
  } catch (error) {
    if (!missing(error)) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/**
 * Takes a directory for this process: two processes on one PGlite directory lose rows. A lock whose process has died is
 * taken over. Answers how to give it back, or the pid that holds it. Both processes must see the same process table.
 */
export const lockData = (directory: string): Result<() => void, { pid: number }> => {
  const path = join(directory, 'server.lock')
  const mine = `${path}.${process.pid}`
  const words = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Owner)
  writeFileSync(mine, words)
  try {
    for (;;) {
      // A hard link appears whole or not at all, so nobody reads a half-written lock.
      if (tryLink(mine, path)) return ok(() => rmSync(path, { force: true }))
      const held = read(path)
      if (held === undefined) continue
      const holder = ownerIn(held)
      if (holder && isAlive(holder)) return fail({ pid: holder.pid })
      removeStale(path, held, `${mine}.stale`)
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

const tryLink = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
