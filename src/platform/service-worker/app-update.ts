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

/** The part of workbox-window that is used. */
type Worker = {
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
  block: { current: () => UpdateBlock | undefined; subscribe: (listener: () => void) => () => void }
  /** Whether the person has interacted with this page. */
  touched: () => boolean
}

/** Follows the service workers of this page. `controlled`: a worker controlled it from the start. */
export const createAppUpdate = (
  worker: Worker,
  controlled: boolean,
  { reload, block, touched }: AppUpdateDeps,
): AppUpdate => {
  const found = createStore<'nothing' | 'waiting' | 'replaced'>('nothing')
  const asked = createStore(false)
  let told = false
  let wanted = false
  let isFirst = !controlled

  /** Continues a requested change if nothing blocks it. */
  const goOn = () => {
    if (block.current() === 'form') asked.set(false)
    if (!asked.get() || block.current() !== undefined) return
    if (found.get() === 'replaced') return reload()
    if (told) return
    told = true
    worker.messageSkipWaiting()
  }
  const apply = () => {
    if (found.get() === 'nothing') return
    asked.set(true)
    if (found.get() === 'waiting' && block.current() !== 'form') worker.requestHandOver()
    goOn()
  }
  block.subscribe(goOn)
  worker.addEventListener('waiting', ({ wasWaitingBeforeRegister = false }) => {
    told = false
    found.set('waiting')
    // The update was announced before and this is the next start, so the person has not begun anything yet.
    const isUnseen = wasWaitingBeforeRegister && !touched() && block.current() === undefined
    if (wanted || isUnseen) apply()
  })
  worker.addEventListener('controlling', () => {
    // The first worker ever takes control of the open pages. None of them is outdated.
    const replacesNothing = isFirst && found.get() === 'nothing'
    isFirst = false
    if (replacesNothing) return
    // If another tab requested the update, this tab continues with its version until the person reloads it.
    found.set('replaced')
    goOn()
  })
  worker.addEventListener('redundant', () => {
    // A version that could not be installed never waits. The reload shows the person that it was tried.
    if (wanted && found.get() === 'nothing') reload()
  })
  return {
    stage: () => {
      if (found.get() === 'nothing') return 'none'
      if (block.current() === 'form') return 'form'
      return asked.get() ? 'coming' : 'ready'
    },
    subscribe: (listener) => {
      const stops = [found, asked, block].map(({ subscribe }) => subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    apply,
    load: async () => {
      wanted = true
      if (found.get() !== 'nothing') return apply()
      if (!(await worker.update().catch(() => false))) reload()
    },
  }
}
