import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockData } from './data-lock.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const write = (content: string) => writeFileSync(join(directory, 'server.lock'), content)
const read = () => JSON.parse(readFileSync(join(directory, 'server.lock'), 'utf8'))

test('a free directory is taken and given back without a trace', () => {
  const locked = lockData(directory)
  expect(read().pid).toBe(process.pid)
  expect(locked.ok).toBe(true)
  if (locked.ok) locked.value()
  expect(readdirSync(directory)).toEqual([])
})

test('a directory that is in use is refused with the process that uses it', () => {
  lockData(directory)
  expect(lockData(directory)).toEqual({ ok: false, error: { pid: process.pid } })
  expect(readdirSync(directory)).toEqual(['server.lock'])
})

test('the lock of a process that has died is taken over', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  write(JSON.stringify({ pid, startedAt: '1' }))
  expect(lockData(directory).ok).toBe(true)
  expect(read().pid).toBe(process.pid)
  expect(readdirSync(directory)).toEqual(['server.lock'])
})

test('a later process with the same pid does not hold the lock of the first', () => {
  write(JSON.stringify({ pid: process.pid, startedAt: 'another time' }))
  expect(lockData(directory).ok).toBe(true)
})

test.each(['', '{"pid":', '{"pid":"seven"}'])('a lock with the words %j is nobody’s', (words) => {
  write(words)
  expect(lockData(directory).ok).toBe(true)
})
