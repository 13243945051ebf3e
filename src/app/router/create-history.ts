import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { namesCertificate } from '../../analytics/reported-path.ts'
import type { Layers } from '../../ui/layout/use-back-closes.ts'

/**
 * In ms. A step that the browser does not confirm then counts as done, so that navigation never waits longer.
 */
const stepTimeout = 1000

/** The number of layers that an entry of the history was made for. */
const getDepth = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : 0

/**
 * Steps back that the app takes itself. A page that is opened meanwhile waits: otherwise the browser would
 * count the steps from that page.
 */
const createSteps = (window: Window, history: RouterHistory) => {
  /** Ends the wait for a step; undefined if none is under way. */
  let endStep: (() => void) | undefined
  return {
    /** Records that the browser has arrived. Returns false if the step was the coach's own. */
    arrive: (): boolean => {
      endStep?.()
      return endStep !== undefined
    },
    isUnderWay: () => endStep !== undefined,
    back: (steps: number): void => {
      const arrived = new Promise<void>((resolve) => {
        endStep = resolve
        window.setTimeout(resolve, stepTimeout)
      })
      const unblock = history.block({
        enableBeforeUnload: false,
        blockerFn: () => arrived.then(() => false),
      })
      void arrived.then(() => {
        endStep = undefined
        unblock()
      })
      window.history.go(-steps)
    },
  }
}

/** The open layers, each by the function that closes it, the uppermost last. */
const createLayers = (onChange: () => void) => {
  const open: (() => void)[] = []
  const add: Layers['add'] = (close) => {
    open.push(close)
    onChange()
    return () => {
      const index = open.indexOf(close)
      if (index !== -1) open.splice(index, 1)
      onChange()
    }
  }
  return { open, add }
}

/**
 * The history of a tab. Each layer over the page has an entry, so that Back closes the uppermost layer. The
 * entries are copies of the page's own entry; the router is not notified of them, or of steps between them
 * (docs/decisions/068-back-closes-what-is-open.md).
 */
export const createHistory = (window: Window): { history: RouterHistory; layers: Layers } => {
  // Runs after all synchronous changes: one layer may close while the next one opens, or while a page opens.
  const adjustSoon = () => queueMicrotask(adjustEntries)
  const layers = createLayers(adjustSoon)
  const { open } = layers
  const depth = () => getDepth(window.history.state)
  const push = window.history.pushState.bind(window.history)

  const onPopState = (event: PopStateEvent) => {
    if (!steps.arrive()) for (const close of open.splice(depth()).reverse()) close()
    const isSamePage = window.history.state?.__TSR_key === history.location.state.__TSR_key
    // An entry whose layer is gone lies below a page that was opened from it: navigation continues to the
    // page of the entry.
    if (isSamePage || depth() > open.length) event.stopImmediatePropagation()
    adjustSoon()
  }
  // Both must run before the router's history, which adds its own listener and replaces `pushState`.
  window.addEventListener('popstate', onPopState)
  const history = createBrowserHistory({ window })
  const steps = createSteps(window, history)

  /** Gives the history as many entries as there are open layers. */
  const adjustEntries = () => {
    if (steps.isUnderWay()) return
    // Writes the router's pending change first, because it may change the entry.
    history.flush()
    if (depth() > open.length) steps.back(depth() - open.length)
    while (depth() < open.length) push({ ...window.history.state, depth: depth() + 1 }, '')
  }
  // The page may have been reloaded while a layer was open.
  adjustSoon()

  return { history, layers }
}

/**
 * Loads a new document when navigating to or from the URL of a certificate. Third-party scripts read the URL
 * of their document at any time, and Back would show them every URL that it had. So a document has either
 * third-party scripts or URLs of certificates (docs/decisions/048-certificates.md).
 */
export const separateCertificates = (history: RouterHistory, { location }: Window): void => {
  const { push, replace } = history
  const needsNewDocument = (href: string) =>
    namesCertificate(href) !== namesCertificate(history.location.href)
  history.push = (href, ...rest) => (needsNewDocument(href) ? location.assign(href) : push(href, ...rest))
  history.replace = (href, ...rest) =>
    needsNewDocument(href) ? location.replace(href) : replace(href, ...rest)
}
