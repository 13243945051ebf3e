import { proxy, wrap, type Remote } from 'comlink'
import { fail } from '../../lib/result.ts'
import type {
  CredentialsSource,
  StorageAddress,
  UploadChange,
  UploadClient,
  UploadSnapshot,
  UploadWorker,
} from './contract.ts'
import { askToRead } from './file-permission.ts'
import type { UploadTask } from './task.ts'
import { createWakeLock, type Screen } from './wake-lock.ts'

type Deps = {
  address: StorageAddress
  credentials: CredentialsSource
  /** Who is signed in, and a call whenever that may have changed. */
  customer: { current: () => string | undefined; subscribe: (listener: () => void) => void }
  screen: Screen
  createWorker?: () => Worker
}

const createModuleWorker = () =>
  new Worker(new URL('./upload.worker.ts', import.meta.url), { type: 'module' })

/** ms */
const restartAfter = 5000

const movesBytes = ({ status, phase }: UploadTask): boolean =>
  status.state === 'IN_PROGRESS' && phase !== 'preparing'

/** The page's side of the uploads. The worker starts with the first signed-in customer, so that old tasks go on. */
export const createUploadClient = (deps: Deps): UploadClient => {
  const { address, credentials, customer, screen, createWorker = createModuleWorker } = deps
  const listeners = new Set<() => void>()
  const tasks = new Map<string, UploadTask>()
  const keepAwake = createWakeLock(screen)
  let remote: Remote<UploadWorker> | undefined
  let session: string | undefined
  let known = { ready: false, durable: true }
  let snapshot: UploadSnapshot = { ...known, tasks: [] }

  const refresh = () => {
    const mine = [...tasks.values()].filter((task) => task.customer === session)
    snapshot = { ...known, tasks: mine.sort((a, b) => a.order - b.order) }
    keepAwake(mine.some(movesBytes))
    for (const listener of listeners) listener()
  }

  const receive = ({ all, tasks: changed, removed, durable }: UploadChange) => {
    if (all) tasks.clear()
    for (const task of changed) tasks.set(task.id, task)
    for (const id of removed) tasks.delete(id)
    known = { ready: known.ready || all, durable }
    refresh()
  }

  const worker = (): Remote<UploadWorker> => {
    if (remote) return remote
    const started = createWorker()
    const opened = (remote = wrap<UploadWorker>(started))
    // Its script could not be loaded, or it broke: a new one goes on from the saved tasks.
    started.addEventListener('error', () => {
      started.terminate()
      if (remote !== opened) return
      remote = undefined
      setTimeout(() => session !== undefined && worker(), restartAfter)
    })
    void opened.open(address, proxy(credentials), proxy(receive))
    void opened.session(session)
    return opened
  }

  const follow = () => {
    const next = customer.current()
    if (next === session) return
    session = next
    if (remote) void remote.session(session)
    else if (session !== undefined) worker()
    refresh()
  }
  customer.subscribe(follow)
  follow()

  const needsPermission = (id: string): boolean => {
    const status = tasks.get(id)?.status
    return (
      status?.state === 'PAUSED' &&
      status.reason.kind === 'file-needed' &&
      status.reason.because === 'permission'
    )
  }

  const askFor = async (id: string) => {
    const handle = await worker().handleOf(id)
    if (handle) await askToRead(handle)
  }

  return {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: async (level, files) => {
      const owner = customer.current()
      if (owner === undefined)
        return files.map(({ file }) => fail({ name: file.name, refusal: 'signed-out' as const }))
      return worker().add(owner, level, files)
    },
    give: (...args) => worker().give(...args),
    command: async (ids, command) => {
      if (command === 'resume') for (const id of ids.filter(needsPermission)) await askFor(id)
      await worker().command(ids, command)
    },
    dismiss: (...args) => worker().dismiss(...args),
    first: (...args) => worker().first(...args),
    list: (...args) => worker().list(...args),
    head: (...args) => worker().head(...args),
    remove: (...args) => worker().remove(...args),
    downloadAddress: (...args) => worker().downloadAddress(...args),
  }
}
