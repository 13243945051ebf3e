import { fullJitter } from '../../../lib/backoff.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/** ms; what is tried then costs the coach a whole part if the network still answers in place of the store */
const backoffs = { base: 60_000, cap: 3_600_000 }

/**
 * Keeps bodies from a network that answers in place of the object store. `closed`: requests leave. `open`: all uploads rest.
 * `half-open`: the store may be there again, and one body at a time finds out.
 */
export type CircuitBreaker = {
  state: () => 'closed' | 'open' | 'half-open'
  /** Something else than the store answers: rests, each time longer. */
  open: () => void
  /** Ends the rest: the network may be another one, or the coach has signed in to it. */
  tryAgain: () => void
  /** The store has kept a body. */
  kept: () => void
  /** Calls the listener when the state changes. */
  subscribe: (listener: () => void) => void
}

type Ports = { clock: Pick<Clock, 'elapsed' | 'sleep'>; random: () => number }

export const createCircuitBreaker = ({ clock, random }: Ports): CircuitBreaker => {
  const state = createStore<ReturnType<CircuitBreaker['state']>>('closed')
  let openings = 0
  let openedAt = 0
  let waiting = new AbortController()

  const tryAgain = () => {
    if (state.get() !== 'open') return
    waiting.abort()
    state.set('half-open')
  }

  return {
    state: state.get,
    open: () => {
      if (state.get() === 'open') return
      // A body that is kept does not shorten the next wait: another one may be answered each time.
      if (clock.elapsed() - openedAt > 2 * backoffs.cap) openings = 0
      openedAt = clock.elapsed()
      const { signal } = (waiting = new AbortController())
      void clock
        .sleep(fullJitter(openings, backoffs, random), signal)
        .then(() => signal.aborted || tryAgain())
      openings++
      state.set('open')
    },
    tryAgain,
    kept: () => {
      if (state.get() === 'half-open') state.set('closed')
    },
    subscribe: state.subscribe,
  }
}
