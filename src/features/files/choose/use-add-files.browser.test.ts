import { createElement, useLayoutEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../lib/result.ts'
import { show } from '../../../ui/testing/show.tsx'
import type { UploadClient } from '../../../uploads/contract.ts'
import { createSelection } from './file-sources.tsx'
import { useAddFiles } from './use-add-files.ts'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** A screen that adds files; `onBatch` is called with each batch that is passed to the worker. */
const start = (onBatch: (hook: ReturnType<typeof useAddFiles>, names: string[]) => void) => {
  let hook: ReturnType<typeof useAddFiles> | undefined
  const uploads: Pick<UploadClient, 'add'> = {
    add: async (_to, files) => {
      if (hook)
        onBatch(
          hook,
          files.map(({ file }) => file.name),
        )
      return files.map(({ file }) => ok({ id: file.name, known: false }))
    },
  }
  const keep = (next: ReturnType<typeof useAddFiles>) => {
    hook = next
  }
  const Screen = () => {
    const adding = useAddFiles(uploads, { level: 'private', folder: '' }, async () => undefined)
    useLayoutEffect(() => keep(adding))
    return null
  }
  screen = show('en-GB', createElement(Screen))
  if (!hook) throw new Error('The screen is not there')
  return hook
}
const chosen = (count: number) =>
  createSelection(Array.from({ length: count }, (_, index) => ({ file: new File(['x'], `${index}.jpg`) })))

test('stops adding thousands of files when adding is ended, until others are chosen', async () => {
  const handed: string[][] = []
  const { add } = start((hook, names) => {
    handed.push(names)
    if (handed.length === 2) hook.stop()
  })
  await add(chosen(3000))
  expect(handed.map(({ length }) => length)).toEqual([100, 100])
  await add(chosen(1))
  expect(handed.at(-1)).toEqual(['0.jpg'])
})
