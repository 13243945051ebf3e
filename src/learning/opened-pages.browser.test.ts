import { createElement, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { memoryKeyValues } from '../platform/storage/testing/memory-key-values.ts'
import { show } from '../ui/testing/show.tsx'
import type { ModulePosition } from './module-steps.ts'
import { createOpenedPages, useOpenedSteps } from './opened-pages.ts'

const places: ModulePosition[] = [
  { step: 'watch', page: 1 },
  { step: 'understand', page: 1 },
  { step: 'understand', page: 2 },
  { step: 'run', page: 1 },
]

/** Shows the opened steps of two modules, and a button for each of their places. */
const start = async (values = memoryKeyValues()) => {
  const createModule = async (id: string) => {
    const stored = createOpenedPages(values, 'ana', id)
    return { stored, saved: (await stored.read()) ?? [] }
  }
  const modules = [await createModule('training-1'), await createModule('training-2')]
  const Steps = () => {
    const [shown, setShown] = useState({ module: modules[0]!, place: places[0]! })
    const { stored, saved } = shown.module
    const steps = useOpenedSteps(stored, saved, shown.place, places)
    const buttons = modules.flatMap((module, index) =>
      places.map((place) => {
        const name = `${index + 1} ${place.step} ${place.page}`
        return createElement('button', { key: name, onClick: () => setShown({ module, place }) }, name)
      }),
    )
    return [createElement('output', { key: 'steps' }, steps.join(' ')), ...buttons]
  }
  const screen = show('en-GB', createElement(Steps))
  onTestFinished(screen.remove)
  return {
    steps: () => screen.find('output').textContent,
    open: (name: string) => page.elementLocator(screen.place).getByRole('button', { name }).click(),
  }
}

test('a step is opened when all its pages were, in any order', async () => {
  const { steps, open } = await start()
  expect(steps()).toBe('watch')
  await open('1 understand 2')
  await open('1 run 1')
  expect(steps()).toBe('watch run')
  await open('1 understand 1')
  expect(steps()).toBe('watch understand run')
})

test('stores the opened pages of each module, together with those that another tab has stored', async () => {
  const values = memoryKeyValues()
  const { steps, open } = await start(values)
  await expect.poll(() => values.read('opened/ana/training-1')).toEqual(['watch 1'])
  await createOpenedPages(values, 'ana', 'training-1').write(['understand 2'])
  await open('1 understand 1')
  await open('2 run 1')
  expect(steps()).toBe('run')
  await expect.poll(() => values.read('opened/ana/training-2')).toEqual(['run 1'])
  const later = await start(values)
  expect(later.steps()).toBe('watch understand')
})
