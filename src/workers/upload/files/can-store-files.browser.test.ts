import { wrap } from 'comlink'
import { expect, test } from 'vitest'
import { createSharedFiles } from '../../../uploads/shared-files.ts'
import type { TestStorage } from '../testing/probe.worker.ts'
import { createFileCopies } from './file-copies.ts'

const { storage } = navigator

test('detects file storage beside a tab that sweeps the copies, and leaves nothing behind', async () => {
  const url = new URL('../testing/probe.worker.ts', import.meta.url)
  const ask = wrap<TestStorage>(new Worker(url, { type: 'module' }))
  const copies = createFileCopies(storage, createSharedFiles(storage, navigator.locks))
  const asked: { found?: boolean[] } = {}
  const asking = ask(100).then((found) => Object.assign(asked, { found }))
  while (!asked.found) await copies.sweep(new Set(), () => [])
  await asking
  expect(asked.found.filter((can) => !can)).toEqual([])

  const names: string[] = []
  for await (const name of (await storage.getDirectory()).keys()) names.push(name)
  expect(names.filter((name) => name.startsWith('probe'))).toEqual([])
})
