import { createStore } from '../../lib/create-store.ts'
import type { Tabs } from '../tabs.ts'

/** Returns a function that runs work in the order of its calls. */
const oneAfterTheOther = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}

/** Tabs that share one browser. */
export const memoryTabs = () => {
  const listeners = new Map<symbol, () => void>()
  const [withTabLock, withRenewalLock] = [oneAfterTheOther(), oneAfterTheOther()]
  return (): Tabs => {
    const me = Symbol('tab')
    return {
      announce: () => {
        for (const [tab, listener] of listeners) if (tab !== me) listener()
      },
      listen: (listener) => void listeners.set(me, listener),
      withTabLock,
      withRenewalLock,
      isBlocked: createStore(false),
    }
  }
}
