import * as v from 'valibot'
import { createStore } from '../../lib/create-store.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { createLocalText } from '../storage/local-text.ts'
import { detectInstallWay, type InstallWay } from './install-way.ts'

/**
 * The stored progress of the installation; nothing is stored at first. `earned`: the coach has answered a
 * module's questions, so the app may offer the installation. `dismissed`: the coach has declined.
 */
const progressSchema = v.picklist(['earned', 'dismissed', 'installed'])
type Progress = v.InferOutput<typeof progressSchema>

export type InstallState = {
  /** Whether the app is installed, as far as this page can tell. */
  isInstalled: boolean
  /**
   * Whether to offer the installation: the coach has answered a module's questions and has not declined, and
   * this browser can install the app.
   */
  isOffered: boolean
  /** Whether the app can open the browser's dialog. Otherwise it has to show the steps. */
  canAsk: boolean
}

export type Install = {
  snapshot: () => InstallState
  subscribe: (listener: () => void) => () => void
  way: InstallWay
  /** Lets the app offer the installation from now on. Call it when the questions of a module are answered. */
  allowOffer: () => void
  /** Opens the browser's installation dialog. Resolves to true if the coach accepted. */
  ask: () => Promise<boolean>
  /** Records that the coach declined the offer. */
  dismiss: () => void
}

/**
 * The `beforeinstallprompt` event. TypeScript's DOM library does not define it, because only Chromium fires
 * it.
 */
const promptEventSchema = v.object({
  prompt: v.custom<() => Promise<unknown>>((value) => typeof value === 'function'),
  userChoice: v.custom<Promise<{ outcome: string }>>((value) => value instanceof Promise),
})

type InstallDeps = {
  target: Pick<EventTarget, 'addEventListener'>
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Whether this is the installed app itself. */
  isStandalone: () => boolean
  navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>
}

/** Holds back the browser's installation dialog until the coach has answered a module's questions. */
export const createInstall = ({ target, storage, isStandalone, navigator }: InstallDeps): Install => {
  const storedProgress = createLocalText(storage, 'install')
  const way = detectInstallWay(navigator)
  let progress = parseOrUndefined(progressSchema, storedProgress.read())
  /** The browser's `beforeinstallprompt` event, kept until the app uses it. */
  let promptEvent: Event | undefined

  const computeState = (): InstallState => {
    const isInstalled = isStandalone() || progress === 'installed'
    const canAsk = promptEvent !== undefined
    // Firefox on desktop cannot install apps.
    const canInstall = canAsk || way !== 'desktop-firefox'
    return { isInstalled, isOffered: progress === 'earned' && !isInstalled && canInstall, canAsk }
  }
  const state = createStore(computeState())
  const refresh = () => state.set(computeState())
  const setProgress = (newProgress: Progress): void => {
    progress = newProgress
    storedProgress.write(newProgress)
    refresh()
  }
  target.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    promptEvent = event
    // Browsers fire this event only while the app is not installed. If it was installed before, the coach has
    // removed it, so the offer is treated as declined. This is not stored, because the event fires on each
    // visit.
    if (progress === 'installed') progress = 'dismissed'
    refresh()
  })
  target.addEventListener('appinstalled', () => setProgress('installed'))

  return {
    snapshot: state.get,
    subscribe: state.subscribe,
    way,
    allowOffer: () => {
      // The coach may have declined in another tab.
      if (progress === undefined && storedProgress.read() === undefined) setProgress('earned')
    },
    ask: async () => {
      const event = promptEvent
      // The prompt can be shown only once.
      promptEvent = undefined
      if (!v.is(promptEventSchema, event)) return false
      try {
        await event.prompt()
        const hasAccepted = (await event.userChoice).outcome === 'accepted'
        setProgress(hasAccepted ? 'installed' : 'dismissed')
        return hasAccepted
      } catch {
        // The browser showed no dialog. The coach can still follow the steps.
        refresh()
        return false
      }
    },
    dismiss: () => setProgress('dismissed'),
  }
}
