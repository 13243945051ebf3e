import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { namesCertificate } from '../../analytics/reported-path.ts'
import type { Layers } from '../../ui/layout/use-back-closes.ts'

/**
 * How long a step back waits for its `popstate` event. Afterwards it is considered done, so that it no longer
 * blocks navigation.
 */
const stepTimeoutMs = 1000

/** Returns how many layers were open when a history entry was created, from the entry's state. */
const getDepth = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : 0

/**
 * Goes back in the history on behalf of the app. Navigation to a page waits until the step is done, because
 * otherwise the browser would count the steps back from that page.
 */
const createSteps = (window: Window, history: RouterHistory) => {
  /** Ends the step that is under way. Undefined if there is none. */
  let endStep: (() => void) | undefined
  return {
    /** Call it on `popstate`. Returns true if the app went back, or false if the coach did. */
    handlePopState: (): boolean => {
      endStep?.()
      // `back` clears `endStep` only in a later microtask.
      return endStep !== undefined
    },
    isUnderWay: () => endStep !== undefined,
    back: (steps: number): void => {
      const arrivalPromise = new Promise<void>((resolve) => {
        endStep = resolve
        window.setTimeout(resolve, stepTimeoutMs)
      })
      const unblock = history.block({
        enableBeforeUnload: false,
        // `false` lets the navigation continue.
        blockerFn: () => arrivalPromise.then(() => false),
      })
      void arrivalPromise.then(() => {
        endStep = undefined
        unblock()
      })
      window.history.go(-steps)
    },
  }
}

/** Keeps the open layers in a list: for each the function that closes it, the uppermost last. */
const createLayers = (onChange: () => void) => {
  const openLayers: (() => void)[] = []
  const add: Layers['add'] = (close) => {
    openLayers.push(close)
    onChange()
    return () => {
      // A layer that Back has closed is no longer in the list.
      const index = openLayers.indexOf(close)
      if (index !== -1) openLayers.splice(index, 1)
      onChange()
    }
  }
  return { openLayers, add }
}

/**
 * Creates the history of a tab. A layer is something that lies over the page, such as a dialog or a menu.
 * Each open layer has a history entry, so that Back closes the uppermost layer. The entries are copies of the
 * page's own entry; the router is not notified of them, or of steps between them
 * (docs/decisions/068-back-closes-what-is-open.md).
 */
export const createHistory = (window: Window): { history: RouterHistory; layers: Layers } => {
  // Runs after all changes of the current task, because a layer may close while another layer or a page
  // opens.
  const adjustSoon = () => queueMicrotask(adjustEntries)
  const layers = createLayers(adjustSoon)
  const { openLayers } = layers
  const readDepth = () => getDepth(window.history.state)
  const push = window.history.pushState.bind(window.history)

  const onPopState = (event: PopStateEvent) => {
    const isOwnStep = steps.handlePopState()
    if (!isOwnStep) {
      // The coach went back: closes the layers that are not part of the new entry, the uppermost first.
      const closedLayers = openLayers.splice(readDepth()).reverse()
      for (const close of closedLayers) close()
    }
    // The entries of layers are copies, so they have the same router key as the entry of their page.
    const isSamePage = window.history.state?.__TSR_key === history.location.state.__TSR_key
    // If the entry has more layers than are open, a page was opened from a layer that has closed since.
    // `adjustEntries` goes back further, to the entry of the page itself, so the router skips this one.
    if (isSamePage || readDepth() > openLayers.length) event.stopImmediatePropagation()
    adjustSoon()
  }
  // `push` and this listener must come before the router's history, which replaces `pushState` and adds its
  // own listener.
  window.addEventListener('popstate', onPopState)
  const history = createBrowserHistory({ window })
  const steps = createSteps(window, history)

  /** Gives the history as many entries as there are open layers. */
  const adjustEntries = () => {
    if (steps.isUnderWay()) return
    // Writes the router's pending change first, because it may change the entry.
    history.flush()
    if (readDepth() > openLayers.length) steps.back(readDepth() - openLayers.length)
    while (readDepth() < openLayers.length) push({ ...window.history.state, depth: readDepth() + 1 }, '')
  }
  // After a reload, the history may have entries for layers that were open before.
  adjustSoon()

  return { history, layers }
}

/**
 * Loads a new document when navigating to or from the URL of a certificate. Third-party scripts can read the
 * URL of their document at any time, also after Back. So a document has either third-party scripts or URLs of
 * certificates (docs/decisions/048-certificates.md).
 */
export const separateCertificates = (history: RouterHistory, { location }: Window): void => {
  const { push, replace } = history
  const needsNewDocument = (href: string) =>
    namesCertificate(href) !== namesCertificate(history.location.href)
  history.push = (href, ...rest) => (needsNewDocument(href) ? location.assign(href) : push(href, ...rest))
  history.replace = (href, ...rest) =>
    needsNewDocument(href) ? location.replace(href) : replace(href, ...rest)
}
