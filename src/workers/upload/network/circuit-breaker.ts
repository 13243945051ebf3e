import { fullJitter } from '../../../lib/async/backoff.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/**
 * The length of a rest, in ms. It is long: if something still answers in place of the object store, a try
 * sends a whole part in vain, and data may cost the coach money.
 */
const restLimits = { base: 60_000, cap: 3_600_000 }
/**
 * The maximum number of other uploads that are tried before all uploads rest: a content filter may reject
 * only the uploads that came first. The count starts again when the object store keeps a body.
 */
const maxOtherUploads = 3

/**
 * `closed`: requests are sent. `open`: none are sent (a rest). `half-open`: a single body is sent to find out
 * whether the object store is back.
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
   * All uploads rest if the object store has kept no body since `keptBodies` returned `keptBefore`. But if
   * this upload lost a body before, only it rests: its next loss shows nothing new about the network.
   */
  reportLoss: (upload: string | undefined, keptBefore: number) => void
  /** Counts a body of `upload` that was lost and is sent once more. */
  countLoss: (upload: string | undefined) => void
  /**
   * Ends the rest of the network at once, unless enough other uploads were tried. Called if there is an
   * upload that has lost nothing: it finds out whether something answers in place of the object store for all
   * uploads, or only for some.
   */
  tryOther: () => void
  /** Reports that the object store has kept a body of `upload`. */
  reportKept: (upload: string | undefined) => void
  /** Ends all rests, because the network may be another one, or the coach may have signed in to it. */
  tryAgain: () => void
  subscribe: (listener: () => void) => void
}

type Ports = { clock: Pick<Clock, 'elapsed' | 'sleep'>; random: () => number }

/** Creates one circuit. `onChange` is called whenever its state changes. */
const createCircuit = ({ clock, random }: Ports, onChange: () => void) => {
  const state = createStore<CircuitState>('closed')
  state.subscribe(onChange)
  let openings = 0
  let openedAt = 0
  /** Ends the current rest. */
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
      // The object store may keep some bodies while something else answers others, so a kept body does not
      // shorten the next rest. Only a long time without a rest does.
      if (clock.elapsed() - openedAt > 2 * restLimits.cap) openings = 0
      openedAt = clock.elapsed()
      rest = new AbortController()
      const { signal } = rest
      void clock
        .sleep(fullJitter(openings, restLimits, random), signal)
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
  const createNewCircuit = () => createCircuit(ports, onChange)
  const network = createNewCircuit()
  const circuits = new Map<string, ReturnType<typeof createNewCircuit> & { losses: number }>()
  let keptBodies = 0
  /** How many other uploads were tried since the object store last kept a body. */
  let otherTries = 0

  const getCircuit = (upload: string) => {
    const circuit = circuits.get(upload) ?? { ...createNewCircuit(), losses: 0 }
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
