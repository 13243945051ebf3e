import { proxy, wrap, type Remote } from 'comlink'
import { fail, ok, type Result } from '../lib/result.ts'
import { createDeferred } from '../lib/deferred.ts'
import { sleep } from '../lib/sleep.ts'
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
  /** ms before the next worker: one whose script cannot be loaded does not keep the device busy */
  restartAfter: number
}

type RemoteWorker = Remote<UploadWorker>

/** `remote` is absent where the browser did not make the worker. */
type Running = { remote?: Promise<RemoteWorker>; broken: Promise<void>; stop: () => void }

export type WorkerLink = {
  isStarted: () => boolean
  /**
   * Starts the worker where there is none, and calls it. A call that a worker broke on is repeated on the next one,
   * once: every call can be made twice. It fails as `broken` where that breaks as well, or throws.
   */
  call: <T>(request: (worker: RemoteWorker) => Promise<T>) => Promise<Result<T, 'broken'>>
}

/** Makes a worker and opens it; `onBroken` when its script cannot be loaded, or it throws, `onTaken` when it must end. */
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
  // A worker that breaks before is told from another place.
  void remote.then((opened) => opened.taken()).then(onTaken, () => undefined)
  return { remote, broken: broken.promise, stop }
}

/** The line to the upload worker, which outlives the worker itself. */
export const createWorkerLink = (deps: Deps): WorkerLink => {
  const { onBroken, log, page, restartAfter } = deps
  let running: Promise<Running> | undefined
  let current: Running | undefined

  /** A new one resumes the saved tasks. */
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

  /** Ends the worker; the next one begins as soon as the page is shown. */
  const startAnew = () => {
    if (!current) return
    const { stop } = current
    current = undefined
    running = page.shown().then(start)
    stop()
    onBroken()
  }

  // A page that is put aside would keep the uploads of all others waiting: its worker holds their lock.
  page.onAside(startAnew)

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
