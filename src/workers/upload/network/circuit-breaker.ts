import { fullJitter } from '../../../lib/async/backoff.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/**
 * ms of a rest. A try costs the coach a whole part if the network still answers in place of the object store.
 */
const backoffLimits = { base: 60_000, cap: 3_600_000 }
/**
 * How many other uploads are tried before all uploads rest, counted since the object store last kept a body:
 * a content filter may reject only the uploads that came first.
 */
const maxOtherUploads = 3

/**
 * `closed`: requests are sent. `open`: they rest. `half-open`: a single body is sent to find out whether the
 * object store is back.
 */
type CircuitState = 'closed' | 'open' | 'half-open'

/**
 * Stops sending bodies into a network that answers in place of the object store. There is one circuit for the
 * network and one for each upload that lost a body, so a content filter that rejects one file does not stop
 * the others.
 */
export type CircuitBreaker = {
  /** The state of the network's circuit. */
  state: () => CircuitState
  /** The state of an upload's circuit, or of the network's circuit unless that is closed. */
  getState: (upload: string | undefined) => CircuitState
  /** The number of bodies that an upload has lost. */
  losses: (upload: string) => number
  /** The number of bodies that the object store has kept so far, over all uploads. */
  keptBodies: () => number
  /**
   * Reports that something other than the object store answered `upload`: the upload rests, longer each time.
   * If the object store has kept no body since its count was `keptBefore`, all uploads rest, unless this
   * upload lost a body before: that says nothing new about the network.
   */
  reportLoss: (upload: string | undefined, keptBefore: number) => void
  /** Counts a body of `upload` that was lost and is sent once more. */
  countLoss: (upload: string | undefined) => void
  /**
   * Called if there is an upload that lost nothing. Unless enough other uploads were tried, ends the rest of
   * the network at once: this upload finds out whether the network answers in place of the object store for
   * all.
   */
  tryOther: () => void
  /** Reports that the object store has kept a body of `upload`. */
  reportKept: (upload: string | undefined) => void
  /** Ends all rests, because the network may be another one, or the coach may have signed in to it. */
  tryAgain: () => void
  subscribe: (listener: () => void) => void
}

type Ports = { clock: Pick<Clock, 'elapsed' | 'sleep'>; random: () => number }

/** One circuit. `onChange` is called whenever its state changes. */
const createCircuit = ({ clock, random }: Ports, onChange: () => void) => {
  const state = createStore<CircuitState>('closed')
  state.subscribe(onChange)
  let openings = 0
  let openedAt = 0
  /** Ends the present rest. */
  let rest = new AbortController()

  const transition = (newState: CircuitState) => {
    rest.abort()
    state.set(newState)
  }
  const tryAgain = () => {
    if (state.get() === 'open') transition('half-open')
  }

  return {
    state: state.get,
    /** Ends the rest without making the next one longer. */
    skipRest: () => {
      openings--
      tryAgain()
    },
    open: () => {
      transition('open')
      // A body that was kept does not shorten the next wait: the network may answer a different body each
      // time.
      if (clock.elapsed() - openedAt > 2 * backoffLimits.cap) openings = 0
      openedAt = clock.elapsed()
      rest = new AbortController()
      const { signal } = rest
      void clock
        .sleep(fullJitter(openings, backoffLimits, random), signal)
        .then(() => signal.aborted || tryAgain())
      openings++
    },
    halfOpen: () => transition('half-open'),
    close: () => transition('closed'),
    tryAgain,
  }
}

export const createCircuitBreaker = (ports: Ports): CircuitBreaker => {
  const changes = createStore(0)
  const onChange = () => changes.set(changes.get() + 1)
  const newCircuit = () => createCircuit(ports, onChange)
  const network = newCircuit()
  const circuits = new Map<string, ReturnType<typeof newCircuit> & { losses: number }>()
  let keptBodies = 0
  /** How many other uploads were tried since the object store last kept a body. */
  let otherTries = 0

  const getCircuit = (upload: string) => {
    const circuit = circuits.get(upload) ?? { ...newCircuit(), losses: 0 }
    circuits.set(upload, circuit)
    return circuit
  }
  const getState = (upload = '') =>
    network.state() === 'closed' ? (circuits.get(upload)?.state() ?? 'closed') : network.state()

  return {
    state: network.state,
    getState,
    losses: (upload) => circuits.get(upload)?.losses ?? 0,
    keptBodies: () => keptBodies,
    countLoss: (upload) => {
      if (upload !== undefined) getCircuit(upload).losses++
    },
    tryOther: () => {
      if (network.state() !== 'open' || otherTries === maxOtherUploads) return
      otherTries++
      network.skipRest()
    },
    reportLoss: (upload, keptBefore) => {
      const concernsOneUpload =
        network.state() === 'closed' && (getState(upload) !== 'closed' || keptBodies > keptBefore)
      const circuit = upload === undefined ? undefined : getCircuit(upload)
      if (circuit) circuit.losses++
      if (concernsOneUpload) return circuit?.open()
      if (network.state() !== 'open') network.open()
      // The upload rests with all others, and sends a single body afterwards.
      circuit?.halfOpen()
    },
    reportKept: (upload = '') => {
      keptBodies++
      otherTries = 0
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
