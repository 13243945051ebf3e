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
  /** The states on screen. */
  snapshot: SnapshotStore
  /** Opens what is stored of a module. */
  openCopy: (module: string) => DownloadedModule
  /** Called when a download has ended. If `isFailed`, the screen already shows the reason. */
  onEnded: (module: string, outcome: { isFailed: boolean }) => Promise<void>
}

/** `stop` ends a download. `release` resolves when the page is suspended, to release the lock immediately. */
type Stop = { stop: AbortController; release: Deferred<void> }

/** Whether a lock request was aborted by its own signal, or another page took the lock. */
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/**
 * Another tab's download counts as stuck after this time without a new chunk. A frozen tab keeps its lock.
 */
const maxChunkWaitMs = 8000

type DownloadWork = {
  copy: DownloadedModule
  files: ModuleFiles
  signal: AbortSignal
  show: Show
}

/** The time until the next request if the server is reachable but a download got no response. */
const retryDelayMs = 10_000

const waitUntilReachable = async (
  { connectivity, wait }: DownloadsDeps,
  signal: AbortSignal,
): Promise<void> => {
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
 * Retries a download until it is complete, the coach stops it, or there is a problem that needs the coach.
 */
const retryDownload = async (deps: DownloadsDeps, { show, ...work }: DownloadWork): Promise<void> => {
  let shownPercent: number | undefined
  const onReceived = (received: number, size: number) => {
    const percent = Math.floor((received / size) * 100)
    if (percent !== shownPercent) show({ kind: 'downloading', received, size })
    shownPercent = percent
  }
  // A pause or removal takes effect immediately, not at the next attempt.
  const stopped = new Promise<void>((resolve) => {
    work.signal.addEventListener('abort', () => resolve())
  })
  while (!work.signal.aborted) {
    const result = await downloadModule(deps, { ...work, onReceived })
    if (result.ok || result.error === 'stopped') return
    const content = await work.copy.read()
    show({ kind: 'paused', reason: result.error, received: 0, ...(content && summariseReceived(content)) })
    if (result.error !== 'no-answer') return
    await Promise.race([waitUntilReachable(deps, work.signal), stopped])
  }
}

/**
 * Manages the downloads of this tab. A Web Lock allows one download per module across all tabs. When the page
 * is suspended, its downloads end.
 */
export const createDownloads = (deps: DownloadsDeps, { snapshot, openCopy, onEnded }: DownloadsParts) => {
  /** The downloads of this tab, by module. `end` resolves when a download no longer writes. */
  const downloads = new Map<string, { stop: AbortController; end: Promise<void> }>()

  /** Shows the progress of another tab's download, and whether it is stuck, until `signal` aborts. */
  const follow = async (copy: DownloadedModule, show: Show, signal: AbortSignal): Promise<void> => {
    let previousChunks = (await copy.read())?.chunks
    for (;;) {
      await deps.wait(maxChunkWaitMs)
      const content = await copy.read()
      if (signal.aborted) return
      const isStuck = content?.chunks === previousChunks
      const progress = { received: 0, ...(content && summariseReceived(content)) }
      show(
        isStuck
          ? { kind: 'paused', reason: 'other-window', ...progress }
          : { kind: 'downloading', ...progress },
      )
      previousChunks = content?.chunks
    }
  }

  /**
   * Runs `work` under a lock. Resolves to false if another page holds the lock, or takes it while `work`
   * runs. The latter aborts `lockLoss`.
   */
  const withLock = async (
    name: string,
    options: LockOptions,
    work: (lockLoss: AbortSignal) => Promise<void>,
  ): Promise<boolean> => {
    const lockLoss = new AbortController()
    try {
      return await deps.locks.request(name, options, async (lock) => {
        if (lock) await work(lockLoss.signal)
        return lock !== null
      })
    } catch (error) {
      if (!isAbort(error)) throw error
      lockLoss.abort()
      return false
    }
  }

  const run = async (module: string, files: ModuleFiles, { stop, release }: Stop): Promise<void> => {
    const { signal } = stop
    const copy = openCopy(module)
    const show: Show = (state) => {
      if (!signal.aborted) snapshot.set(module, state)
    }
    const download = (lockLoss: AbortSignal) => {
      const work = { copy, files, signal: anySignal(signal, lockLoss), show }
      // A suspended page releases the lock although its download has not ended yet.
      return Promise.race([retryDownload(deps, work), release.promise])
    }
    const lockName = `keep-${module}`
    let isDone = await withLock(lockName, { ifAvailable: true }, download)
    // Another tab is downloading. It may be closed or frozen before it has finished, so this tab waits for
    // the lock.
    while (!isDone && !signal.aborted) {
      const lockWaitEnd = new AbortController()
      // If the storage cannot be read, only the progress on screen is missing.
      void follow(copy, show, anySignal(lockWaitEnd.signal, signal)).catch(() => undefined)
      isDone = await withLock(lockName, { signal }, async (lockLoss) => {
        const content = await copy.read()
        lockWaitEnd.abort()
        if (content) show({ kind: 'downloading', ...summariseReceived(content) })
        // A download that was paused or removed in the other tab does not continue.
        const isWanted = content ? !content.head.paused : (await copy.readWanted()) !== undefined
        if (isWanted) await download(lockLoss)
      })
      lockWaitEnd.abort()
    }
    downloads.delete(module)
    await onEnded(module, { isFailed: !signal.aborted && snapshot.current().get(module)?.kind === 'paused' })
  }

  return {
    isRunning: (module: string): boolean => downloads.has(module),
    start: (module: string, files: ModuleFiles): void => {
      const stop = new AbortController()
      const release = createDeferred<void>()
      const unsubscribe = deps.page.onSuspend(() => {
        stop.abort()
        release.resolve()
      })
      downloads.set(module, { stop, end: run(module, files, { stop, release }).finally(unsubscribe) })
    },
    /** Ends a download without waiting. */
    abort: (module: string): void => downloads.get(module)?.stop.abort(),
    /** Ends a download; resolves when it no longer writes. */
    stop: async (module: string): Promise<void> => {
      const download = downloads.get(module)
      download?.stop.abort()
      await download?.end
    },
  }
}
