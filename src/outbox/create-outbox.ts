import { v7 } from 'uuid'
import { fail } from '../lib/result.ts'
import type { Locks } from '../platform/locks.ts'
import { capture, type CaptureDeps } from './capture.ts'
import { drain, type DrainDeps } from './drain.ts'
import { isUnreadable } from './entry.ts'
import type { DeliveryReport, Outbox, OutboxSnapshot } from './outbox.ts'
import { pendingOf, reportOf, snapshotOf } from './snapshot.ts'

export type OutboxDeps = Omit<CaptureDeps, 'newKey'> &
  Omit<DrainDeps, 'changed'> & {
    newKey?: () => string
    locks: Locks
    /** Tells the other tabs and the service worker that something changed. */
    channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
    /** Whether it is worth trying without being asked to. */
    online: () => boolean
    /** Calls back when the session changes; answers how to stop. */
    onSessionChange: (listener: () => void) => () => void
  }

/** One sender over all tabs, workers and the service worker. */
const senderLock = 'outbox-sender'
/** ms; longer than any request takes, so that only a frozen page loses the lock */
const senderPatience = 90_000

const empty: OutboxSnapshot = { storage: 'reading', entries: [], toSend: 0, needsYou: 0, sending: false }

/** The outbox of this context. Every tab and the service worker have one, over the same database. */
export const createOutbox = (given: OutboxDeps): Outbox => {
  const deps = { newKey: v7, ...given }
  const { store, customer, locks, channel, log, now } = deps
  const listeners = new Set<() => void>()
  let snapshot = empty

  const show = (next: OutboxSnapshot) => {
    snapshot = next
    for (const listener of listeners) listener()
  }

  const look = async (): Promise<void> => {
    const who = customer()
    try {
      const content = await store.read(who)
      // Somebody else signed in while the disk was read: their look follows.
      if (who === customer()) show(snapshotOf(content, { customer: who, sending: snapshot.sending }))
    } catch (error) {
      log.error('The outbox could not be read', { reason: String(error) })
      show({ ...empty, storage: 'failed' })
    }
  }
  const refresh = oneAtATime(look)

  const changed = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no other
    channel.postMessage('changed')
    void refresh()
  }

  let eagerSince: number | undefined
  const deliverOnce = async (): Promise<DeliveryReport> => {
    await refresh()
    const before = snapshot
    const since = eagerSince
    eagerSince = undefined
    if (since === undefined && !deps.online()) return reportOf(before, before)
    show({ ...snapshot, sending: before.toSend > 0 })
    try {
      await locks.hold(senderLock, senderPatience, (signal) =>
        drain({ ...deps, changed }, { signal, ...(since !== undefined && { eagerSince: since }) }),
      )
    } catch (error) {
      log.error('The outbox could not be delivered', { reason: String(error) })
    }
    show({ ...snapshot, sending: false })
    await refresh()
    return reportOf(before, snapshot)
  }
  const deliverNext = oneAtATime(deliverOnce)

  const deliver: Outbox['deliver'] = ({ eager = false } = {}) => {
    if (eager) eagerSince = now()
    return deliverNext()
  }

  const add: Outbox['add'] = async (name, payload, options) => {
    const who = options?.customer ?? customer()
    if (who === undefined) return fail({ code: 'signed-out', message: 'error.signInNeeded' })
    const captured = await capture(deps, { name, payload, customer: who })
    if (captured.ok) {
      changed()
      void deliver()
    }
    return captured
  }

  const retry: Outbox['retry'] = async (key) => {
    await store.settle(key, (entry) =>
      isUnreadable(entry)
        ? undefined
        : { entry: { ...entry, state: { is: 'waiting' } }, note: { at: now(), happened: 'retried' } },
    )
    changed()
    return deliver({ eager: true })
  }

  const remove: Outbox['remove'] = async (key) => {
    const removed = await store.settle(key, () => ({ note: { at: now(), happened: 'removed' } }))
    changed()
    return async () => {
      if (!removed) return
      await store.restore(removed, now())
      changed()
      void deliver()
    }
  }

  const onMessage = () => void refresh()
  channel.addEventListener('message', onMessage)
  let known = customer()
  const stopFollowing = deps.onSessionChange(() => {
    if (customer() === known) return
    known = customer()
    // Nothing of one customer is on the screen of the next, not even for the time of a read.
    show(empty)
    void deliver({ eager: true })
  })
  void refresh()

  return {
    add,
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    deliver,
    retry,
    remove,
    pendingFor: async (who) => pendingOf((await store.read()).entries, who),
    journal: async () => store.journal(customer() ?? ''),
    close: () => {
      channel.removeEventListener('message', onMessage)
      stopFollowing()
    },
  }
}

/**
 * Runs `work` once at a time. Calls made meanwhile share one more run that begins afterwards, so that it sees what they
 * had done before they called.
 */
const oneAtATime = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        const run = work()
        running = run
        return run
      })
    return next
  }
}
