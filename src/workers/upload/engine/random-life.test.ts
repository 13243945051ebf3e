import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLife } from '../testing/create-life.ts'
import { lifeSteps } from '../testing/life-steps.ts'
import { emptyFileOf, storedKey } from '../testing/running-engine.ts'
import { defaultPartSize } from './plan-parts.ts'

const files = [
  emptyFileOf('a.mp4', 6 * defaultPartSize),
  emptyFileOf('b.mp4', 2 * defaultPartSize + 1),
  emptyFileOf('c.txt', 9),
  emptyFileOf('d.txt', 0),
  emptyFileOf('e.mp4', 2 * defaultPartSize),
]
/** Somebody else's, as like ours as can be. */
const theirs = { size: 2 * defaultPartSize, eTag: '"whole-2"' }
const nameInStore = (name: string) => (name === 'e.mp4' ? 'e 1970-01-01 00.16.40.mp4' : name)

type Life = Awaited<ReturnType<typeof createLife>>

/** How a task ended. A worker can die with the news of it; then the task is on no list any more. */
const endOf = ({ ends, cancelled, device }: Life, id: string, isStored: boolean) => {
  const known = ends.get(id)
  if (known !== undefined) return known
  if (device.tasks.has(id)) return 'hangs'
  if (isStored) return 'COMPLETED'
  return cancelled.has(id) ? 'CANCELLED' : 'lost'
}

/** Everything that was promised and not kept. */
const brokenPromises = (life: Life): string[] => {
  const { objectStore, rows } = life.device
  const broken = [...objectStore.violations]
  if (objectStore.mostAtOnce() > 4) broken.push('more than four parts at once')
  for (const [index, id] of life.ids.entries()) {
    const { name = '', size = 0 } = files[index] ?? {}
    const stored = objectStore.objects.get(storedKey(nameInStore(name)))?.size
    const end = endOf(life, id, stored !== undefined)
    const isKept = end === 'COMPLETED' ? stored === size : end === 'CANCELLED' && stored === undefined
    if (!isKept) broken.push(`${name} ended as ${end}, with ${stored} bytes stored`)
  }
  if (objectStore.objects.get(storedKey('e.mp4')) !== theirs) broken.push("another's file was touched")
  for (const id of objectStore.uploads.keys()) broken.push(`${id} is left on the server`)
  for (const id of rows.keys()) broken.push(`the record of ${id} is left on the device`)
  return broken
}

/** The seed makes every run the same 2,000 lives; a failing one is printed, as short as it can be made. */
const runs = { numRuns: 2000, seed: 2026 }

test('whatever happens, every promise is kept', { timeout: 120_000 }, async () => {
  const lives = fc.tuple(lifeSteps, fc.integer({ min: 1, max: 210 }))
  await fc.assert(
    fc.asyncProperty(lives, async ([steps, beat]) => {
      const life = await createLife(files, beat)
      life.device.objectStore.objects.set(storedKey('e.mp4'), theirs)
      for (const step of steps) await life.take(step)
      await life.calmDown()
      expect(brokenPromises(life)).toEqual([])
    }),
    runs,
  )
})
