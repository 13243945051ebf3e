import * as v from 'valibot'
import { createStore } from '../../lib/create-store.ts'
import { parsed } from '../../lib/parsed.ts'
import { createLocalText } from '../storage/local-text.ts'
import { installWayOf, type InstallWay } from './install-way.ts'

/** The decisions of a coach and this device about installing, stored across restarts. */
const memory = v.picklist(['earned', 'dismissed', 'installed'])
type Memory = v.InferOutput<typeof memory>

export type InstallState = {
  installed: boolean
  /** The coach has answered a module and has not declined. */
  offered: boolean
  /** Whether the app can open the browser's dialog. Otherwise it has to show the steps. */
  canAsk: boolean
}

export type Install = {
  snapshot: () => InstallState
  subscribe: (listener: () => void) => () => void
  way: InstallWay
  /** Records an answered module: from now on the app may offer the installation after complete modules. */
  earn: () => void
  /** Opens the browser's own dialog; resolves to whether the coach accepted. */
  ask: () => Promise<boolean>
  /** Stores that the coach declined the offer. */
  dismiss: () => void
}

/** `beforeinstallprompt`, which TypeScript's DOM library lacks and half of the browsers do not support. */
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
    // Firefox on a computer cannot install apps.
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
    // Browsers fire this event only if the app is not installed, or was removed.
    if (known === 'installed') known = 'dismissed'
    refresh()
  })
  target.addEventListener('appinstalled', () => remember('installed'))

  return {
    snapshot: state.get,
    subscribe: state.subscribe,
    way,
    // Another tab may have been told no since.
    earn: () => known === undefined && stored.read() === undefined && remember('earned'),
    ask: async () => {
      const event = held
      // The prompt can be shown only once.
      held = undefined
      if (!v.is(promptEvent, event)) return false
      try {
        await event.prompt()
        const accepted = (await event.userChoice).outcome === 'accepted'
        remember(accepted ? 'installed' : 'dismissed')
        return accepted
      } catch {
        // The browser showed no dialog. The steps remain available.
        refresh()
        return false
      }
    },
    dismiss: () => remember('dismissed'),
  }
}
