import { anySignal } from '../lib/async/any-signal.ts'
import { createDeferred, type Deferred } from '../lib/async/deferred.ts'
import type { PageCache } from '../platform/page-cache.ts'
import { receivedOf, type DownloadedModule } from './downloaded-modules.ts'
import type { SnapshotStore, OfflineModule } from './offline-modules.ts'
import type { ModuleFiles } from './module-files.ts'
import type { Connectivity } from '../platform/network/connectivity.ts'
import { downloadModule, type DownloadDeps } from './download-module.ts'

export type DownloadsDeps = DownloadDeps & {
  connectivity: Pick<Connectivity, 'state' | 'subscribe' | 'check'>
  /** Resolves after the given number of ms. */
  wait: (ms: number) => Promise<void>
  locks: Pick<LockManager, 'request'>
  page: PageCache
}

type Show = (state: OfflineModule) => void

type Parts = {
  shown: SnapshotStore
  copyOf: (module: string) => DownloadedModule
  /** Called when a download has ended. `failed` means that the reason is already on screen. */
  onEnded: (module: string, failed: boolean) => Promise<void>
}

/** `left` resolves when the page is suspended, because another page may then take the lock immediately. */
type Stop = { stop: AbortController; left: Deferred<void> }

/** Whether a lock request ended by its own signal, or because another page took the lock. */
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** In ms without another chunk. A tab that its browser froze keeps its lock. */
const maxPause = 8000

type Work = {
  copy: DownloadedModule
  files: ModuleFiles
  signal: AbortSignal
  show: (state: OfflineModule) => void
}

/** In ms, until the next request to a server that is reachable but did not respond. */
const retryAfter = 10_000

const untilReachable = async ({ connectivity, wait }: DownloadsDeps, signal: AbortSignal): Promise<void> => {
  if (await connectivity.check()) return wait(retryAfter)
  const { promise, resolve } = createDeferred<void>()
  const stop = connectivity.subscribe(() => {
    if (connectivity.state().online) resolve()
  })
  signal.addEventListener('abort', () => resolve())
  await promise
  stop()
}

/** Downloads a module until it is complete, the coach stops it, or only the coach can fix the problem. */
const retryDownload = async (deps: DownloadsDeps, { show, ...work }: Work): Promise<void> => {
  let percent: number | undefined
  const onReceived = (received: number, size: number) => {
    const now = Math.floor((received / size) * 100)
    if (now !== percent) show({ is: 'downloading', received, size })
    percent = now
  }
  // A pause or removal takes effect immediately, not at the next attempt.
  const stopped = new Promise<void>((resolve) => {
    work.signal.addEventListener('abort', () => resolve())
  })
  while (!work.signal.aborted) {
    const done = await downloadModule(deps, { ...work, onReceived })
    if (done.ok || done.error === 'stopped') return
    const content = await work.copy.read()
    show({ is: 'paused', because: done.error, received: 0, ...(content && receivedOf(content)) })
    if (done.error !== 'no-answer') return
    await Promise.race([untilReachable(deps, work.signal), stopped])
  }
}

/** The downloads of this tab. A Web Lock allows one per module across tabs. A suspended page ends its own. */
export const createDownloads = (deps: DownloadsDeps, { shown, copyOf, onEnded }: Parts) => {
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()

  /** Shows the progress of another tab's download, and whether it is stuck, until this tab has its turn. */
  const follow = async (copy: DownloadedModule, show: Show, turn: AbortSignal): Promise<void> => {
    let seen = (await copy.read())?.chunks
    for (;;) {
      await deps.wait(maxPause)
      const content = await copy.read()
      if (turn.aborted) return
      const isStuck = content?.chunks === seen
      const progress = { received: 0, ...(content && receivedOf(content)) }
      show(
        isStuck ? { is: 'paused', because: 'other-window', ...progress } : { is: 'downloading', ...progress },
      )
      seen = content?.chunks
    }
  }

  /** Runs `run` under a lock. Resolves to false if another page holds or takes the lock, which ends `run`. */
  const underLock = async (
    name: string,
    options: LockOptions,
    run: (lost: AbortSignal) => Promise<void>,
  ): Promise<boolean> => {
    const lost = new AbortController()
    try {
      return await deps.locks.request(name, options, async (lock) => {
        if (lock) await run(lost.signal)
        return lock !== null
      })
    } catch (error) {
      if (!isAbort(error)) throw error
      lost.abort()
      return false
    }
  }

  const work = async (module: string, files: ModuleFiles, { stop, left }: Stop): Promise<void> => {
    const { signal } = stop
    const show: Show = (state) => {
      if (!signal.aborted) shown.set(module, state)
    }
    const download = (lost: AbortSignal) => {
      const part = { copy: copyOf(module), files, signal: anySignal(signal, lost), show }
      return Promise.race([retryDownload(deps, part), left.promise])
    }
    const name = `keep-${module}`
    let isOver = await underLock(name, { ifAvailable: true }, download)
    // Another tab is downloading. It may be closed or frozen before it has finished.
    while (!isOver && !signal.aborted) {
      const turn = new AbortController()
      void follow(copyOf(module), show, anySignal(turn.signal, signal)).catch(() => undefined)
      // A download that was paused or removed in the other tab does not continue.
      isOver = await underLock(name, { signal }, async (lost) => {
        const content = await copyOf(module).read()
        turn.abort()
        if (content) show({ is: 'downloading', ...receivedOf(content) })
        const isWanted = content ? !content.head.paused : (await copyOf(module).wanted()) !== undefined
        if (isWanted) await download(lost)
      })
      turn.abort()
    }
    running.delete(module)
    await onEnded(module, !signal.aborted && shown.current().get(module)?.is === 'paused')
  }

  return {
    isRunning: (module: string): boolean => running.has(module),
    start: (module: string, files: ModuleFiles): void => {
      const stop = new AbortController()
      const left = createDeferred<void>()
      const stopListening = deps.page.onSuspend(() => {
        stop.abort()
        left.resolve()
      })
      running.set(module, { stop, ended: work(module, files, { stop, left }).finally(stopListening) })
    },
    abort: (module: string): void => running.get(module)?.stop.abort(),
    /** Resolves when the module's download no longer writes. */
    stop: async (module: string): Promise<void> => {
      const found = running.get(module)
      found?.stop.abort()
      await found?.ended
    },
  }
}
