import type { Connectivity } from '../platform/network/connectivity.ts'
import { receivedOf, type DownloadedModule } from './downloaded-modules.ts'
import { downloadModule, type DownloadDeps } from './download-module.ts'
import type { ModuleFiles } from './module-files.ts'
import type { OfflineModule } from './offline-modules.ts'
import { createDeferred } from '../lib/async/deferred.ts'

export type RetryDownloadDeps = DownloadDeps & {
  connectivity: Pick<Connectivity, 'state' | 'subscribe' | 'check'>
  /** Resolves after the given number of ms. */
  wait: (ms: number) => Promise<void>
}

type Work = {
  copy: DownloadedModule
  files: ModuleFiles
  signal: AbortSignal
  show: (state: OfflineModule) => void
}

/** In ms, until the next request to a server that is reachable but did not respond. */
const retryAfter = 10_000

const untilReachable = async (
  { connectivity, wait }: RetryDownloadDeps,
  signal: AbortSignal,
): Promise<void> => {
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
export const retryDownload = async (deps: RetryDownloadDeps, { show, ...work }: Work): Promise<void> => {
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
