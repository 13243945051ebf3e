import { anySignal } from '../lib/async/any-signal.ts'
import { createDeferred, type Deferred } from '../lib/async/deferred.ts'
import type { Connectivity } from '../platform/network/connectivity.ts'
import type { PageCache } from '../platform/page-cache.ts'
import { downloadModule, type DownloadDeps } from './download-module.ts'
import { summariseReceived, type DownloadedModule } from './downloaded-modules.ts'
import type { ModuleFiles } from './module-files.ts'
import type { OfflineModule, SnapshotStore } from './offline-modules.ts'

export type DownloadsDeps = DownloadDeps & {
  connectivity: Pick<Connectivity, 'state' | 'subscribe' | 'check'>
  /** Resolves after the given number of ms. */
  wait: (ms: number) => Promise<void>
  locks: Pick<LockManager, 'request'>
  page: PageCache
}

/** Shows the state of a download on the screen. */
type Show = (state: OfflineModule) => void

type DownloadsParts = {
  /** The current states. */
  snapshot: SnapshotStore
  /** Opens what is stored of a module: its video, captions and poster, as far as they are downloaded. */
  openModule: (moduleId: string) => DownloadedModule
  /** Called when a download has ended. If `isFailed`, the screen already shows the reason. */
  onEnded: (moduleId: string, outcome: { isFailed: boolean }) => Promise<void>
}

/** How a download is ended early. */
type StopControls = {
  /** Aborted to end the download. */
  stop: AbortController
  /** Resolved when the page is suspended, so that the lock is released before the download has ended. */
  release: Deferred<void>
}

/** Whether a lock request was aborted by its own signal, or another page took the lock. */
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/**
 * After this time without a new chunk, another tab's download is shown as stuck. That tab may be frozen and
 * still hold the lock.
 */
const maxChunkWaitMs = 8000

/** What one download needs. */
type DownloadWork = {
  storedModule: DownloadedModule
  files: ModuleFiles
  signal: AbortSignal
  show: Show
}

/** The time until the next request if the server is reachable but a download got no response. */
const retryDelayMs = 10_000

/** Waits until the server is reachable. If it is reachable already, waits for `retryDelayMs`. */
const waitBeforeRetry = async ({ connectivity, wait }: DownloadsDeps, signal: AbortSignal): Promise<void> => {
  if (await connectivity.check()) return wait(retryDelayMs)
  const { promise, resolve } = createDeferred<void>()
  const unsubscribe = connectivity.subscribe(() => {
    if (connectivity.state().online) resolve()
  })
  signal.addEventListener('abort', () => resolve())
  await promise
  unsubscribe()
}

/**
 * Retries a download until it is complete, the coach stops it, or it cannot succeed without the coach.
 */
const retryDownload = async (deps: DownloadsDeps, { show, ...work }: DownloadWork): Promise<void> => {
  let shownPercent: number | undefined
  const onReceived = (received: number, size: number) => {
    const percent = Math.floor((received / size) * 100)
    if (percent !== shownPercent) show({ kind: 'downloading', received, size })
    shownPercent = percent
  }
  // A pause or removal takes effect immediately, not at the next attempt.
  const abortPromise = new Promise<void>((resolve) => {
    work.signal.addEventListener('abort', () => resolve())
  })
  while (!work.signal.aborted) {
    const result = await downloadModule(deps, { ...work, onReceived })
    if (result.ok || result.error === 'stopped') return
    const content = await work.storedModule.read()
    show({ kind: 'paused', reason: result.error, received: 0, ...(content && summariseReceived(content)) })
    if (result.error !== 'unreachable') return
    await Promise.race([waitBeforeRetry(deps, work.signal), abortPromise])
  }
}

/** Shows the progress of another tab's download, and whether it is stuck, until `signal` aborts. */
const followOtherTab = async (
  { wait }: DownloadsDeps,
  { storedModule, show, signal }: Omit<DownloadWork, 'files'>,
): Promise<void> => {
  let previousChunkCount = (await storedModule.read())?.chunkCount
  for (;;) {
    await wait(maxChunkWaitMs)
    const content = await storedModule.read()
    if (signal.aborted) return
    const isStuck = content?.chunkCount === previousChunkCount
    const progress = { received: 0, ...(content && summariseReceived(content)) }
    if (isStuck) show({ kind: 'paused', reason: 'other-tab', ...progress })
    else show({ kind: 'downloading', ...progress })
    previousChunkCount = content?.chunkCount
  }
}

/**
 * Runs `work` under a lock. Resolves to true if it ran to its end, and to false if another page holds the
 * lock, or takes it while `work` runs, which aborts `lockLoss`.
 */
const withLock = async (
  { locks }: DownloadsDeps,
  { name, ...options }: LockOptions & { name: string },
  work: (lockLoss: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const lockLoss = new AbortController()
  try {
    return await locks.request(name, options, async (lock) => {
      if (lock) await work(lockLoss.signal)
      return lock !== null
    })
  } catch (error) {
    if (!isAbort(error)) throw error
    lockLoss.abort()
    return false
  }
}

/**
 * Manages the downloads of this tab. A Web Lock allows one download per module across all tabs. When the page
 * is suspended, its downloads end.
 */
export const createDownloads = (deps: DownloadsDeps, { snapshot, openModule, onEnded }: DownloadsParts) => {
  /** The downloads of this tab, by module id. `end` resolves when a download no longer writes. */
  const downloads = new Map<string, { stop: AbortController; end: Promise<void> }>()

  /** Downloads a module, when no other tab is downloading it. Resolves when the download has ended. */
  const runDownload = async (
    moduleId: string,
    files: ModuleFiles,
    { stop, release }: StopControls,
  ): Promise<void> => {
    const { signal } = stop
    const storedModule = openModule(moduleId)
    const show: Show = (state) => {
      if (!signal.aborted) snapshot.set(moduleId, state)
    }
    const download = (lockLoss: AbortSignal) => {
      const work = { storedModule, files, signal: anySignal(signal, lockLoss), show }
      // A suspended page releases the lock although its download has not ended yet.
      return Promise.race([retryDownload(deps, work), release.promise])
    }
    const name = `keep-${moduleId}`
    /** Waits for the lock of the other tab, then continues its download. Resolves as `withLock` does. */
    const continueAfterOtherTab = async (): Promise<boolean> => {
      const lockWaitEnd = new AbortController()
      const followedDownload = { storedModule, show, signal: anySignal(lockWaitEnd.signal, signal) }
      // If the storage cannot be read, only the displayed progress is missing.
      void followOtherTab(deps, followedDownload).catch(() => undefined)
      const isDone = await withLock(deps, { name, signal }, async (lockLoss) => {
        const content = await storedModule.read()
        lockWaitEnd.abort()
        if (content) show({ kind: 'downloading', ...summariseReceived(content) })
        // A download that was paused or removed in the other tab does not continue. Before the server's first
        // response, a download has pending files instead of content.
        const shouldContinue = content
          ? !content.head.paused
          : (await storedModule.readPendingFiles()) !== undefined
        if (shouldContinue) await download(lockLoss)
      })
      lockWaitEnd.abort()
      return isDone
    }

    let isDone = await withLock(deps, { name, ifAvailable: true }, download)
    // Another tab is downloading. It may be closed or frozen before it has finished.
    while (!isDone && !signal.aborted) isDone = await continueAfterOtherTab()
    downloads.delete(moduleId)
    const isShownAsPaused = snapshot.current().get(moduleId)?.kind === 'paused'
    await onEnded(moduleId, { isFailed: !signal.aborted && isShownAsPaused })
  }

  return {
    isRunning: (moduleId: string): boolean => downloads.has(moduleId),
    start: (moduleId: string, files: ModuleFiles): void => {
      const stop = new AbortController()
      const release = createDeferred<void>()
      const unsubscribe = deps.page.onSuspend(() => {
        stop.abort()
        release.resolve()
      })
      const end = runDownload(moduleId, files, { stop, release }).finally(unsubscribe)
      downloads.set(moduleId, { stop, end })
    },
    /** Ends a download without waiting. */
    abort: (moduleId: string): void => downloads.get(moduleId)?.stop.abort(),
    /** Ends a download. Resolves when it no longer writes. */
    stop: async (moduleId: string): Promise<void> => {
      const download = downloads.get(moduleId)
      download?.stop.abort()
      await download?.end
    },
  }
}
