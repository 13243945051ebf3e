import { ok } from '../../../lib/result.ts'
import type { UploadChange } from '../contract.ts'
import { createConnection } from '../engine/connection.ts'
import { createEngine } from '../engine/create-engine.ts'
import { defaultPartSize } from '../engine/plan-parts.ts'
import type { EnginePorts } from '../engine/ports.ts'
import type { SavedTask } from '../saved-task.ts'
import type { UploadStore } from '../store.ts'
import type { UploadTask } from '../task.ts'
import { createFakeObjectStore } from './fake-object-store.ts'
import { createVirtualClock } from './virtual-clock.ts'

const block = new Uint8Array(defaultPartSize)

/** A file of so many parts of 5 MiB and a rest, without so much memory. */
export const fileOf = (name: string, parts: number, rest = 0, lastModified = 1_700_000_000_000): File =>
  new File([...Array.from({ length: parts }, () => block), block.subarray(0, rest)], name, {
    lastModified,
    type: 'video/mp4',
  })

/** What is saved, as IndexedDB would keep it: copies. */
export const createMemoryStore = (rows = new Map<string, SavedTask>()): UploadStore => ({
  load: async () => [...rows.values()].map((row) => structuredClone(row)),
  write: async (saved, removed) => {
    for (const task of saved) rows.set(task.id, structuredClone(task))
    for (const id of removed) rows.delete(id)
  },
})

type Options = Pick<Parameters<typeof createFakeObjectStore>[0], 'trouble' | 'latency'> & Partial<EnginePorts>

/** An engine on a virtual clock, with a fake object store; what it publishes is kept as the page would keep it. */
export const runEngine = async (options: Options = {}) => {
  const { clock, advance } = createVirtualClock()
  const { trouble, latency, ...ports } = options
  const objectStore = createFakeObjectStore({
    clock,
    ...(trouble && { trouble }),
    ...(latency && { latency }),
  })
  const tasks = new Map<string, UploadTask>()
  const changes: UploadChange[] = []
  const warnings: string[] = []
  const rows = new Map<string, SavedTask>()
  let ids = 0
  const probe = async () => objectStore.network.up
  const connection = createConnection(probe, clock)
  const engine = createEngine({
    transport: objectStore.transport,
    store: createMemoryStore(rows),
    connection,
    clock,
    log: { warn: (message) => warnings.push(message), error: (message) => warnings.push(message) },
    identityId: async () => ok('us-east-1:ana'),
    random: () => 0.5,
    newId: () => `task-${++ids}`,
    checksum: async () => 'AAAAAA==',
    digest: async (bytes) => `${bytes.length}`,
    publish: (change) => {
      changes.push(change)
      if (change.all) tasks.clear()
      for (const task of change.tasks) tasks.set(task.id, task)
      for (const id of change.removed) tasks.delete(id)
    },
    ...ports,
  })
  await engine.session('ana')

  /** Adds files for the customer and returns their ids. */
  const add = async (...files: File[]) => {
    const outcomes = await engine.add(
      'ana',
      'private',
      files.map((file) => ({ file })),
    )
    return outcomes.map((outcome) => (outcome.ok ? outcome.value.id : ''))
  }
  const statusOf = (id = 'task-1') => tasks.get(id)?.status
  return { engine, objectStore, connection, tasks, changes, warnings, rows, clock, advance, add, statusOf }
}

/** The key under which a file of the customer lies in the bucket. */
export const storedKey = (name: string): string => `private/us-east-1:ana/${name}`
