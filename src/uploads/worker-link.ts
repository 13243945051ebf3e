import { proxy, wrap, type Remote } from 'comlink'
import { createDeferred } from '../lib/async/deferred.ts'
import { sleep } from '../lib/async/sleep.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { Log } from '../platform/log.ts'
import type { PageCache } from '../platform/page-cache.ts'
import type {
  BucketConfig,
  CreateThumbnail,
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
  /** Receives every change of the uploads from the worker. */
  receive: (change: UploadChange) => void
  createThumbnail: CreateThumbnail
  /** Called when the worker has broken or is being replaced, before the link starts the next worker. */
  onWorkerLost: () => void
  log: Log
  /** Reports when the browser suspends this page and shows it again. */
  page: PageCache
  /**
   * The pause before the next worker starts. Without it, a worker whose script cannot be loaded would keep
   * the device busy.
   */
  restartDelayMs: number
}

type RemoteUploadWorker = Remote<UploadWorker>

type StartedWorker = {
  /** The worker's interface over Comlink. Absent if the browser could not create the worker. */
  remote?: Promise<RemoteUploadWorker>
  /** Resolves when the worker has broken or was stopped. */
  whenEnded: Promise<void>
  stop: () => void
}

export type WorkerLink = {
  isStarted: () => boolean
  /**
   * Calls `makeCall` with the worker, which is started first if there is none. If that fails, calls it once
   * more, with the next worker if the first worker broke, so every call must be safe to repeat. Fails with
   * `broken` if the second call fails too.
   */
  call: <T>(makeCall: (worker: RemoteUploadWorker) => Promise<T>) => Promise<Result<T, 'broken'>>
}

/**
 * Creates a worker, and opens it with the arguments that only the page has. Calls `onError` if its script
 * cannot be loaded or it throws, and `onTakenOver` when another tab has taken over the uploads.
 */
const startWorker = (
  { createWorker, bucketConfig, credentials, customer, receive, createThumbnail }: Deps,
  { onError, onTakenOver }: { onError: () => void; onTakenOver: () => void },
): StartedWorker => {
  const worker = createWorker()
  const ended = createDeferred<void>()
  const stop = () => {
    worker.terminate()
    ended.resolve()
  }
  worker.addEventListener('error', () => {
    stop()
    onError()
  })
  const openedWorker = wrap<UploadWorkerEntry>(worker).open(
    bucketConfig,
    proxy(credentials),
    proxy(receive),
    proxy(createThumbnail),
  )
  const remote = openedWorker.then((uploadWorker) => {
    void uploadWorker.session(customer())
    return uploadWorker
  })
  // If `open` fails, `remote` rejects. This is ignored here, because `callOnce` then returns `broken`.
  void remote.then((uploadWorker) => uploadWorker.whenTakenOver()).then(onTakenOver, () => undefined)
  return { remote, whenEnded: ended.promise, stop }
}

/**
 * Creates the link to the upload worker. The worker starts with the first call. When it ends, the link
 * replaces it: after a pause if it broke, or without a pause if another tab took over the uploads or the
 * browser suspended this page. The new worker resumes the saved tasks, or shows those of the other tab.
 */
export const createWorkerLink = (deps: Deps): WorkerLink => {
  const { onWorkerLost, log, page, restartDelayMs } = deps
  /** Resolves to the current worker, or to the next worker if none runs. Undefined before the first start. */
  let workerPromise: Promise<StartedWorker> | undefined
  /** The current worker, or undefined while none runs. */
  let currentWorker: StartedWorker | undefined

  /** Starts the next worker after a pause, as soon as the page is shown. */
  const restartAfterFailure = () => {
    currentWorker = undefined
    workerPromise = sleep(restartDelayMs).then(page.waitUntilShown).then(start)
    onWorkerLost()
  }

  const start = (): StartedWorker => {
    try {
      currentWorker = startWorker(deps, { onError: restartAfterFailure, onTakenOver: replaceWorker })
      return currentWorker
    } catch (error) {
      log.error('The browser could not start the upload worker', { error: String(error) })
      restartAfterFailure()
      // The result for the calls that wait for this start. They fail, because it has no `remote`.
      return { whenEnded: Promise.resolve(), stop: () => undefined }
    }
  }

  /**
   * Ends a worker that works but must not continue, and starts the next worker as soon as the page is shown.
   * There is no pause, because the worker has not failed, and without a worker this page cannot show the
   * uploads or send commands to the tab that owns them.
   */
  const replaceWorker = () => {
    if (!currentWorker) return
    const { stop } = currentWorker
    currentWorker = undefined
    workerPromise = page.waitUntilShown().then(start)
    stop()
    onWorkerLost()
  }

  // The worker of a page that the browser suspends in its back/forward cache would keep the lock of the
  // uploads, and all other tabs would wait for it.
  page.onSuspend(replaceWorker)

  const startFirst = (): Promise<StartedWorker> => {
    const worker = start()
    // If the start failed, `restartAfterFailure` has set `workerPromise` to the next worker.
    workerPromise ??= Promise.resolve(worker)
    return workerPromise
  }

  const callOnce = async <T>(makeCall: (worker: RemoteUploadWorker) => Promise<T>) => {
    try {
      const { remote, whenEnded } = await (workerPromise ?? startFirst())
      if (!remote) return fail('broken' as const)
      // A call to a worker that has ended never settles.
      return await Promise.race([
        remote.then(makeCall).then(ok),
        whenEnded.then(() => fail('broken' as const)),
      ])
    } catch (error) {
      log.error('A call to the upload worker failed', { error: String(error) })
      return fail('broken' as const)
    }
  }

  return {
    isStarted: () => workerPromise !== undefined,
    call: async (makeCall) => {
      const result = await callOnce(makeCall)
      return result.ok ? result : callOnce(makeCall)
    },
  }
}
