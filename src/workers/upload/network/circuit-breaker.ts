import { fullJitter } from '../../../lib/backoff.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/** ms; what is tried then costs the coach a whole part if the network still answers in place of the store */
const backoffs = { base: 60_000, cap: 3_600_000 }
/** Other uploads that are tried before all rest, since the store last kept a body: a filter may dislike just those that came first. */
const mostOthers = 3

/** `closed`: requests leave. `open`: they rest. `half-open`: the store may be there again, and one body alone finds out. */
type State = 'closed' | 'open' | 'half-open'

/**
 * Keeps bodies from a network that answers in place of the object store. There is one circuit for the network, and one
 * for each upload that lost a body: a content filter that dislikes one file does not stop the others.
 */
export type CircuitBreaker = {
  /** Of the network. */
  state: () => State
  /** Of an upload: while the network lets bodies through, that of the upload. */
  stateOf: (upload: string | undefined) => State
  /** How many bodies an upload lost. */
  losses: (upload: string) => number
  /** The bodies that the store has kept so far, of all uploads. */
  bodiesKept: () => number
  /**
   * Something else than the store answers `upload`: it rests, each time longer. Where the store has kept no body since
   * there were `keptBefore`, all rest. An upload that lost one before says nothing new of the network.
   */
  lost: (upload: string | undefined, keptBefore: number) => void
  /** A body of `upload` is lost, and is sent once more. */
  lostOnce: (upload: string | undefined) => void
  /** There is an upload that lost nothing: if it is its turn, it finds out at once whether the network answers for all. */
  tryOther: () => void
  /** The store has kept a body. */
  kept: (upload: string | undefined) => void
  /** Ends all rests: the network may be another one, or the coach has signed in to it. */
  tryAgain: () => void
  /** Calls the listener when a state changes. */
  subscribe: (listener: () => void) => void
}

type Ports = { clock: Pick<Clock, 'elapsed' | 'sleep'>; random: () => number }

const createCircuit = ({ clock, random }: Ports, changed: () => void) => {
  const state = createStore<State>('closed')
  state.subscribe(changed)
  let openings = 0
  let openedAt = 0
  let waiting = new AbortController()

  const become = (next: State) => {
    waiting.abort()
    state.set(next)
  }
  const tryAgain = () => {
    if (state.get() === 'open') become('half-open')
  }

  return {
    state: state.get,
    /** Goes on without a rest, which is no shorter next time and no longer. */
    skipRest: () => {
      openings--
      tryAgain()
    },
    open: () => {
      become('open')
      // A body that is kept does not shorten the next wait: another one may be answered each time.
      if (clock.elapsed() - openedAt > 2 * backoffs.cap) openings = 0
      openedAt = clock.elapsed()
      const { signal } = (waiting = new AbortController())
      void clock
        .sleep(fullJitter(openings, backoffs, random), signal)
        .then(() => signal.aborted || tryAgain())
      openings++
    },
    halfOpen: () => become('half-open'),
    close: () => become('closed'),
    tryAgain,
  }
}

export const createCircuitBreaker = (ports: Ports): CircuitBreaker => {
  const changes = createStore(0)
  const changed = () => changes.set(changes.get() + 1)
  const newCircuit = () => createCircuit(ports, changed)
  const network = newCircuit()
  const losers = new Map<string, ReturnType<typeof newCircuit> & { losses: number }>()
  let bodiesKept = 0
  let others = 0

  const loserOf = (upload: string) => {
    const loser = losers.get(upload) ?? { ...newCircuit(), losses: 0 }
    losers.set(upload, loser)
    return loser
  }
  const stateOf = (upload = '') =>
    network.state() === 'closed' ? (losers.get(upload)?.state() ?? 'closed') : network.state()

  return {
    state: network.state,
    stateOf,
    losses: (upload) => losers.get(upload)?.losses ?? 0,
    bodiesKept: () => bodiesKept,
    lostOnce: (upload) => {
      if (upload !== undefined) loserOf(upload).losses++
    },
    tryOther: () => {
      if (network.state() !== 'open' || others === mostOthers) return
      others++
      network.skipRest()
    },
    lost: (upload, keptBefore) => {
      const isOfOne =
        network.state() === 'closed' && (stateOf(upload) !== 'closed' || bodiesKept > keptBefore)
      const loser = upload === undefined ? undefined : loserOf(upload)
      if (loser) loser.losses++
      if (isOfOne) return loser?.open()
      if (network.state() !== 'open') network.open()
      // It rests with all others, and sends one body alone afterwards.
      loser?.halfOpen()
    },
    kept: (upload = '') => {
      bodiesKept++
      others = 0
      losers.get(upload)?.close()
      network.close()
    },
    tryAgain: () => {
      network.tryAgain()
      for (const loser of losers.values()) loser.tryAgain()
    },
    subscribe: changes.subscribe,
  }
}
