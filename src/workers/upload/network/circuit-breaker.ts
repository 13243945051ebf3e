import { fullJitter } from '../../../lib/async/backoff.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/**
 * The longest first rest and the longest rest, in ms. Rests are long, because each try sends a whole part
 * that may not be stored, and data may cost the coach money.
 */
const restLimits = { base: 60_000, cap: 3_600_000 }
/**
 * The maximum number of other uploads that are tried before all uploads rest. A content filter may reject
 * only the uploads that came first. The count starts again when the object store keeps a body.
 */
const maxOtherUploads = 3

/**
 * `closed`: requests are sent as usual. `open`: nothing is sent, which is called a rest. `half-open`: a
 * single body is sent to find out whether the object store answers again.
 */
type CircuitState = 'closed' | 'open' | 'half-open'

/**
 * Stops uploads on a network where something other than the object store, such as a captive portal or a
 * proxy, answers their requests. Each such answer costs a body: a whole file or part that is sent but not
 * stored, which is called a loss.
 *
 * There is one circuit for the network and one for each upload that lost a body, so a content filter that
 * rejects one file does not stop the others. `taskId` is the id of an upload's task; it is undefined for a
 * request that belongs to no upload.
 */
export type CircuitBreaker = {
  /** Returns the state of the network's circuit. */
  getNetworkState: () => CircuitState
  /** Returns the state of the network's circuit, or of the upload's own circuit while that one is closed. */
  getState: (taskId: string | undefined) => CircuitState
  /** Returns how many bodies an upload has lost. */
  getLossCount: (taskId: string) => number
  /** Returns how many bodies the object store has kept so far, over all uploads. */
  getKeptCount: () => number
  /** Counts a loss that does not start a rest, because the body is sent once more. */
  addLoss: (taskId: string | undefined) => void
  /**
   * Counts a loss and starts a rest, longer each time. `keptCountBefore` is `getKeptCount` before the body
   * was sent. All uploads rest, except in two cases. If the object store has kept a body since then, the
   * network works. If this upload's circuit was not closed, the upload lost bodies before, so a further loss
   * shows nothing about the network. In both cases, only this upload rests while the network's circuit is
   * closed.
   */
  reportLoss: (taskId: string | undefined, keptCountBefore: number) => void
  /** Reports that the object store has kept a body, which shows that the network works. */
  reportKept: (taskId: string | undefined) => void
  /**
   * Ends the network's rest immediately, so that an upload without losses can be tried. Such a try shows
   * whether the network affects all uploads or only some. Does nothing after `maxOtherUploads` tries.
   */
  tryOtherUpload: () => void
  /** Ends all rests, because the network may have changed, or the coach may have signed in to it. */
  tryAgain: () => void
  /** Calls `listener` when a circuit changes its state. */
  subscribe: (listener: () => void) => void
}

type Ports = { clock: Pick<Clock, 'elapsed' | 'sleep'>; random: () => number }

/** Creates one circuit. `onChange` is called whenever its state changes. */
const createCircuit = ({ clock, random }: Ports, onChange: () => void) => {
  const state = createStore<CircuitState>('closed')
  state.subscribe(onChange)
  /** The number of rests that make the next one longer. */
  let restCount = 0
  /** When the last rest began, in ms of the elapsed clock. */
  let restBeganAt = 0
  /** Aborted when the current rest ends, so that its timer has no effect on a later rest. */
  let restController = new AbortController()

  const setState = (newState: CircuitState) => {
    restController.abort()
    state.set(newState)
  }
  const endRest = () => {
    if (state.get() === 'open') setState('half-open')
  }
  const endRestAfter = async (ms: number, signal: AbortSignal) => {
    await clock.sleep(ms, signal)
    if (!signal.aborted) endRest()
  }

  return {
    getState: state.get,
    startRest: () => {
      setState('open')
      // A kept body does not shorten the next rest, because a proxy may answer only some of the requests.
      // Only a long time without a rest does.
      if (clock.elapsed() - restBeganAt > 2 * restLimits.cap) restCount = 0
      restBeganAt = clock.elapsed()
      restController = new AbortController()
      // At least half of the limit, because after a short rest the next body would be lost too.
      const restMs = fullJitter(restCount, restLimits, () => (1 + random()) / 2)
      void endRestAfter(restMs, restController.signal)
      restCount++
    },
    endRest,
    /** Ends the rest without making the next one longer. */
    cancelRest: () => {
      restCount--
      endRest()
    },
    halfOpen: () => setState('half-open'),
    close: () => setState('closed'),
  }
}

export const createCircuitBreaker = (ports: Ports): CircuitBreaker => {
  const changeCount = createStore(0)
  const createNewCircuit = () => createCircuit(ports, () => changeCount.set(changeCount.get() + 1))
  const network = createNewCircuit()
  /** The uploads that lost a body, by the ids of their tasks. */
  const uploads = new Map<string, { circuit: ReturnType<typeof createNewCircuit>; lossCount: number }>()
  let keptCount = 0
  /** How many other uploads were tried since the object store last kept a body. */
  let otherUploadTries = 0

  // '' is the id of no task. A request that belongs to no upload has only the network's circuit.
  const getState = (taskId = ''): CircuitState => {
    const networkState = network.getState()
    return networkState === 'closed' ? (uploads.get(taskId)?.circuit.getState() ?? 'closed') : networkState
  }

  /** Counts a loss. Returns the circuit of the upload, or undefined if the request belongs to no upload. */
  const addLoss = (taskId: string | undefined) => {
    if (taskId === undefined) return undefined
    const upload = uploads.get(taskId) ?? { circuit: createNewCircuit(), lossCount: 0 }
    upload.lossCount++
    uploads.set(taskId, upload)
    return upload.circuit
  }

  return {
    getNetworkState: network.getState,
    getState,
    getLossCount: (taskId) => uploads.get(taskId)?.lossCount ?? 0,
    getKeptCount: () => keptCount,
    addLoss: (taskId) => void addLoss(taskId),
    reportLoss: (taskId, keptCountBefore) => {
      const isOnlyThisUpload =
        network.getState() === 'closed' && (getState(taskId) !== 'closed' || keptCount > keptCountBefore)
      const circuit = addLoss(taskId)
      if (isOnlyThisUpload) return circuit?.startRest()
      if (network.getState() !== 'open') network.startRest()
      // The upload rests with all others. Afterwards it sends a single body, even if others have succeeded.
      circuit?.halfOpen()
    },
    reportKept: (taskId = '') => {
      keptCount++
      otherUploadTries = 0
      uploads.get(taskId)?.circuit.close()
      network.close()
    },
    tryOtherUpload: () => {
      if (network.getState() !== 'open' || otherUploadTries === maxOtherUploads) return
      otherUploadTries++
      network.cancelRest()
    },
    tryAgain: () => {
      network.endRest()
      for (const { circuit } of uploads.values()) circuit.endRest()
    },
    subscribe: changeCount.subscribe,
  }
}
