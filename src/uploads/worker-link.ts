import { proxy, wrap, type Remote } from 'comlink'
import { fail, ok, type Result } from '../lib/result.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { sleep } from '../lib/async/sleep.ts'
import type { Log } from '../platform/log.ts'
import type { PageCache } from '../platform/page-cache.ts'
import type {
  CredentialsSource,
  StorageAddress,
  UploadChange,
  UploadWorker,
  UploadWorkerEntry,
} from './contract.ts'

type Deps = {
  createWorker: () => Worker
  address: StorageAddress
  credentials: CredentialsSource
  /** The signed-in customer when a worker starts. */
  session: () => string | undefined
  receive: (change: UploadChange) => void
  /** The worker broke; the next one starts by itself. */
  onBroken: () => void
  log: Log
  page: PageCache
  /**
   * ms before the next worker starts: a worker whose script cannot be loaded must not keep the device busy.
   */
  restartAfter: number
}

type RemoteWorker = Remote<UploadWorker>

/** `remote` is absent if the browser could not create the worker. */
type Running = { remote?: Promise<RemoteWorker>; broken: Promise<void>; stop: () => void }

export type WorkerLink = {
  isStarted: () => boolean
  /**
   * Starts the worker if there is none, and calls it. If the worker breaks during a call, the call is
   * repeated once on the next worker: every call can be made twice. Fails as `broken` if that worker also
   * breaks, or if the call throws.
   */
  call: <T>(request: (worker: RemoteWorker) => Promise<T>) => Promise<Result<T, 'broken'>>
}

/**
 * Creates a worker and opens it. Calls `onBroken` if its script cannot be loaded or it throws, and `onTaken`
 * when it must end.
 */
const startWorker = (
  { createWorker, address, credentials, session, receive }: Deps,
  { onBroken, onTaken }: { onBroken: () => void; onTaken: () => void },
): Running => {
  const worker = createWorker()
  const broken = createDeferred<void>()
  const stop = () => {
    worker.terminate()
    broken.resolve()
  }
  worker.addEventListener('error', () => {
    stop()
    onBroken()
  })
  const opening = wrap<UploadWorkerEntry>(worker).open(address, proxy(credentials), proxy(receive))
  const remote = opening.then((opened) => {
    void opened.session(session())
    return opened
  })
  // A worker that breaks before it opens is handled elsewhere.
  void remote.then((opened) => opened.taken()).then(onTaken, () => undefined)
  return { remote, broken: broken.promise, stop }
}

/** The link to the upload worker, which outlives the worker itself. */
export const createWorkerLink = (deps: Deps): WorkerLink => {
  const { onBroken, log, page, restartAfter } = deps
  let running: Promise<Running> | undefined
  let current: Running | undefined

  /** The next worker resumes the saved tasks. */
  const startNext = () => {
    current = undefined
    running = sleep(restartAfter).then(page.shown).then(start)
    onBroken()
  }

  const start = (): Running => {
    try {
      current = startWorker(deps, { onBroken: startNext, onTaken: startAnew })
      return current
    } catch (error) {
      log.error('The browser could not start the upload worker', { error: String(error) })
      startNext()
      return { broken: Promise.resolve(), stop: () => undefined }
    }
  }

  /** Ends the worker; the next one starts as soon as the page is shown. */
  const startAnew = () => {
    if (!current) return
    const { stop } = current
    current = undefined
    running = page.shown().then(start)
    stop()
    onBroken()
  }

  // A suspended page would keep the uploads of all other tabs waiting, because its worker holds their lock.
  page.onSuspend(startAnew)

  const begin = (): Promise<Running> => {
    const started = start()
    return (running ??= Promise.resolve(started))
  }

  const callOnce = async <T>(request: (worker: RemoteWorker) => Promise<T>) => {
    try {
      const { remote, broken } = await (running ?? begin())
      if (!remote) return fail('broken' as const)
      return await Promise.race([remote.then(request).then(ok), broken.then(() => fail('broken' as const))])
    } catch (error) {
      log.error('The upload worker failed a call', { error: String(error) })
      return fail('broken' as const)
    }
  }

  return {
    isStarted: () => running !== undefined,
    call: async (request) => {
      const result = await callOnce(request)
      return result.ok ? result : callOnce(request)
    },
  }
}
