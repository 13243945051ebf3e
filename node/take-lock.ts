import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'

/** The holder of a lock. `startedAt` distinguishes a process from a later one with the same pid. */
const holderSchema = v.object({ pid: v.number(), startedAt: v.string() })
type Holder = v.InferOutput<typeof holderSchema>

/** The failure to take a lock: the process `pid` holds it. */
type LockHeld = { ok: false; error: { pid: number } }

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Returns when a process started, in clock ticks since boot. Without `/proc`, returns the time origin of this
 * process, and undefined for any other.
 */
const findStartTime = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces. The start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return pid === process.pid ? String(performance.timeOrigin) : undefined
  }
}

const isAlive = ({ pid, startedAt }: Holder): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    if (!hasCode(error, 'EPERM')) return false
  }
  // If the start time is unknown, assumes that it is the same process.
  const startTime = findStartTime(pid)
  return startTime === undefined || startTime === startedAt
}

const readIfExists = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const parseHolder = (text: string): Holder | undefined => {
  try {
    return v.parse(holderSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * Creates a hard link, which appears atomically, so no process reads a half-written lock. Returns false if
 * `to` already exists.
 */
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
 * Removes a dead holder's lock while holding a second lock, the *guard*. Without the guard, a process that
 * has found the same dead holder could remove the new lock of another process. If this process dies while it
 * holds the guard, another process takes the guard over in the same way. Returns undefined on success.
 */
const removeStaleLock = (path: string, staleText: string, ownFile: string): LockHeld | undefined => {
  const guardPath = `${path}.takeover`
  const guardHeld = take(guardPath, ownFile)
  if (guardHeld) return guardHeld
  try {
    // Another process may have replaced the lock before this process had the guard.
    if (readIfExists(path) === staleText) rmSync(path)
  } finally {
    rmSync(guardPath)
  }
  return undefined
}

/**
 * Links `ownFile`, which names this process, to `path`. Returns undefined if this process now has the lock, or
 * a `LockHeld` if a living process has it or is taking it over.
 */
const take = (path: string, ownFile: string): LockHeld | undefined => {
  while (!tryLink(ownFile, path)) {
    const text = readIfExists(path)
    // The holder has released the lock since `tryLink` failed.
    if (text === undefined) continue
    const holder = parseHolder(text)
    if (holder && isAlive(holder)) return { ok: false, error: { pid: holder.pid } }
    const guardHeld = removeStaleLock(path, text, ownFile)
    if (guardHeld) return guardHeld
  }
  return undefined
}

/**
 * Takes the lock file at `path` for this process. Takes over the lock of a dead process; if several processes
 * try, only one succeeds. Returns a function that releases the lock, or the pid of the current holder. All
 * processes must see the same process table.
 */
export const takeLock = (path: string): { ok: true; value: () => void } | LockHeld => {
  const ownFile = `${path}.${process.pid}`
  const startedAt = findStartTime(process.pid) ?? ''
  writeFileSync(ownFile, JSON.stringify({ pid: process.pid, startedAt } satisfies Holder))
  try {
    return take(path, ownFile) ?? { ok: true, value: () => rmSync(path, { force: true }) }
  } finally {
    rmSync(ownFile, { force: true })
  }
}
