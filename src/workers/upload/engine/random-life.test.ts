import { expect, test } from 'vitest'
import type { StorageFailure } from '../storage-failure.ts'
import { isFinal, type UploadButton } from '../task.ts'
import { createRandom } from '../testing/random.ts'
import { fileOf, runEngine, storedKey } from '../testing/running-engine.ts'

const troubles: (StorageFailure | 'answer-lost')[] = [
  { kind: 'unreachable' },
  { kind: 'stalled' },
  { kind: 'busy', code: 'SlowDown', retryAfter: 1000 },
  { kind: 'busy', code: 'InternalError' },
  { kind: 'refused', code: 'AccessDenied' },
  { kind: 'sign-in-needed' },
  'answer-lost',
]
const commands: UploadButton[] = ['start', 'pause', 'resume', 'cancel', 'pause', 'resume']
const files = [fileOf('a.mp4', 7), fileOf('b.mp4', 3, 1), fileOf('c.txt', 0, 9), fileOf('d.txt', 0, 0)]

const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1)

/** One random life: commands, losses of the network and failures of the store, in any order and speed. */
const live = async (seed: number) => {
  const random = createRandom(seed)
  const chance = (share: number) => random() < share
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  let isCalm = false
  const world = await runEngine({
    random,
    latency: () => 1 + Math.floor(random() * 300),
    trouble: () => (!isCalm && chance(0.15) ? pick(troubles) : undefined),
  })
  const { add, advance, engine, objectStore, tasks } = world
  await add(...files)
  const cancelled = new Set<string>()
  for (let step = 0; step < 40; step++) {
    if (chance(0.15)) objectStore.network.up = !objectStore.network.up
    if (chance(0.05)) objectStore.forgetUpload()
    if (chance(0.5)) {
      const [id, command] = [pick([...tasks.keys()]), pick(commands)]
      const wasFinal = isFinal(tasks.get(id)!.status)
      await engine.command([id], command)
      if (command === 'cancel' && !wasFinal) cancelled.add(id)
    }
    await advance(Math.floor(random() * 400))
  }
  isCalm = true
  objectStore.network.up = true
  await advance(120_000)
  // What could not be taken back in the storm is taken back with the next session.
  await engine.session('ana')
  for (let round = 0; round < 3; round++) {
    await engine.command(
      [...tasks.values()].filter(({ status }) => status.state === 'PAUSED').map(({ id }) => id),
      'resume',
    )
    await advance(600_000)
  }
  return { ...world, cancelled }
}

test.each(seeds)('whatever happens, every promise is kept (seed %i)', async (seed) => {
  const { tasks, objectStore, rows, cancelled } = await live(seed)
  expect(objectStore.violations).toEqual([])
  expect(objectStore.mostAtOnce()).toBeLessThanOrEqual(4)
  for (const { id, name, size, status } of tasks.values()) {
    const stored = objectStore.objects.get(storedKey(name))
    expect(isFinal(status), `${name} hangs in ${JSON.stringify(status)}`).toBe(true)
    const isCancelled = cancelled.has(id) && status.state === 'CANCELLED'
    expect(stored?.size).toBe(isCancelled ? undefined : size)
  }
  expect(rows.size).toBe(0)
})
