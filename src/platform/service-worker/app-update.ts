import { createStore } from '../../lib/create-store.ts'

/** What a reload would interrupt: a form that is being filled in, or data that is being saved. */
export type UpdateBlock = 'form' | 'saving'

/** The progress of an update. */
export type UpdateStage =
  | 'none'
  /** The new version is downloaded and waits for the user's consent or the next start. */
  | 'ready'
  /** The user has to finish a form first. */
  | 'form'
  /** The update was requested and starts when everything is saved. */
  | 'coming'

/** A newer version of the app. */
export type AppUpdate = {
  stage: () => UpdateStage
  subscribe: (listener: () => void) => () => void
  /**
   * Switches to the new version and reloads the page when everything is saved. Does nothing while a form is
   * being filled in.
   */
  apply: () => void
  /** Downloads the newest version and switches to it, for a page whose version the server no longer has. */
  load: () => Promise<void>
}

/** The update for a browser without service workers, where each reload fetches the newest version. */
export const noUpdate: AppUpdate = {
  stage: () => 'none',
  subscribe: () => () => undefined,
  apply: () => undefined,
  load: async () => globalThis.location.reload(),
}

/** The service workers of a page, as the update needs them from workbox-window and the app's own messages. */
export type UpdateWorker = {
  addEventListener: (
    event: 'waiting' | 'controlling' | 'redundant',
    listener: (event: { wasWaitingBeforeRegister?: boolean | undefined }) => void,
  ) => void
  /** Tells the waiting worker to replace the active one. */
  messageSkipWaiting: () => void
  /** Asks the active worker to end its work, because the update may be blocked until this work has ended. */
  requestHandOver: () => void
  /** Checks for a newer worker. Resolves to true if there is one. */
  update: () => Promise<boolean>
}

export type AppUpdateDeps = {
  reload: () => void
  /** What a reload would interrupt now. */
  block: { current: () => UpdateBlock | undefined; subscribe: (listener: () => void) => () => void }
  /** Whether the user has interacted with this page. */
  hasInteracted: () => boolean
}

/**
 * Follows the service workers of this page, and applies an update. A new version of the app is a new worker:
 * the browser installs it, it waits until the user agrees or the app starts again, and then it takes control
 * of the page, which has to be reloaded. `isControlled` is whether a worker controlled the page from the
 * start. Otherwise, the first worker is not an update.
 */
export const createAppUpdate = (
  worker: UpdateWorker,
  { isControlled, reload, block, hasInteracted }: AppUpdateDeps & { isControlled: boolean },
): AppUpdate => {
  /** `waiting`: a newer worker is installed. `replaced`: a newer worker controls this page. */
  const newWorker = createStore<'none' | 'waiting' | 'replaced'>('none')
  const isRequested = createStore(false)
  /** Whether the waiting worker was told to replace the active one. */
  let isSkipWaitingSent = false
  /** Whether `load` was called, so that the next new version is applied without asking. */
  let isLoading = false
  let isFirstWorker = !isControlled

  /** Takes the next step of a requested update, unless something blocks it. */
  const continueUpdate = () => {
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
    continueUpdate()
  }
  block.subscribe(continueUpdate)
  worker.addEventListener('waiting', ({ wasWaitingBeforeRegister = false }) => {
    isSkipWaitingSent = false
    newWorker.set('waiting')
    // The update was downloaded during an earlier visit, and the user has not used this page yet.
    const isPageUnused = wasWaitingBeforeRegister && !hasInteracted() && block.current() === undefined
    if (isLoading || isPageUnused) apply()
  })
  worker.addEventListener('controlling', () => {
    // The first worker that is ever installed takes control of the open pages, which are not outdated.
    const isFirstActivation = isFirstWorker && newWorker.get() === 'none'
    isFirstWorker = false
    if (isFirstActivation) return
    // If another tab requested the update, this tab keeps its version until the user reloads it.
    newWorker.set('replaced')
    continueUpdate()
  })
  worker.addEventListener('redundant', () => {
    // The new version could not be installed. The reload shows the user that something happened.
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
      // If there is no newer version, or the check fails, only a reload may help.
      if (!(await worker.update().catch(() => false))) reload()
    },
  }
}
