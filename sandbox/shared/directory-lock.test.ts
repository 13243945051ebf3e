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

test('one holder at a time', async () => {
  const inside = join(directory, 'made', 'for it')
  const unlock = await lockDirectory(inside)
  await expect(lockDirectory(inside)).rejects.toThrow(
    `${inside} is in use by process ${process.pid}; stop it first (its lock is ${join(inside, 'lock.json')})`,
  )
  await unlock()
  const unlockAgain = await lockDirectory(inside)
  await unlockAgain()
})

test('a directory that cannot be written is named', async () => {
  await writeFile(join(directory, 'file'), '')
  const inside = join(directory, 'file', 'data')
  await expect(lockDirectory(inside)).rejects.toThrow(`cannot write to ${inside}: ENOTDIR`)
})
