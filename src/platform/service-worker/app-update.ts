import { createStore } from '../../lib/create-store.ts'

/** What a reload would cost now: a form that is being filled in, or something that is not on the disk yet. */
export type UpdateBlock = 'form' | 'saving'

/** A newer version of the app, fetched and waiting for the person's word or the next start. */
export type AppUpdate = {
  updateReady: () => boolean
  /** Why it cannot be applied at the moment. */
  blockedBy: () => UpdateBlock | undefined
  subscribe: (listener: () => void) => () => void
  /** Changes to the new version: the page reloads. Does nothing while something prevents it. */
  apply: () => void
  /** Fetches the newest version and changes to it: for a page whose own version has gone from the server. */
  load: () => Promise<void>
}

/** Where there are no service workers (some private windows), the app works as long as there is a network. */
export const noUpdate: AppUpdate = {
  updateReady: () => false,
  blockedBy: () => undefined,
  subscribe: () => () => undefined,
  apply: () => undefined,
  load: async () => globalThis.location.reload(),
}

/** What is needed of workbox-window. */
type Worker = {
  addEventListener: (
    event: 'waiting' | 'controlling',
    listener: (event: { wasWaitingBeforeRegister?: boolean | undefined }) => void,
  ) => void
  messageSkipWaiting: () => void
  /** Looks for a newer one; resolves to whether there is one. */
  update: () => Promise<boolean>
}

export type AppUpdateDeps = {
  reload: () => void
  block: { current: () => UpdateBlock | undefined; subscribe: (listener: () => void) => () => void }
  /** Whether the person has done anything on this page yet. */
  touched: () => boolean
}

/** Follows the service workers of this page. `controlled`: it began with one. */
export const createAppUpdate = (
  worker: Worker,
  controlled: boolean,
  { reload, block, touched }: AppUpdateDeps,
): AppUpdate => {
  const state = createStore<'current' | 'waiting' | 'replaced'>('current')
  let applying = false
  let wanted = false
  let isFirst = !controlled
  const apply = () => {
    if (state.get() === 'current' || block.current() !== undefined) return
    if (state.get() === 'replaced') return reload()
    applying = true
    worker.messageSkipWaiting()
  }
  worker.addEventListener('waiting', ({ wasWaitingBeforeRegister = false }) => {
    state.set('waiting')
    // It was announced before, and this is the next start: nobody has begun anything yet.
    if (wanted || (wasWaitingBeforeRegister && !touched())) apply()
  })
  worker.addEventListener('controlling', () => {
    // The first worker of all takes over the pages that are open: none of them is outdated.
    const replacesNothing = isFirst
    isFirst = false
    if (applying) reload()
    // Another tab applied the update: this one continues with its version until the person reloads it.
    else if (!replacesNothing) state.set('replaced')
  })
  return {
    updateReady: () => state.get() !== 'current',
    blockedBy: block.current,
    subscribe: (listener) => {
      const stops = [state.subscribe(listener), block.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    apply,
    load: async () => {
      wanted = true
      if (state.get() !== 'current') return apply()
      if (!(await worker.update().catch(() => false))) reload()
    },
  }
}
