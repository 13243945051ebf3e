import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'

/** The holder of a lock. `startedAt` distinguishes a process from a later one with the same pid. */
const owner = v.object({ pid: v.number(), startedAt: v.string() })
type Owner = v.InferOutput<typeof owner>

type Held = { ok: false; error: { pid: number } }

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** The start time of a process in clock ticks since boot. Without `/proc` only our own start is known. */
const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces. The start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return pid === process.pid ? String(performance.timeOrigin) : undefined
  }
}

const isAlive = ({ pid, startedAt }: Owner): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
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

/** A hard link appears atomically, so no process reads a half-written lock. */
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
 * Removes a dead owner's lock while holding a second lock. Without the second lock, a process that found the
 * dead owner a moment ago could remove another process's fresh lock. If the process dies in this function, a
 * third process takes over the second lock.
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

/** Links `mine` to `path`, or returns the living process that holds the lock. */
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
 * Takes a directory for this process by a lock file at `path` in it. Takes over the lock of a dead process;
 * of several processes that try, only one succeeds. Returns a function that releases the lock, or the pid of
 * the holder, as a `Result`; the caller writes the message. All processes must see the same process table.
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
