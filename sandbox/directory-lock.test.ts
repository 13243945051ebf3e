import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(directory, { recursive: true }))

const path = () => join(directory, 'lock.json')

test('one holder at a time', async () => {
  const unlock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(`${directory} is in use by process ${process.pid}`)
  await unlock()
  const unlockAgain = await lockDirectory(directory)
  await unlockAgain()
})

test('the lock of another living process counts', async () => {
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
  await once(other, 'spawn')
  await writeFile(path(), JSON.stringify({ pid: other.pid, startedAt: 1 }))
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${other.pid}`)

  other.kill()
  await once(other, 'exit')
  const unlock = await lockDirectory(directory)
  await unlock()
})

test.each([
  ['of an earlier life under the same pid', JSON.stringify({ pid: process.pid, startedAt: 1 })],
  ['cut off while it was written', '{"pi'],
])('a lock %s is taken over', async (_, lock) => {
  await writeFile(path(), lock)
  const unlock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${process.pid}`)
  await unlock()
})

test('a directory that cannot be written is named', async () => {
  await writeFile(join(directory, 'file'), '')
  const inside = join(directory, 'file', 'data')
  await expect(lockDirectory(inside)).rejects.toThrow(`cannot write to ${inside}: ENOTDIR`)
})
