import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockData } from './data-lock.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test('a directory in use is refused with the process that uses it, until it is given back', () => {
  const locked = lockData(directory)
  expect(lockData(directory)).toEqual({ ok: false, error: { pid: process.pid } })
  expect(readdirSync(directory)).toEqual(['server.lock'])
  if (locked.ok) locked.value()
  expect(readdirSync(directory)).toEqual([])
})
