import { spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from './take-lock.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const path = (name = 'a.lock') => join(directory, name)
const write = (content: string, name?: string) => writeFileSync(path(name), content)
const read = () => JSON.parse(readFileSync(path(), 'utf8'))
const inUseBy = (pid: number | undefined) => ({ ok: false, error: { pid } })

/** A separate process that can call `takeLock` and runs until it is disconnected. */
const startProcess = (script: string) => {
  const module = JSON.stringify(new URL('take-lock.ts', import.meta.url).href)
  const code = `import { takeLock } from ${module}\nprocess.on('message', () => {})\n${script}`
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc']
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio })
}

/** A pid that is not in use: its process has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

test('takes a free directory, and releases it without a trace', () => {
  const locked = takeLock(path())
  expect(read().pid).toBe(process.pid)
  expect(locked.ok).toBe(true)
  if (locked.ok) locked.value()
  expect(readdirSync(directory)).toEqual([])
})

test('refuses a directory in use, with the process that uses it', () => {
  takeLock(path())
  expect(takeLock(path())).toEqual(inUseBy(process.pid))
  expect(readdirSync(directory)).toEqual(['a.lock'])
})

test('respects the lock of another process while it runs, but not after it was killed', async () => {
  const other = startProcess(`process.send(takeLock(${JSON.stringify(path())}).ok)`)
  expect(await once(other, 'message')).toEqual([true, undefined])
  expect(takeLock(path())).toEqual(inUseBy(other.pid))
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(takeLock(path()).ok).toBe(true)
  expect(read().pid).toBe(process.pid)
  expect(readdirSync(directory)).toEqual(['a.lock'])
})

test('does not attribute a lock to a later process with the same pid', () => {
  write(JSON.stringify({ pid: process.pid, startedAt: 'another time' }))
  expect(takeLock(path()).ok).toBe(true)
})

test.skipIf(process.platform !== 'linux')('another user’s process with its pid does not hold a lock', () => {
  write(JSON.stringify({ pid: process.ppid, startedAt: 'another time' }))
  expect(takeLock(path()).ok).toBe(true)
})

test.each(['', '{"pid":', '{"pid":"seven"}'])('ignores a lock with the text %j', (words) => {
  write(words)
  expect(takeLock(path()).ok).toBe(true)
})

test('an interrupted takeover does not block the next one', () => {
  const stale = JSON.stringify({ pid: deadPid(), startedAt: '1' })
  write(stale)
  write(stale, 'a.lock.takeover')
  expect(takeLock(path()).ok).toBe(true)
  expect(readdirSync(directory)).toEqual(['a.lock'])
})

test('gives a dead lock to one of several processes that find it at the same moment', async () => {
  const dead = JSON.stringify({ pid: deadPid(), startedAt: '1' })
  const names = Array.from({ length: 60 }, (_, round) => `${round}.lock`)
  for (const name of names) write(dead, name)
  const rivals = [1, 2, 3].map(() =>
    startProcess(`
      process.once('message', ({ paths, start }) => {
        process.send(paths.filter((path, round) => {
          while (Date.now() < start + round * 5);
          return takeLock(path).ok
        }))
      })
      process.send('ready')`),
  )
  await Promise.all(rivals.map((rival) => once(rival, 'message')))
  const taken = rivals.map((rival) => once(rival, 'message'))
  for (const rival of rivals) rival.send({ paths: names.map((name) => path(name)), start: Date.now() + 50 })
  const winners = (await Promise.all(taken)).flat(2)
  for (const name of names) expect(winners.filter((won) => won === path(name))).toHaveLength(1)
  for (const rival of rivals) rival.disconnect()
})
