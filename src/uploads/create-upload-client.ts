import { fail } from '../lib/result.ts'
import { sleep } from '../lib/sleep.ts'
import { consoleLog } from '../platform/log.ts'
import type { CredentialsSource, StorageAddress, UploadClient } from './contract.ts'
import { askToRead } from './file-permission.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { createStorageClient } from './create-storage-client.ts'
import { isFinal, type UploadTask } from './task.ts'
import { createWakeLock, type Screen } from './wake-lock.ts'
import { createWorkerLink, type WorkerLink } from './worker-link.ts'

type Deps = {
  address: StorageAddress
  credentials: CredentialsSource
  /** Who is signed in, and a call whenever that may have changed. */
  customer: { current: () => string | undefined; subscribe: (listener: () => void) => void }
  screen: Screen
  createWorker: () => Worker
  /** ms */
  restartAfter?: number
}

/** ms that a sign-out waits for a worker that has not said yet what there is */
const patience = 2000
/** ms for the end of all uploads: what the engine gives the store, and a worker that has to be started anew */
const clearing = 15_000

const untilReady = ({ current, subscribe }: Pick<Snapshots, 'current' | 'subscribe'>): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!current().ready) return
      stop()
      resolve()
    }
    const stop = subscribe(look)
    look()
  })

const needsPermission = ({ status }: UploadTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed' && status.reason.because === 'permission'

type TaskCalls = Pick<UploadClient, 'add' | 'give' | 'command' | 'dismiss' | 'move' | 'setNetwork' | 'clear'>

const createTaskCalls = (
  { ask }: WorkerLink,
  { idsOf }: Pick<Snapshots, 'idsOf'>,
  current: Deps['customer']['current'],
): TaskCalls => {
  const askFor = async (id: string) => {
    const handle = await ask(async (worker) => worker.handleOf(id))
    if (handle.ok && handle.value) await askToRead(handle.value)
  }
  return {
    add: async (to, files) => {
      const owner = current()
      const none = (refusal: 'signed-out' | 'broken') =>
        files.map(({ file }) => fail({ name: file.name, refusal }))
      if (owner === undefined) return none('signed-out')
      const added = await ask(async (worker) => worker.add(owner, to, files))
      return added.ok ? added.value : none('broken')
    },
    give: async (...args) => {
      const given = await ask(async (worker) => worker.give(...args))
      return given.ok ? given.value : given
    },
    command: async (ids, command) => {
      if (command === 'resume') for (const id of idsOf(ids, needsPermission)) await askFor(id)
      await ask(async (worker) => worker.command(ids, command))
    },
    dismiss: async (...args) => void (await ask(async (worker) => worker.dismiss(...args))),
    move: async (...args) => void (await ask(async (worker) => worker.move(...args))),
    setNetwork: async (...args) => void (await ask(async (worker) => worker.setNetwork(...args))),
    clear: async () => {
      const owner = current()
      if (owner === undefined) return
      await Promise.race([ask(async (worker) => worker.clear(owner)), sleep(clearing)])
    },
  }
}

/** The page's side of the uploads. The worker starts with the first signed-in customer, so that old tasks go on. */
export const createUploadClient = (deps: Deps): UploadClient => {
  const { address, credentials, customer, screen, createWorker, restartAfter = 5000 } = deps
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
    restartAfter,
  })

  const follow = () => {
    const next = customer.current()
    if (next === session) return
    session = next
    if (link.isStarted() || session !== undefined) void link.ask(async (worker) => worker.session(session))
    snapshots.belongTo(session)
  }
  customer.subscribe(follow)
  follow()

  return {
    snapshot: snapshots.current,
    subscribe: snapshots.subscribe,
    unfinishedUploads: async () => {
      if (link.isStarted()) await Promise.race([untilReady(snapshots), sleep(patience)])
      return snapshots.current().tasks.filter(({ status }) => !isFinal(status)).length
    },
    ...createTaskCalls(link, snapshots, customer.current),
    storage: createStorageClient(link),
  }
}
