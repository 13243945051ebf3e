import { proxy, wrap, type Remote } from 'comlink'
import { createDeferred } from '../lib/async/deferred.ts'
import { sleep } from '../lib/async/sleep.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { Log } from '../platform/log.ts'
import type { PageCache } from '../platform/page-cache.ts'
import type {
  BucketConfig,
  CredentialsSource,
  UploadChange,
  UploadWorker,
  UploadWorkerEntry,
} from './contract.ts'

type Deps = {
  createWorker: () => Worker
  bucketConfig: BucketConfig
  credentials: CredentialsSource
  /** The signed-in customer. Each worker that starts receives it. */
  customer: () => string | undefined
  receive: (change: UploadChange) => void
  /** The worker broke; the next one starts by itself. */
  onBroken: () => void
  log: Log
  page: PageCache
  /**
   * ms before the next worker starts: a worker whose script cannot be loaded must not keep the device busy.
   */
  restartDelay: number
}

type RemoteUploadWorker = Remote<UploadWorker>

type RunningWorker = {
  /** The worker's interface over Comlink. Absent if the browser could not create the worker. */
  remote?: Promise<RemoteUploadWorker>
  /** Resolves when the worker has broken or was stopped. */
  broken: Promise<void>
  stop: () => void
}

export type WorkerLink = {
  isStarted: () => boolean
  /**
   * Starts the worker if there is none, and calls it. If the worker breaks during a call, the call is
   * repeated once on the next worker: every call can be made twice. Fails as `broken` if that worker also
   * breaks, or if the call throws.
   */
  call: <T>(request: (worker: RemoteUploadWorker) => Promise<T>) => Promise<Result<T, 'broken'>>
}

/**
 * Creates a worker and opens it. Calls `onBroken` if its script cannot be loaded or it throws, and
 * `onTakenOver` when it must end because another window has taken over the uploads.
 */
const startWorker = (
  { createWorker, bucketConfig, credentials, customer, receive }: Deps,
  { onBroken, onTakenOver }: { onBroken: () => void; onTakenOver: () => void },
): RunningWorker => {
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
  const opening = wrap<UploadWorkerEntry>(worker).open(bucketConfig, proxy(credentials), proxy(receive))
  const remote = opening.then((uploadWorker) => {
    void uploadWorker.session(customer())
    return uploadWorker
  })
  // Rejects if the worker breaks before it opens: the listener above and `callOnce` handle that.
  void remote.then((uploadWorker) => uploadWorker.whenTakenOver()).then(onTakenOver, () => undefined)
  return { remote, broken: broken.promise, stop }
}

/** The link to the upload worker, which outlives the worker itself. */
export const createWorkerLink = (deps: Deps): WorkerLink => {
  const { onBroken, log, page, restartDelay } = deps
  /** The present worker, or the next one, which is about to start. Undefined before the first. */
  let running: Promise<RunningWorker> | undefined
  /** The present worker. Undefined while none runs. */
  let current: RunningWorker | undefined

  /** The next worker resumes the saved tasks. */
  const restartAfterFailure = () => {
    current = undefined
    running = sleep(restartDelay).then(page.shown).then(start)
    onBroken()
  }

  const start = (): RunningWorker => {
    try {
      current = startWorker(deps, { onBroken: restartAfterFailure, onTakenOver: replaceWorker })
      return current
    } catch (error) {
      log.error('The browser could not start the upload worker', { error: String(error) })
      restartAfterFailure()
      return { broken: Promise.resolve(), stop: () => undefined }
    }
  }

  /** Ends the worker; the next one starts as soon as the page is shown. */
  const replaceWorker = () => {
    if (!current) return
    const { stop } = current
    current = undefined
    running = page.shown().then(start)
    stop()
    onBroken()
  }

  // A suspended page would keep the uploads of all other tabs waiting, because its worker holds their lock.
  page.onSuspend(replaceWorker)

  const startFirst = (): Promise<RunningWorker> => {
    const worker = start()
    // If the start failed, `running` is the next worker already.
    running ??= Promise.resolve(worker)
    return running
  }

  const callOnce = async <T>(request: (worker: RemoteUploadWorker) => Promise<T>) => {
    try {
      const { remote, broken } = await (running ?? startFirst())
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
