import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJsonFile } from './json-file.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'json-file-'))
})
afterEach(() => rm(directory, { recursive: true }))

const schema = v.object({ count: v.number() })
const open = () => openJsonFile(join(directory, 'deep', 'counter.json'), schema, () => ({ count: 0 }))

test('writes every awaited change to disk, and leaves no temporary file', async () => {
  const file = await open()
  const add = () => file.change(({ count }) => ({ count: count + 1 }))
  await Promise.all(Array.from({ length: 50 }, add))
  expect(file.content.count).toBe(50)
  expect((await open()).content.count).toBe(50)
  expect(await readdir(join(directory, 'deep'))).toEqual(['counter.json'])
})

test('saves a change before its own promise resolves, although more are in progress', async () => {
  const file = await open()
  const first = file.change(() => ({ count: 1 }))
  await first
  void file.change(() => ({ count: 2 }))
  const onDisk = v.parse(schema, JSON.parse(await readFile(join(directory, 'deep', 'counter.json'), 'utf8')))
  expect(onDisk.count).toBeGreaterThanOrEqual(1)
  await file.change(() => ({ count: 3 }))
  expect((await open()).content.count).toBe(3)
})

test('a change that throws changes nothing', async () => {
  const file = await open()
  expect(() =>
    file.change(() => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(file.content.count).toBe(0)
})

test.each(['{', '{"count":"three"}'])('refuses a file that contains %s, and names it', async (text) => {
  await open()
  await writeFile(join(directory, 'deep', 'counter.json'), text)
  await expect(open()).rejects.toThrow(/counter\.json cannot be read/)
})
