import { proxy } from 'comlink'
import { sleep } from '../lib/async/sleep.ts'
import { fail } from '../lib/result.ts'
import { consoleLog } from '../platform/log.ts'
import { neverSuspended, type PageCache } from '../platform/page-cache.ts'
import { mapStorageCalls, type Callbacks, type StorageCalls } from '../stored-files/storage-calls.ts'
import { createWakeLock, type DeviceScreen } from '../platform/wake-lock.ts'
import { commandTable, mapCommands, type UploadCommands } from './commands.ts'
import type {
  BucketConfig,
  CreateThumbnail,
  CredentialsSource,
  PageUploads,
  UploadClient,
} from './contract.ts'
import { requestReadPermission } from './file-permission.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { isFinal, type UploadTask } from './task.ts'
import { createWorkerLink, type WorkerLink } from './worker-link.ts'

type Deps = {
  bucketConfig: BucketConfig
  credentials: CredentialsSource
  /** The signed-in customer, and a subscription to possible changes. */
  customer: { current: () => string | undefined; subscribe: (listener: () => void) => void }
  /** Keeps the screen of the device on during uploads, and reports when the page becomes visible. */
  screen: DeviceScreen
  /** Default: no file gets a thumbnail. */
  createThumbnail?: CreateThumbnail
  createWorker: () => Worker
  /** Wraps the client of a customer, for example to observe its calls. */
  wrapClient?: (client: UploadClient) => UploadClient
  /** Reports when the browser suspends this page. Default: never. */
  page?: PageCache
  /** The pause before a new worker replaces a broken one. */
  restartDelayMs?: number
}

/** How long a sign-out waits for a worker that has not reported its tasks yet. */
const readyTimeoutMs = 2000
/**
 * How long a sign-out waits for the end of all uploads: the worker's own limit of 10 s, and a restart of the
 * worker.
 */
const clearingTimeoutMs = 15_000

/** Resolves when the saved tasks are loaded. */
const waitUntilReady = ({ current, subscribe }: Pick<Snapshots, 'current' | 'subscribe'>): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (!current().isReady) return
      stop()
      resolve()
    }
    const stop = subscribe(check)
    check()
  })

const needsPermission = ({ status }: UploadTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed' && status.reason.because === 'permission'

/**
 * Wraps the functions as proxies of Comlink, because a function cannot be sent to a worker. Passes other
 * values on, because the worker warns about them.
 */
const toProxies = <T>(callbacks: Callbacks<T> | undefined): Callbacks<T> | undefined =>
  callbacks &&
  Object.fromEntries(
    Object.entries(callbacks).map(([name, callback]) => [
      name,
      typeof callback === 'function' ? proxy(callback) : callback,
    ]),
  )

/** Forwards the calls on stored files of a customer to the worker. */
const createStorageClient = ({ call: callWorker }: WorkerLink, customerId: string): StorageCalls =>
  mapStorageCalls((name) => async (call, callbacks) => {
    const result = await callWorker(async ({ storage }: { storage: StorageCalls }) =>
      storage[name]({ ...call, customer: customerId }, toProxies(callbacks)),
    )
    // `result` fails only if the worker does. Its value is the result of the call itself.
    return result.ok ? result.value : fail({ kind: 'broken' })
  })

type ClientDeps = {
  link: WorkerLink
  snapshots: Snapshots
  commands: UploadCommands
  /** Returns the signed-in customer. */
  getSignedInId: () => string | undefined
}

/** Creates the uploads for the screens of one customer. */
const createCustomerClient = (
  customerId: string,
  { link, snapshots, commands, getSignedInId }: ClientDeps,
): UploadClient => ({
  snapshot: snapshots.current,
  subscribe: snapshots.subscribe,
  unfinishedUploads: async () => {
    if (link.isStarted()) await Promise.race([waitUntilReady(snapshots), sleep(readyTimeoutMs)])
    return snapshots.current().tasks.flatMap(({ status, name }) => (isFinal(status) ? [] : [name]))
  },
  ...commands,
  add: async (to, files) => {
    if (customerId === getSignedInId()) return commands.add(customerId, to, files)
    return files.map(({ file }) => fail({ name: file.name, refusal: 'signed-out' }))
  },
  command: async (ids, command) => {
    // Only the page can ask the coach for permission to read a file. It asks before the worker resumes.
    const idsWithoutPermission = command === 'resume' ? snapshots.filterIds(ids, needsPermission) : []
    for (const id of idsWithoutPermission) {
      const handle = await commands.handleOf(id)
      if (handle) await requestReadPermission(handle)
    }
    await commands.command(ids, command)
  },
  cancelAll: () => commands.cancelAll(customerId),
  clear: async () => {
    await Promise.race([commands.clear(customerId), sleep(clearingTimeoutMs)])
  },
  storage: createStorageClient(link, customerId),
})

/**
 * Creates the page's side of the uploads. The worker starts when the first customer is signed in, so that
 * saved tasks resume.
 */
export const createUploadClient = (deps: Deps): PageUploads => {
  const {
    bucketConfig,
    credentials,
    customer,
    screen,
    createThumbnail = async () => undefined,
    createWorker,
    wrapClient = (client) => client,
    page = neverSuspended,
    restartDelayMs = 5000,
  } = deps
  const snapshots = createSnapshots(createWakeLock(screen))
  /** The customer whose uploads are shown and sent. */
  let signedInId: string | undefined
  const link = createWorkerLink({
    createWorker,
    bucketConfig,
    credentials,
    customer: () => signedInId,
    receive: snapshots.receive,
    createThumbnail,
    onWorkerLost: snapshots.markWorkerLost,
    log: consoleLog,
    page,
    restartDelayMs,
  })

  const commands = mapCommands((name) => async (...args) => {
    const result = await link.call(async (worker: UploadCommands) => worker[name](...args))
    return result.ok ? result.value : commandTable[name].whenBroken(...args)
  })

  /** Passes the signed-in customer to the worker and the snapshots, if it has changed. */
  const followCustomer = () => {
    if (customer.current() === signedInId) return
    signedInId = customer.current()
    // The worker starts only for a customer. The callback reads `signedInId`, so a call that is repeated
    // after a failure names the current customer.
    if (link.isStarted() || signedInId !== undefined)
      void link.call(async (worker) => worker.session(signedInId))
    snapshots.setCustomer(signedInId)
  }
  customer.subscribe(followCustomer)
  followCustomer()
  // A coach who signs in to a Wi-Fi network leaves the app for the network's sign-in page and returns.
  screen.onVisible(() => {
    if (link.isStarted()) void commands.tryAgain()
  })

  const clientDeps = { link, snapshots, commands, getSignedInId: () => customer.current() }
  /**
   * The client that was created last. The same customer gets the same object again, because the effects and
   * queries of screens run again for another object.
   */
  let latest: { customerId: string; client: UploadClient } | undefined

  return {
    forCustomer: (customerId) => {
      if (latest?.customerId === customerId) return latest.client
      const client = wrapClient(createCustomerClient(customerId, clientDeps))
      latest = { customerId, client }
      return client
    },
  }
}
