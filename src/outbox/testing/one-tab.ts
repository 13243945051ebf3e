import type { Fault } from './faults.ts'
import type { Tab } from './in-memory-tab.ts'
import { createWorld } from './in-memory-world.ts'

export const signIn = { event_id: 1, value: 'sign-in' }

/**
 * A world with one coach and one tab. Its first requests suffer the given faults in order; later ones
 * succeed.
 */
export const start = (faults: Fault[] = []) => {
  const world = createWorld({ random: () => 0.5, chooseFault: () => faults.shift() ?? { kind: 'none' } })
  /** Runs until nothing is due. Resolves to the result of `work`. */
  const finish = async <T>(work?: Promise<T>): Promise<T | undefined> => {
    let steps = 0
    while ((await world.step()) && steps < 1000) steps += 1
    return work
  }
  world.signIn('coach-a')
  return { world, tab: world.openTab(), finish }
}

export const add = (tab: Tab, value = 'sign-in') => tab.outbox.add('event.logged.v1', { ...signIn, value })

/** Lets the request for the anti-forgery token succeed, so that the next given fault hits the entry. */
export const token: Fault = { kind: 'none' }
