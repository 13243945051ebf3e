import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { playLives } from '../../../lib/testing/play-lives.ts'
import { chooseLives } from '../../../lib/testing/random-lives.ts'
import { createLife } from '../testing/create-life.ts'
import { lifeSteps } from '../testing/life-steps.ts'
import { createEmptyFile } from '../testing/running-engine.ts'
import { defaultPartSize } from '../../../uploads/plan-parts.ts'

const files = [
  createEmptyFile('a.mp4', 6 * defaultPartSize),
  createEmptyFile('b.mp4', 2 * defaultPartSize + 1),
  createEmptyFile('c.txt', 9),
  createEmptyFile('d.txt', 0),
  createEmptyFile('e.mp4', 2 * defaultPartSize),
]
type Life = Awaited<ReturnType<typeof createLife>>

/** How a task ended. If the worker died before it published the end, the task is on no list. */
const classifyEnd = ({ ends, cancelled, device }: Life, id: string, isStored: boolean) => {
  const known = ends.get(id)
  if (known !== undefined) return known
  if (device.tasks.has(id)) return 'hangs'
  if (isStored) return 'COMPLETED'
  return cancelled.has(id) ? 'CANCELLED' : 'lost'
}

const ofTask = ({ device }: Life, id: string): number[] =>
  [...device.objectStore.objects.values()].filter(({ madeBy }) => madeBy === id).map(({ size }) => size)

/** The violated invariants. */
const brokenPromises = (life: Life): string[] => {
  const { objectStore, rows } = life.device
  const broken = [...objectStore.violations]
  if (objectStore.maxAtOnce() > 4) broken.push('more than four parts at once')
  for (const [index, id] of life.ids.entries()) {
    const { name = '', size = 0 } = files[index] ?? {}
    const [stored, ...more] = ofTask(life, id)
    if (more.length > 0) broken.push(`${name} is stored more than once`)
    const end = classifyEnd(life, id, stored !== undefined)
    const isKept = end === 'COMPLETED' ? stored === size : end === 'CANCELLED' && stored === undefined
    if (!isKept) broken.push(`${name} ended as ${end}, with ${stored} bytes stored`)
  }
  for (const [key, object] of life.theirs)
    if (objectStore.objects.get(key) !== object) broken.push(`another's file was touched: ${key}`)
  for (const id of objectStore.uploads.keys()) broken.push(`${id} is left on the server`)
  for (const id of rows.keys()) broken.push(`the record of ${id} is left on the device`)
  return broken
}

const lives = chooseLives(
  'src/workers/upload/queue/random-life.test.ts',
  { usual: 300, red: [] },
  import.meta.env,
)

test('random sequences of events break no promise', () =>
  playLives(
    lives,
    fc.asyncProperty(lifeSteps, fc.integer({ min: 1, max: 210 }), async (steps, beat) => {
      const life = await createLife(files, beat)
      await life.take({ does: 'another stores', file: files.length - 1 })
      for (const step of steps) await life.take(step)
      await life.calmDown()
      expect(brokenPromises(life)).toEqual([])
    }),
  ))
