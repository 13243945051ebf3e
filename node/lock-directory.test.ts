import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from './lock-directory.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test('refuses a directory in use, with the process that uses it, until it is released', () => {
  const inside = join(directory, 'made', 'for it')
  const unlock = lockDirectory(inside)
  expect(() => lockDirectory(inside)).toThrow(
    `The data directory ${inside} is in use by process ${process.pid}; stop it first.`,
  )
  expect(readdirSync(inside)).toEqual(['server.lock'])
  unlock()
  expect(readdirSync(inside)).toEqual([])
  lockDirectory(inside)()
})

test('names a directory that cannot be written', () => {
  writeFileSync(join(directory, 'file'), '')
  const inside = join(directory, 'file', 'data')
  expect(() => lockDirectory(inside)).toThrow(`The data directory ${inside} cannot be written: ENOTDIR`)
})
