import * as v from 'valibot'
import { createStore } from '../../lib/create-store.ts'
import { parsed } from '../../lib/parsed.ts'
import { createLocalText } from '../storage/local-text.ts'
import { installWayOf, type InstallWay } from './install-way.ts'

/** What a coach and this device have decided about installing, remembered over restarts. */
const memory = v.picklist(['earned', 'dismissed', 'installed'])
type Memory = v.InferOutput<typeof memory>

export type InstallState = {
  installed: boolean
  /** The coach has answered a module, and has not said no. */
  offered: boolean
  /** The browser lets the app ask; otherwise the steps have to be shown. */
  canAsk: boolean
}

export type Install = {
  snapshot: () => InstallState
  subscribe: (listener: () => void) => () => void
  way: InstallWay
  /** A module was answered: from now on the app may offer itself where one is complete. */
  earn: () => void
  /** Opens the browser's own dialog; resolves to whether the coach said yes. */
  ask: () => Promise<boolean>
  /** Remembers that the coach does not want the offer. */
  dismiss: () => void
}

/** `beforeinstallprompt`, which TypeScript's DOM library does not know and half of the browsers do not have. */
const promptEvent = v.object({
  prompt: v.custom<() => Promise<unknown>>((f) => typeof f === 'function'),
  userChoice: v.custom<Promise<{ outcome: string }>>((value) => value instanceof Promise),
})

type Deps = {
  target: Pick<EventTarget, 'addEventListener'>
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Whether this is the installed app itself. */
  standalone: () => boolean
  navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>
}

/** Holds the browser's install prompt back until the coach has answered a module. */
export const createInstall = ({ target, storage, standalone, navigator }: Deps): Install => {
  const stored = createLocalText(storage, 'install')
  const way = installWayOf(navigator)
  let known = parsed(memory, stored.read())
  let held: Event | undefined

  const read = (): InstallState => {
    const installed = standalone() || known === 'installed'
    // Firefox on a computer cannot install: there is nothing to offer.
    const possible = held !== undefined || way !== 'desktop-firefox'
    return { installed, offered: known === 'earned' && !installed && possible, canAsk: held !== undefined }
  }
  const state = createStore(read())
  const refresh = () => state.set(read())
  const remember = (next: Memory): void => {
    known = next
    stored.write(next)
    refresh()
  }
  target.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    held = event
    // Browsers ask only where the app is not installed, or not any more.
    if (known === 'installed') known = 'dismissed'
    refresh()
  })
  target.addEventListener('appinstalled', () => remember('installed'))

  return {
    snapshot: state.get,
    subscribe: state.subscribe,
    way,
    earn: () => known === undefined && remember('earned'),
    ask: async () => {
      const event = held
      // It can be shown once.
      held = undefined
      if (!v.is(promptEvent, event)) return false
      try {
        await event.prompt()
        const accepted = (await event.userChoice).outcome === 'accepted'
        remember(accepted ? 'installed' : 'dismissed')
        return accepted
      } catch {
        // A browser that shows nothing after all: the steps are there.
        refresh()
        return false
      }
    },
    dismiss: () => remember('dismissed'),
  }
}
