import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'

/** Who holds a lock. `startedAt` tells a process from a later one that was given the same pid. */
const owner = v.object({ pid: v.number(), startedAt: v.string() })
type Owner = v.InferOutput<typeof owner>

type Held = { ok: false; error: { pid: number } }

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** When a process started, in clock ticks since boot; where there is no `/proc` only our own start is known. */
const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return pid === process.pid ? String(performance.timeOrigin) : undefined
  }
}

const isAlive = ({ pid, startedAt }: Owner): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, and belongs to another user.
    if (!hasCode(error, 'EPERM')) return false
  }
  const started = startOf(pid)
  return started === undefined || started === startedAt
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
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

/** A hard link appears whole or not at all, so nobody reads a half-written lock. */
const tryLink = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Removes a dead owner's lock. Only the holder of a second lock may: without it, a process that found the dead one a
 * moment ago would remove the fresh one of another. A process that dies in here leaves the second lock to a third.
 */
const removeStale = (path: string, stale: string, mine: string): Held | undefined => {
  const guard = `${path}.takeover`
  const held = take(guard, mine)
  if (held) return held
  try {
    if (read(path) === stale) rmSync(path)
  } finally {
    rmSync(guard)
  }
  return undefined
}

/** Links `mine` to `path`, or returns the living process that has it. */
const take = (path: string, mine: string): Held | undefined => {
  while (!tryLink(mine, path)) {
    const text = read(path)
    if (text === undefined) continue
    const holder = ownerIn(text)
    if (holder && isAlive(holder)) return { ok: false, error: { pid: holder.pid } }
    const held = removeStale(path, text, mine)
    if (held) return held
  }
  return undefined
}

/**
 * Takes a directory for this process, by a lock file at `path` inside of it. A lock whose process has died is taken
 * over, by one process only however many try. Returns how to release it, or the pid that holds it, as a `Result`; the
 * message is for the caller to write. All who lock must see the same process table.
 */
export const takeLock = (path: string): { ok: true; value: () => void } | Held => {
  const mine = `${path}.${process.pid}`
  const startedAt = startOf(process.pid) ?? ''
  writeFileSync(mine, JSON.stringify({ pid: process.pid, startedAt } satisfies Owner))
  try {
    return take(path, mine) ?? { ok: true, value: () => rmSync(path, { force: true }) }
  } finally {
    rmSync(mine, { force: true })
  }
}
