import {
  downloadedModuleIds,
  openDownloadedModule,
  receivedOf,
  type DownloadedContent,
} from './downloaded-modules.ts'
import { createDownloads, type DownloadsDeps } from './create-downloads.ts'
import { createSnapshot, type OfflineModule, type OfflineModules } from './offline-modules.ts'
import { moduleFiles, type CanPlay, type ModuleFiles } from './module-files.ts'

export type OfflineModulesDeps = DownloadsDeps & {
  caches: CacheStorage
  canPlay: CanPlay
  /** Messages to and from the other tabs: the disk has changed. */
  tabs: { announce: () => void; listen: (listener: () => void) => void }
}

const stateOf = ({ head, chunks, complete }: DownloadedContent): OfflineModule => {
  if (complete) return { is: 'downloaded', size: head.size }
  const progress = receivedOf({ head, chunks })
  return head.paused ? { is: 'paused', because: 'you', ...progress } : { is: 'downloading', ...progress }
}

/**
 * The disk is the source of truth. A download that another tab pauses or removes stops here, and a download
 * that is neither complete nor paused resumes at the next start. See [Note: Downloaded modules].
 */
export const createOfflineModules = (deps: OfflineModulesDeps): OfflineModules => {
  const { caches, canPlay, tabs, page } = deps
  const shown = createSnapshot()
  const copyOf = (module: string) => openDownloadedModule(caches, module)

  /** Shows the state on the disk, except for downloads that run in this tab. */
  const refresh = async (module: string): Promise<void> => {
    const content = await copyOf(module).read()
    // A download without its head yet looks like a removed one.
    const isBeginning = !content && shown.current().get(module)?.is === 'downloading'
    if (downloads.isRunning(module) && (isBeginning || content?.head.paused === false)) return
    downloads.abort(module)
    shown.set(module, content && stateOf(content))
  }
  const downloads = createDownloads(deps, {
    shown,
    copyOf,
    onEnded: async (module, failed) => {
      if (!failed) await refresh(module)
      tabs.announce()
    },
  })

  const resume = async (): Promise<void> => {
    for (const module of await downloadedModuleIds(caches)) {
      const content = await copyOf(module).read()
      const wanted = content ? undefined : await copyOf(module).wanted()
      if (content) shown.set(module, stateOf(content))
      if (wanted) shown.set(module, { is: 'downloading', received: 0 })
      if (content && !content.complete && !content.head.paused) downloads.start(module, content.head)
      else if (wanted) downloads.start(module, wanted)
      else if (!content) await copyOf(module).remove()
    }
  }
  const refreshAll = async (): Promise<void> => {
    const modules = new Set([...(await downloadedModuleIds(caches)), ...shown.current().keys()])
    await Promise.all([...modules].map(refresh))
  }
  tabs.listen(() => void refreshAll())
  page.onSuspend(() => void page.shown().then(resume))
  void resume()

  return {
    snapshot: shown.current,
    subscribe: shown.subscribe,
    sizeOf: async (module, locale) => sizeOf(deps, moduleFiles(module, locale, canPlay)),
    download: async (module, locale) => {
      const files = moduleFiles(module, locale, canPlay)
      if (!files) return
      await downloads.stop(module)
      const copy = copyOf(module)
      const content = await copy.read()
      // A full device cannot store the note. The download itself then says so.
      await (content ? copy.setPaused(false) : copy.want(files).catch(() => undefined))
      shown.set(module, {
        is: 'downloading',
        received: 0,
        ...(content && receivedOf(content)),
      })
      downloads.start(module, files)
    },
    pause: async (module) => {
      await downloads.stop(module)
      const copy = copyOf(module)
      // Without a head nothing is stored that could be resumed.
      await ((await copy.read()) ? copy.setPaused(true) : copy.remove())
      await refresh(module)
      tabs.announce()
    },
    remove: async (module) => {
      await downloads.stop(module)
      await copyOf(module).remove()
      shown.set(module, undefined)
      tabs.announce()
    },
  }
}

const sizeOf = async (
  { fetch }: Pick<OfflineModulesDeps, 'fetch'>,
  files: ModuleFiles | undefined,
): Promise<number> => {
  let bytes = 0
  for (const address of files ? [files.video, ...files.extras] : []) {
    const { ok, headers } = await fetch(address, { method: 'HEAD' })
    if (!ok) throw new Error(`${address} has no size`)
    bytes += Number(headers.get('Content-Length') ?? 0)
  }
  return bytes
}
