import { createStore } from '../../lib/create-store.ts'

/** What a reload would interrupt now: a form that is being filled in, or a write to the disk. */
export type UpdateBlock = 'form' | 'saving'

/**
 * The progress of a newer version. `ready`: downloaded, it waits for the person's consent or the next start.
 * `form`: the person has to finish a form first. `coming`: requested, it starts when everything is on the
 * disk.
 */
export type UpdateStage = 'none' | 'ready' | 'form' | 'coming'

/** A newer version of the app. */
export type AppUpdate = {
  stage: () => UpdateStage
  subscribe: (listener: () => void) => () => void
  /**
   * Switches to the new version and reloads the page, after writes to the disk have ended. Never while a form
   * is being filled in.
   */
  apply: () => void
  /** Downloads the newest version and switches to it, for a page whose version is gone from the server. */
  load: () => Promise<void>
}

/** Without service workers (some private windows), the app works only with a network. */
export const noUpdate: AppUpdate = {
  stage: () => 'none',
  subscribe: () => () => undefined,
  apply: () => undefined,
  load: async () => globalThis.location.reload(),
}

/** The service workers of a page, as workbox-window and the app's own messages present them. */
export type UpdateWorker = {
  addEventListener: (
    event: 'waiting' | 'controlling' | 'redundant',
    listener: (event: { wasWaitingBeforeRegister?: boolean | undefined }) => void,
  ) => void
  messageSkipWaiting: () => void
  /** Asks the active worker to end its work. This page may be waiting for it. */
  requestHandOver: () => void
  /** Checks for a newer worker; resolves to whether there is one. */
  update: () => Promise<boolean>
}

export type AppUpdateDeps = {
  reload: () => void
  /** What a reload would interrupt at present. */
  block: { current: () => UpdateBlock | undefined; subscribe: (listener: () => void) => () => void }
  /** Whether the person has interacted with this page. */
  hasInteracted: () => boolean
}

/**
 * Follows the service workers of this page. `isControlled`: a worker controlled the page from the start, so
 * the next one replaces it.
 */
export const createAppUpdate = (
  worker: UpdateWorker,
  { isControlled, reload, block, hasInteracted }: AppUpdateDeps & { isControlled: boolean },
): AppUpdate => {
  /** `waiting`: a newer worker is installed. `replaced`: a newer worker controls this page. */
  const newWorker = createStore<'none' | 'waiting' | 'replaced'>('none')
  const isRequested = createStore(false)
  let isSkipWaitingSent = false
  /** Whether the person waits for the newest version, whatever it is. */
  let isLoading = false
  let isFirstWorker = !isControlled

  /** Continues a requested change if nothing blocks it. */
  const continueChange = () => {
    if (block.current() === 'form') isRequested.set(false)
    if (!isRequested.get() || block.current() !== undefined) return
    if (newWorker.get() === 'replaced') return reload()
    if (isSkipWaitingSent) return
    isSkipWaitingSent = true
    worker.messageSkipWaiting()
  }
  const apply = () => {
    if (newWorker.get() === 'none') return
    isRequested.set(true)
    if (newWorker.get() === 'waiting' && block.current() !== 'form') worker.requestHandOver()
    continueChange()
  }
  block.subscribe(continueChange)
  worker.addEventListener('waiting', ({ wasWaitingBeforeRegister = false }) => {
    isSkipWaitingSent = false
    newWorker.set('waiting')
    // The update was announced before and this is the next start, so the person has not begun anything yet.
    const isPageUnused = wasWaitingBeforeRegister && !hasInteracted() && block.current() === undefined
    if (isLoading || isPageUnused) apply()
  })
  worker.addEventListener('controlling', () => {
    // The first worker ever takes control of the open pages. None of them is outdated.
    const replacesNothing = isFirstWorker && newWorker.get() === 'none'
    isFirstWorker = false
    if (replacesNothing) return
    // If another tab requested the update, this tab continues with its version until the person reloads it.
    newWorker.set('replaced')
    continueChange()
  })
  worker.addEventListener('redundant', () => {
    // A version that could not be installed never waits. The reload shows the person that it was tried.
    if (isLoading && newWorker.get() === 'none') reload()
  })
  return {
    stage: () => {
      if (newWorker.get() === 'none') return 'none'
      if (block.current() === 'form') return 'form'
      return isRequested.get() ? 'coming' : 'ready'
    },
    subscribe: (listener) => {
      const unsubscribes = [newWorker, isRequested, block].map(({ subscribe }) => subscribe(listener))
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
    apply,
    load: async () => {
      isLoading = true
      if (newWorker.get() !== 'none') return apply()
      // No newer version can be found, so a reload is all that is left.
      if (!(await worker.update().catch(() => false))) reload()
    },
  }
}
