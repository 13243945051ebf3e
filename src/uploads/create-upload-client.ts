import { proxy } from 'comlink'
import { fail } from '../lib/result.ts'
import { sleep } from '../lib/async/sleep.ts'
import { consoleLog } from '../platform/log.ts'
import { alwaysShown, type PageCache } from '../platform/page-cache.ts'
import { commandTable, everyCommand, type UploadCommands } from './commands.ts'
import type { CredentialsSource, PageUploads, StorageAddress, UploadClient } from './contract.ts'
import { requestRead } from './file-permission.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { everyStorageCall, type Callbacks, type StorageCalls } from '../stored-files/storage-calls.ts'
import { isFinal, type UploadTask } from './task.ts'
import { createWakeLock, type Screen } from './wake-lock.ts'
import { createWorkerLink, type WorkerLink } from './worker-link.ts'

type Deps = {
  address: StorageAddress
  credentials: CredentialsSource
  /** The signed-in customer, and a subscription to possible changes. */
  customer: { current: () => string | undefined; subscribe: (listener: () => void) => void }
  screen: Screen
  createWorker: () => Worker
  /** Wraps the client of a customer, for example to observe its calls. */
  tell?: (client: UploadClient) => UploadClient
  page?: PageCache
  /** ms. */
  restartAfter?: number
}

/** ms that a sign-out waits for a worker that has not reported its tasks yet. */
const readyTimeout = 2000
/** ms for the end of all uploads: the time that the engine gives the store, and a restart of the worker. */
const clearingTimeout = 15_000

const untilReady = ({ current, subscribe }: Pick<Snapshots, 'current' | 'subscribe'>): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (!current().ready) return
      stop()
      resolve()
    }
    const stop = subscribe(check)
    check()
  })

const needsPermission = ({ status }: UploadTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed' && status.reason.because === 'permission'

/** Functions cross the boundary of the worker as proxies. Other values are checked in the worker. */
const asProxies = <T>(callbacks: Callbacks<T> | undefined): Callbacks<T> | undefined =>
  callbacks &&
  Object.fromEntries(
    Object.entries(callbacks).map(([name, callback]) => [
      name,
      typeof callback === 'function' ? proxy(callback) : callback,
    ]),
  )

/** Every call on stored files, called on the worker for a customer. */
const createStorageClient = ({ call: callWorker }: WorkerLink, customer: string): StorageCalls =>
  everyStorageCall((name) => async (call, callbacks) => {
    const done = await callWorker(async ({ storage }: { storage: StorageCalls }) =>
      storage[name]({ ...call, customer }, asProxies(callbacks)),
    )
    return done.ok ? done.value : fail({ kind: 'broken' })
  })

/**
 * The page's side of the uploads. The worker starts with the first signed-in customer, so that old tasks
 * resume.
 */
export const createUploadClient = (deps: Deps): PageUploads => {
  const {
    address,
    credentials,
    customer,
    screen,
    createWorker,
    tell = (client) => client,
    page = alwaysShown,
    restartAfter = 5000,
  } = deps
  const snapshots = createSnapshots(createWakeLock(screen))
  let session: string | undefined
  const link = createWorkerLink({
    createWorker,
    address,
    credentials,
    session: () => session,
    receive: snapshots.receive,
    onBroken: snapshots.broken,
    log: consoleLog,
    page,
    restartAfter,
  })

  const commands = everyCommand((name) => async (...args) => {
    const done = await link.call(async (worker: UploadCommands) => worker[name](...args))
    return done.ok ? done.value : commandTable[name].whenBroken(...args)
  })

  const follow = () => {
    const next = customer.current()
    if (next === session) return
    session = next
    // Reads the session when the call is made: a call that is repeated after a failure names the present one.
    if (link.isStarted() || session !== undefined) void link.call(async (worker) => worker.session(session))
    snapshots.setCustomer(session)
  }
  customer.subscribe(follow)
  follow()
  // To sign in to a Wi-Fi, a person leaves the app for another page and comes back.
  screen.onVisible(() => {
    if (link.isStarted()) void commands.tryAgain()
  })

  const clientOf = (owner: string): UploadClient => ({
    snapshot: snapshots.current,
    subscribe: snapshots.subscribe,
    unfinishedUploads: async () => {
      if (link.isStarted()) await Promise.race([untilReady(snapshots), sleep(readyTimeout)])
      return snapshots.current().tasks.flatMap(({ status, name }) => (isFinal(status) ? [] : [name]))
    },
    ...commands,
    add: async (to, files) => {
      if (owner === customer.current()) return commands.add(owner, to, files)
      return files.map(({ file }) => fail({ name: file.name, refusal: 'signed-out' }))
    },
    command: async (ids, command) => {
      const handles = command === 'resume' ? snapshots.idsOf(ids, needsPermission) : []
      for (const id of handles) {
        const handle = await commands.handleOf(id)
        if (handle) await requestRead(handle)
      }
      await commands.command(ids, command)
    },
    cancelAll: () => commands.cancelAll(owner),
    clear: async () => {
      await Promise.race([commands.clear(owner), sleep(clearingTimeout)])
    },
    storage: createStorageClient(link, owner),
  })
  let last: { owner: string; client: UploadClient } | undefined

  return {
    of: (owner) => {
      // Returns the same object for all screens of one customer, because their effects and queries depend on
      // it.
      if (last?.owner !== owner) last = { owner, client: tell(clientOf(owner)) }
      return last.client
    },
  }
}
