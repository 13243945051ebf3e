import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import type { Layers } from '../../ui/layout/use-back-closes.ts'

/** ms until a step that the browser does not confirm counts as done: nobody's way on waits longer */
const longestStep = 1000

/** How many layers an entry of the history was made for. */
const depthOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : 0

/**
 * Steps back that the app takes itself. A page that is opened meanwhile waits: the browser would count them from there.
 */
const createSteps = (window: Window, history: RouterHistory) => {
  let end: (() => void) | undefined
  return {
    /** Notes that the browser has arrived; false when the step was the coach's own. */
    arrive: (): boolean => {
      end?.()
      return end !== undefined
    },
    underWay: () => end !== undefined,
    back: (steps: number): void => {
      const arrived = new Promise<void>((resolve) => {
        end = resolve
        window.setTimeout(resolve, longestStep)
      })
      const unblock = history.block({
        enableBeforeUnload: false,
        blockerFn: () => arrived.then(() => false),
      })
      void arrived.then(() => {
        end = undefined
        unblock()
      })
      window.history.go(-steps)
    },
  }
}

/** What is open, the uppermost last. */
const createLayers = (onChange: () => void) => {
  const open: (() => void)[] = []
  const add: Layers['add'] = (close) => {
    open.push(close)
    onChange()
    return () => {
      const place = open.indexOf(close)
      if (place !== -1) open.splice(place, 1)
      onChange()
    }
  }
  return { open, add }
}

/**
 * The history of a tab. Each layer over the page has an entry in it, so that Back closes the uppermost one. These
 * entries are copies of the page's own, and the router hears neither of them nor of steps between them
 * (docs/decisions/068-back-closes-what-is-open.md).
 */
export const createHistory = (window: Window): { history: RouterHistory; layers: Layers } => {
  // When all that happens at once has happened: one layer may close as the next one opens, or as a page does.
  const settleSoon = () => queueMicrotask(settle)
  const layers = createLayers(settleSoon)
  const { open } = layers
  const depth = () => depthOf(window.history.state)
  const push = window.history.pushState.bind(window.history)

  const onPopState = (event: PopStateEvent) => {
    if (!steps.arrive()) for (const close of open.splice(depth()).reverse()) close()
    const isSamePage = window.history.state?.__TSR_key === history.location.state.__TSR_key
    // An entry whose layer is gone lies below a page that was opened from it: the way leads on to its page.
    if (isSamePage || depth() > open.length) event.stopImmediatePropagation()
    settleSoon()
  }
  // Both are taken before the router's history listens, and puts a method of its own in the place of this one.
  window.addEventListener('popstate', onPopState)
  const history = createBrowserHistory({ window })
  const steps = createSteps(window, history)

  /** Brings the history to as many layers as are open. */
  const settle = () => {
    if (steps.underWay()) return
    // What the router is about to write counts already.
    history.flush()
    if (depth() > open.length) steps.back(depth() - open.length)
    while (depth() < open.length) push({ ...window.history.state, depth: depth() + 1 }, '')
  }
  // The page may have been reloaded with a layer open.
  settleSoon()

  return { history, layers }
}
