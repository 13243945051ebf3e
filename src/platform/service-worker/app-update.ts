import { createStore } from '../../lib/create-store.ts'

/** What a reload would cost now: a form that is being filled in, or something that is not on the disk yet. */
export type UpdateBlock = 'form' | 'saving'

/**
 * How far a newer version is. `ready`: fetched, and waiting for the person's word or the next start; `form`: the person has to finish a
 * form first; `coming`: asked for, it comes in when everything is on the disk.
 */
export type UpdateStage = 'none' | 'ready' | 'form' | 'coming'

/** A newer version of the app. */
export type AppUpdate = {
  stage: () => UpdateStage
  subscribe: (listener: () => void) => () => void
  /** Changes to the new version, at once or when what a reload would cut off is over: the page reloads. Never over a form. */
  apply: () => void
  /** Fetches the newest version and changes to it: for a page whose own version has gone from the server. */
  load: () => Promise<void>
}

/** Where there are no service workers (some private windows), the app works as long as there is a network. */
export const noUpdate: AppUpdate = {
  stage: () => 'none',
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
  const found = createStore<'nothing' | 'waiting' | 'replaced'>('nothing')
  const asked = createStore(false)
  let told = false
  let wanted = false
  let isFirst = !controlled

  /** Goes on with what was asked for, as far as nothing stands against it. */
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
    goOn()
  }
  block.subscribe(goOn)
  worker.addEventListener('waiting', ({ wasWaitingBeforeRegister = false }) => {
    told = false
    found.set('waiting')
    // It was announced before, and this is the next start: nobody has begun anything yet.
    const isUnseen = wasWaitingBeforeRegister && !touched() && block.current() === undefined
    if (wanted || isUnseen) apply()
  })
  worker.addEventListener('controlling', () => {
    // The first worker of all takes over the pages that are open: none of them is outdated.
    const replacesNothing = isFirst && found.get() === 'nothing'
    isFirst = false
    if (replacesNothing) return
    // Where another tab asked for it, this one continues with its version until the person reloads it.
    found.set('replaced')
    goOn()
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
