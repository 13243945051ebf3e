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
  /** Announces to the other tabs that the stored modules have changed, and listens to their announcements. */
  tabs: { announce: () => void; listen: (listener: () => void) => void }
}

/** Returns the state to show for the stored content of a module. */
const toModuleState = ({ head, chunkCount, isComplete }: DownloadedContent): OfflineModule => {
  if (isComplete) return { kind: 'downloaded', size: head.size }
  const progress = summariseReceived({ head, chunkCount })
  return head.paused
    ? { kind: 'paused', reason: 'paused-by-coach', ...progress }
    : { kind: 'downloading', ...progress }
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
 * Downloads, pauses and removes modules for offline use. What is stored determines their states, so if
 * another tab pauses or removes a download, it also stops in this tab. A download that is neither complete
 * nor paused resumes when the app starts again.
 */
export const createOfflineModules = (deps: OfflineModulesDeps): OfflineModules => {
  const { caches, canPlay, tabs, page } = deps
  const snapshot = createSnapshotStore()
  const openModule = (moduleId: string) => openDownloadedModule(caches, moduleId)

  /** Shows the stored state of a module, unless this tab is downloading it. */
  const refresh = async (moduleId: string): Promise<void> => {
    const content = await openModule(moduleId).read()
    // Before the server's first response, a download has no stored content, like a removed module.
    const isStarting = !content && snapshot.current().get(moduleId)?.kind === 'downloading'
    const isActive = isStarting || content?.head.paused === false
    if (downloads.isRunning(moduleId) && isActive) return
    // Another tab has paused or removed the module, or this tab is not downloading it.
    downloads.abort(moduleId)
    snapshot.set(moduleId, content && toModuleState(content))
  }
  const downloads = createDownloads(deps, {
    snapshot,
    openModule,
    onEnded: async (moduleId, { isFailed }) => {
      if (!isFailed) await refresh(moduleId)
      tabs.announce()
    },
  })

  /** Shows a stored module, and resumes its download if it is neither complete nor paused. */
  const resumeModule = async (moduleId: string): Promise<void> => {
    const storedModule = openModule(moduleId)
    const content = await storedModule.read()
    if (content) {
      snapshot.set(moduleId, toModuleState(content))
      if (!content.isComplete && !content.head.paused) downloads.start(moduleId, content.head)
      return
    }
    const files = await storedModule.readPendingFiles()
    if (files) {
      snapshot.set(moduleId, { kind: 'downloading', received: 0 })
      downloads.start(moduleId, files)
      return
    }
    // The cache contains nothing that can be read.
    await storedModule.remove()
  }
  const resume = async (): Promise<void> => {
    for (const moduleId of await listDownloadedModules(caches)) await resumeModule(moduleId)
  }
  const refreshAll = async (): Promise<void> => {
    const moduleIds = new Set([...(await listDownloadedModules(caches)), ...snapshot.current().keys()])
    await Promise.all([...moduleIds].map(refresh))
  }
  tabs.listen(() => void refreshAll())
  // The downloads of a suspended page end. They resume when the page is shown again.
  page.onSuspend(() => void page.waitUntilShown().then(resume))
  void resume()

  return {
    snapshot: snapshot.current,
    subscribe: snapshot.subscribe,
    measureSize: async (moduleId, locale) => measureSize(deps, selectModuleFiles(moduleId, locale, canPlay)),
    download: async (moduleId, locale) => {
      const files = selectModuleFiles(moduleId, locale, canPlay)
      if (!files) return
      await downloads.stop(moduleId)
      const storedModule = openModule(moduleId)
      const content = await storedModule.read()
      // A full device cannot store the pending files. The download then fails and shows the reason.
      await (content
        ? storedModule.setPaused(false)
        : storedModule.writePendingFiles(files).catch(() => undefined))
      snapshot.set(moduleId, {
        kind: 'downloading',
        received: 0,
        ...(content && summariseReceived(content)),
      })
      downloads.start(moduleId, files)
    },
    pause: async (moduleId) => {
      await downloads.stop(moduleId)
      const storedModule = openModule(moduleId)
      // Without a head, no stored part could be resumed.
      await ((await storedModule.read()) ? storedModule.setPaused(true) : storedModule.remove())
      await refresh(moduleId)
      tabs.announce()
    },
    remove: async (moduleId) => {
      await downloads.stop(moduleId)
      await openModule(moduleId).remove()
      snapshot.set(moduleId, undefined)
      tabs.announce()
    },
  }
}
