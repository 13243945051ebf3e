import { createElement, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { memoryKeyValues } from '../platform/storage/testing/memory-key-values.ts'
import { show } from '../ui/testing/show.tsx'
import { createCelebration, useCelebration } from './celebration.ts'

/** Shows whether either of two modules is yet to be celebrated, as a page does after a reload. */
const open = async (values: ReturnType<typeof memoryKeyValues>) => {
  const createModule = async (id: string) => {
    const stored = createCelebration(values, 'ana', id)
    return { stored, isStored: (await stored.read()) ?? false }
  }
  const modules = [await createModule('training-1'), await createModule('training-2')] as const
  const Module = () => {
    const [{ stored, isStored }, setModule] = useState(modules[0])
    const { isNew, onComplete, onCelebrated } = useCelebration(stored, isStored)
    const createButton = (name: string, onClick: () => void) =>
      createElement('button', { key: name, onClick }, name)
    return [
      createElement('output', { key: 'state' }, isNew ? 'new' : 'known'),
      createButton('Complete', onComplete),
      createButton('Celebrate', onCelebrated),
      createButton('Next module', () => setModule(modules[1])),
    ]
  }
  const screen = show('en-GB', createElement(Module))
  onTestFinished(screen.remove)
  return {
    state: () => screen.find('output').textContent,
    press: (name: string) => page.elementLocator(screen.place).getByRole('button', { name }).click(),
  }
}

test('a module that was completed before a reload is celebrated after it, and once', async () => {
  const values = memoryKeyValues()
  const { state, press } = await open(values)
  expect(state()).toBe('known')
  await press('Complete')
  expect(state()).toBe('new')
  await press('Next module')
  expect(state()).toBe('known')

  const reloaded = await open(values)
  expect(reloaded.state()).toBe('new')
  await reloaded.press('Celebrate')
  expect(reloaded.state()).toBe('known')
  await expect.poll(async () => (await open(values)).state()).toBe('known')
})
