import { ok } from '../../../lib/result.ts'
import type { AutomaticRetry, UploadChange } from '../../../uploads/contract.ts'
import { defaultPartSize } from '../../../uploads/plan-parts.ts'
import type { UploadStatus, UploadTask } from '../../../uploads/task.ts'
import { createConnection } from '../network/connection.ts'
import { createEngine, type UploadEngine } from '../queue/create-engine.ts'
import type { EnginePorts } from '../queue/ports.ts'
import type { SavedTask } from '../task/saved-task.ts'
import type { TaskDatabase } from '../task/task-database.ts'
import { createFakeObjectStore } from './fake-object-store.ts'
import { createMemoryCopies } from './memory-copies.ts'
import { createMortalPorts } from './mortal-ports.ts'
import { createVirtualClock } from './virtual-clock.ts'

const block = new Uint8Array(defaultPartSize)

/**
 * Creates a file of `parts` parts of 5 MiB and `rest` further bytes. It begins with its name; all other bytes
 * come from one shared block of memory, and are the same in every file.
 */
export const createFile = (name: string, parts: number, rest = 0, lastModified = 1_700_000_000_000): File => {
  const blocks = new Blob([...Array.from({ length: parts }, () => block), block.subarray(0, rest)])
  const start = new Blob([name]).slice(0, blocks.size)
  return new File([start, blocks.slice(start.size)], name, { lastModified, type: 'video/mp4' })
}

/**
 * Creates a file that reports this size but contains only its name, for quick tests with thousands of files
 * or many GiB.
 */
export const createEmptyFile = (name: string, size: number): File =>
  Object.defineProperties(new File([], name, { lastModified: 1_700_000_000_000 }), {
    size: { value: size },
    slice: { value: (start = 0, end = size) => createEmptyFile(name, end - start) },
    arrayBuffer: { value: async () => new TextEncoder().encode(name).buffer },
  })

/** Creates a database in memory that stores copies of what it receives, like IndexedDB. */
export const createMemoryDatabase = (rows = new Map<string, SavedTask>()): TaskDatabase => ({
  load: async () => [...rows.values()].map((row) => structuredClone(row)),
  write: async (saved, removed) => {
    for (const task of saved) rows.set(task.id, structuredClone(task))
    for (const id of removed) rows.delete(id)
  },
})

const anyNetwork: EnginePorts['network'] = {
  getView: () => ({ wifiOnly: false, obeyDataSaver: true, knows: { wifi: true, dataSaver: true } }),
  set: async () => undefined,
  subscribe: () => undefined,
}

/** Creates a list of tasks that follows what the engine publishes, like a page. */
const createMirror = () => {
  const tasks = new Map<string, UploadTask>()
  const changes: UploadChange[] = []
  const publish = (change: UploadChange) => {
    changes.push(change)
    if (change.all) tasks.clear()
    for (const task of change.tasks) tasks.set(task.id, task)
    for (const id of change.removed) tasks.delete(id)
  }
  return { tasks, changes, publish, findStatus: (id = 'task-1') => tasks.get(id)?.status }
}

type StoreOptions = Omit<Parameters<typeof createFakeObjectStore>[0], 'clock'>
type Options = StoreOptions & Partial<EnginePorts>

/**
 * Creates a device with a virtual clock and a fake object store. Its engine can be killed and started again.
 */
export const createDevice = ({ trouble, latency, ignoresConditions, ...ports }: Options = {}) => {
  const { clock, advance, jump } = createVirtualClock()
  const faults = {
    ...(trouble && { trouble }),
    ...(latency && { latency }),
    ...(ignoresConditions && { ignoresConditions }),
  }
  const objectStore = createFakeObjectStore({ clock, ...faults })
  const mirror = createMirror()
  const warnings: string[] = []
  const errors: string[] = []
  const statuses: UploadStatus[] = []
  const retries: AutomaticRetry[] = []
  const rows = new Map<string, SavedTask>()
  let ids = 0
  const connection = createConnection(async () => objectStore.network.up, clock)
  const devicePorts: EnginePorts = {
    transport: objectStore.transport,
    bucket: 'files',
    database: createMemoryDatabase(rows),
    copies: createMemoryCopies(),
    connection,
    network: anyNetwork,
    clock,
    log: { warn: (message) => warnings.push(message), error: (message) => errors.push(message) },
    setCustomer: () => undefined,
    getIdentityId: async () => ok('us-east-1:ana'),
    random: () => 0.5,
    newId: () => `task-${++ids}`,
    computeChecksum: async () => 'AAAAAA==',
    createThumbnail: async () => undefined,
    digest: async (bytes) => `${bytes.length} ${new TextDecoder().decode(bytes.subarray(0, 64))}`,
    publish: mirror.publish,
    onStatus: (status) => void statuses.push(status),
    onRetry: (retry) => void retries.push(retry),
    ...ports,
  }
  let death = new AbortController()

  /** Ends the worker, like a killed tab. */
  const kill = () => death.abort()

  /** Starts the next worker. It has no tasks until `load`. */
  const begin = async (): Promise<UploadEngine> => {
    kill()
    death = new AbortController()
    const engine = createEngine(createMortalPorts(devicePorts, death.signal))
    await engine.session('ana')
    return engine
  }

  return {
    kill,
    begin,
    objectStore,
    connection,
    ...mirror,
    warnings,
    errors,
    statuses,
    retries,
    rows,
    clock,
    advance,
    jump,
  }
}

/** The destination of the customer's files. */
export const mine = { level: 'private', folder: '' } as const

/** Creates a device with a running engine. */
export const runEngine = async (options: Options = {}) => {
  const device = createDevice(options)
  const engine = await device.begin()

  /** Adds files for the customer and returns their ids. */
  const add = async (...files: File[]) => {
    const outcomes = await engine.add(
      'ana',
      mine,
      files.map((file) => ({ file })),
    )
    return outcomes.map((outcome) => (outcome.ok ? outcome.value.id : ''))
  }
  return { ...device, engine, add }
}

/** Returns the full key of the customer's file in the bucket. */
export const storedKey = (name: string): string => `private/us-east-1:ana/${name}`
