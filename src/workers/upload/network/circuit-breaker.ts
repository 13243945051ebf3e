import { fullJitter } from '../../../lib/async/backoff.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/** ms. A try costs the coach a whole part if the network still answers in place of the store. */
const backoffs = { base: 60_000, cap: 3_600_000 }
/**
 * How many other uploads are tried before all uploads rest, counted since the store last kept a body: a
 * content filter may reject only the uploads that came first.
 */
const maxOtherUploads = 3

/**
 * `closed`: requests are sent. `open`: they rest. `half-open`: a single body is sent to find out whether the
 * store is back.
 */
type State = 'closed' | 'open' | 'half-open'

/**
 * Stops sending bodies into a network that answers in place of the object store. There is one circuit for the
 * network and one for each upload that lost a body, so a content filter that rejects one file does not stop
 * the others.
 */
export type CircuitBreaker = {
  /** The state of the network's circuit. */
  state: () => State
  /** The state of an upload's circuit, or of the network's circuit unless that is closed. */
  stateOf: (upload: string | undefined) => State
  losses: (upload: string) => number
  /** The number of bodies that the store has kept so far, over all uploads. */
  bodiesKept: () => number
  /**
   * Something other than the store answered `upload`: the upload rests, longer each time. If the store has
   * kept no body since its count was `keptBefore`, all uploads rest, unless this upload lost a body before:
   * that says nothing new about the network.
   */
  lost: (upload: string | undefined, keptBefore: number) => void
  /** A body of `upload` was lost and is sent once more. */
  lostOnce: (upload: string | undefined) => void
  /**
   * An upload that lost nothing exists. Unless enough other uploads were tried, it finds out at once whether
   * the network answers for all uploads.
   */
  tryOther: () => void
  kept: (upload: string | undefined) => void
  /** Ends all rests: the network may be another one, or the coach may have signed in to it. */
  tryAgain: () => void
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
    /** Ends the rest without changing the length of the next one. */
    skipRest: () => {
      openings--
      tryAgain()
    },
    open: () => {
      become('open')
      // A body that was kept does not shorten the next wait: the network may answer a different body each
      // time.
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
  const circuits = new Map<string, ReturnType<typeof newCircuit> & { losses: number }>()
  let bodiesKept = 0
  let others = 0

  const circuitOf = (upload: string) => {
    const circuit = circuits.get(upload) ?? { ...newCircuit(), losses: 0 }
    circuits.set(upload, circuit)
    return circuit
  }
  const stateOf = (upload = '') =>
    network.state() === 'closed' ? (circuits.get(upload)?.state() ?? 'closed') : network.state()

  return {
    state: network.state,
    stateOf,
    losses: (upload) => circuits.get(upload)?.losses ?? 0,
    bodiesKept: () => bodiesKept,
    lostOnce: (upload) => {
      if (upload !== undefined) circuitOf(upload).losses++
    },
    tryOther: () => {
      if (network.state() !== 'open' || others === maxOtherUploads) return
      others++
      network.skipRest()
    },
    lost: (upload, keptBefore) => {
      const isOfOne =
        network.state() === 'closed' && (stateOf(upload) !== 'closed' || bodiesKept > keptBefore)
      const circuit = upload === undefined ? undefined : circuitOf(upload)
      if (circuit) circuit.losses++
      if (isOfOne) return circuit?.open()
      if (network.state() !== 'open') network.open()
      // The upload rests with all others, and sends a single body afterwards.
      circuit?.halfOpen()
    },
    kept: (upload = '') => {
      bodiesKept++
      others = 0
      circuits.get(upload)?.close()
      network.close()
    },
    tryAgain: () => {
      network.tryAgain()
      for (const circuit of circuits.values()) circuit.tryAgain()
    },
    subscribe: changes.subscribe,
  }
}
