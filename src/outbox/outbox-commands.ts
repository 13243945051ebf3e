import { fail } from '../lib/result.ts'
import { capture, evictAndRetry, type CaptureDeps } from './capture.ts'
import type { DrainDeps } from './delivery/drain.ts'
import { isUnreadable } from './entry/entry.ts'
import type { Outbox } from './outbox.ts'

type Commands = Pick<Outbox, 'add' | 'replace' | 'retry' | 'remove' | 'discard'>

/** The commands of a person on the outbox: each is on the disk when it resolves, and then calls `changed`. */
export const createCommands = (
  deps: CaptureDeps & Pick<DrainDeps, 'customer' | 'now'>,
  { changed, deliver }: Pick<DrainDeps, 'changed'> & Pick<Outbox, 'deliver'>,
): Commands => {
  const { store, customer, now } = deps

  const add = async (captured: Omit<Parameters<typeof capture>[1], 'customer'>, whose?: string) => {
    const who = whose ?? customer()
    if (who === undefined) return fail({ code: 'signed-out', message: 'error.signInNeeded' } as const)
    const entry = await capture(deps, { ...captured, customer: who })
    if (entry.ok) {
      changed()
      void deliver()
    }
    return entry
  }

  return {
    add: (name, payload, options) => add({ name, payload }, options?.customer),
    replace: (replaces, name, payload) => add({ replaces, name, payload }),
    retry: async (key) => {
      await store.update(key, (entry) =>
        isUnreadable(entry)
          ? undefined
          : { entry: { ...entry, state: { is: 'waiting' } }, note: { at: now(), happened: 'retried' } },
      )
      changed()
      return deliver({ eager: true })
    },
    remove: async (key) => {
      const removed = await store.update(key, () => ({ note: { at: now(), happened: 'removed' } }))
      changed()
      return async () => {
        if (!removed) return
        // An entry that was on the disk a moment ago is not lost because the disk is full by now.
        await evictAndRetry(deps.space, () => store.restore(removed, now()))
        changed()
        void deliver()
      }
    },
    discard: async () => {
      const who = customer()
      const count = who === undefined ? 0 : await store.discard(who, now())
      changed()
      return count
    },
  }
}
