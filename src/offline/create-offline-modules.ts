import { createDownloads, type DownloadsDeps } from './create-downloads.ts'
import {
  listDownloadedModules,
  openDownloadedModule,
  summariseReceived,
  type DownloadedContent,
} from './downloaded-modules.ts'
import { selectModuleFiles, type CanPlay, type ModuleFiles } from './module-files.ts'
import { createSnapshotStore, type OfflineModule, type OfflineModules } from './offline-modules.ts'

export type OfflineModulesDeps = DownloadsDeps & {
  caches: CacheStorage
  canPlay: CanPlay
  /** Messages to and from the other tabs that the stored modules have changed. */
  tabs: { announce: () => void; listen: (listener: () => void) => void }
}

/** Returns the state to show for the stored content of a module. */
const toModuleState = ({ head, chunks, complete }: DownloadedContent): OfflineModule => {
  if (complete) return { kind: 'downloaded', size: head.size }
  const progress = summariseReceived({ head, chunks })
  return head.paused ? { kind: 'paused', reason: 'you', ...progress } : { kind: 'downloading', ...progress }
}

/** Measures the size of files in bytes, or 0 without files. Throws if the server does not respond. */
const measureSize = async (
  { fetch }: Pick<OfflineModulesDeps, 'fetch'>,
  files: ModuleFiles | undefined,
): Promise<number> => {
  let bytes = 0
  for (const url of files ? [files.video, ...files.extras] : []) {
    const { ok, headers } = await fetch(url, { method: 'HEAD' })
    if (!ok) throw new Error(`${url} has no size`)
    bytes += Number(headers.get('Content-Length') ?? 0)
  }
  return bytes
}

/**
 * Creates the modules for offline use. What is stored determines their states, so if another tab pauses or
 * removes a download, it also stops in this tab. A download that is neither complete nor paused resumes when
 * the app starts again. See [Note: Downloaded modules].
 */
export const createOfflineModules = (deps: OfflineModulesDeps): OfflineModules => {
  const { caches, canPlay, tabs, page } = deps
  const snapshot = createSnapshotStore()
  const openCopy = (module: string) => openDownloadedModule(caches, module)

  /** Shows the stored state of a module, unless this tab is downloading it. */
  const refresh = async (module: string): Promise<void> => {
    const content = await openCopy(module).read()
    // Before the server's first response, nothing is stored of a download, like of a module that was removed.
    const isBeginning = !content && snapshot.current().get(module)?.kind === 'downloading'
    const isActive = isBeginning || content?.head.paused === false
    if (downloads.isRunning(module) && isActive) return
    // Another tab has paused or removed the module, or this tab is not downloading it.
    downloads.abort(module)
    snapshot.set(module, content && toModuleState(content))
  }
  const downloads = createDownloads(deps, {
    snapshot,
    openCopy,
    onEnded: async (module, { isFailed }) => {
      if (!isFailed) await refresh(module)
      tabs.announce()
    },
  })

  /** Shows a stored module, and resumes its download if it is neither complete nor paused. */
  const resumeModule = async (module: string): Promise<void> => {
    const copy = openCopy(module)
    const content = await copy.read()
    if (content) {
      snapshot.set(module, toModuleState(content))
      if (!content.complete && !content.head.paused) downloads.start(module, content.head)
      return
    }
    const files = await copy.readWanted()
    if (files) {
      snapshot.set(module, { kind: 'downloading', received: 0 })
      downloads.start(module, files)
      return
    }
    // The cache contains nothing that can be read.
    await copy.remove()
  }
  const resume = async (): Promise<void> => {
    for (const module of await listDownloadedModules(caches)) await resumeModule(module)
  }
  const refreshAll = async (): Promise<void> => {
    const modules = new Set([...(await listDownloadedModules(caches)), ...snapshot.current().keys()])
    await Promise.all([...modules].map(refresh))
  }
  tabs.listen(() => void refreshAll())
  page.onSuspend(() => void page.shown().then(resume))
  void resume()

  return {
    snapshot: snapshot.current,
    subscribe: snapshot.subscribe,
    measureSize: async (module, locale) => measureSize(deps, selectModuleFiles(module, locale, canPlay)),
    download: async (module, locale) => {
      const files = selectModuleFiles(module, locale, canPlay)
      if (!files) return
      await downloads.stop(module)
      const copy = openCopy(module)
      const content = await copy.read()
      // A full device cannot store that the module is wanted. The download then fails and shows the reason.
      await (content ? copy.setPaused(false) : copy.markWanted(files).catch(() => undefined))
      snapshot.set(module, {
        kind: 'downloading',
        received: 0,
        ...(content && summariseReceived(content)),
      })
      downloads.start(module, files)
    },
    pause: async (module) => {
      await downloads.stop(module)
      const copy = openCopy(module)
      // Without a head, no stored part could be resumed.
      await ((await copy.read()) ? copy.setPaused(true) : copy.remove())
      await refresh(module)
      tabs.announce()
    },
    remove: async (module) => {
      await downloads.stop(module)
      await openCopy(module).remove()
      snapshot.set(module, undefined)
      tabs.announce()
    },
  }
}
