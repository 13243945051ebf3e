import { fullJitter } from '../../../lib/async/backoff.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/**
 * In ms: `base` limits the first cooldown of a circuit, `cap` limits all cooldowns. Cooldowns are long,
 * because each probe sends a whole part that may not be stored, and data may cost the coach money.
 */
const cooldownLimits = { base: 60_000, cap: 3_600_000 }
/**
 * The maximum number of other uploads, without failed bodies, that are attempted before all uploads cool
 * down. A content filter may reject only the uploads that came first. The count starts again when the object
 * store stores a body.
 */
const maxOtherUploads = 3

/**
 * `closed`: requests are sent as usual. `open`: nothing is sent until the cooldown ends. `half-open`: a
 * single body is sent as a probe, to find out whether the object store answers again.
 */
type CircuitState = 'closed' | 'open' | 'half-open'

/**
 * Stops uploads on a network where something other than the object store, such as a captive portal or a
 * proxy, answers their requests. Each such answer is a failed body: a whole file or part was sent, but not
 * stored.
 *
 * There is one circuit for the network and one for each upload with a failed body, so a content filter that
 * rejects one file does not stop the others. `taskId` is the id of an upload's task; it is undefined for a
 * request that belongs to no upload.
 */
export type CircuitBreaker = {
  /** Returns the state of the network's circuit. */
  getNetworkState: () => CircuitState
  /** Returns the state of the network's circuit or, if that is closed, of the upload's circuit. */
  getState: (taskId: string | undefined) => CircuitState
  /** Returns how many bodies of an upload have failed. */
  getFailureCount: (taskId: string) => number
  /** Returns how many bodies the object store has stored so far, over all uploads. */
  getStoredCount: () => number
  /** Counts a failed body without starting a cooldown, because the body is sent once more. */
  addFailure: (taskId: string | undefined) => void
  /**
   * Counts a failed body and starts a cooldown, longer each time. `storedCountBefore` is `getStoredCount`
   * before the body was sent. Usually all uploads cool down. Only this upload cools down if the failure shows
   * nothing about the network: the network's circuit is closed, and either another body was stored in the
   * meantime, or the last body of this upload had failed too (its own circuit was not closed).
   */
  reportFailure: (taskId: string | undefined, storedCountBefore: number) => void
  /** Reports that the object store has stored a body, which shows that the network works. */
  reportStored: (taskId: string | undefined) => void
  /**
   * Ends the network's cooldown immediately, so that an upload without failed bodies can be attempted. The
   * result shows whether the network affects all uploads or only some. Does nothing after `maxOtherUploads`
   * attempts.
   */
  tryOtherUpload: () => void
  /** Ends all cooldowns, because the network may have changed, or the coach may have signed in to it. */
  tryAgain: () => void
  /** Calls `listener` when a circuit changes its state. */
  subscribe: (listener: () => void) => void
}

type Ports = { clock: Pick<Clock, 'elapsed' | 'sleep'>; random: () => number }

/** Creates one circuit. `onChange` is called whenever its state changes. */
const createCircuit = ({ clock, random }: Ports, onChange: () => void) => {
  const state = createStore<CircuitState>('closed')
  state.subscribe(onChange)
  /** The number of earlier cooldowns. Each makes the following cooldown longer. */
  let cooldownCount = 0
  /** When the last cooldown started, in ms of the elapsed clock. */
  let cooldownStartedAt = 0
  /** Aborted when the current cooldown ends, so that its timer has no effect on a later cooldown. */
  let cooldownController = new AbortController()

  const setState = (newState: CircuitState) => {
    cooldownController.abort()
    state.set(newState)
  }
  const endCooldown = () => {
    if (state.get() === 'open') setState('half-open')
  }
  const endCooldownAfter = async (ms: number, signal: AbortSignal) => {
    await clock.sleep(ms, signal)
    if (!signal.aborted) endCooldown()
  }

  return {
    getState: state.get,
    startCooldown: () => {
      setState('open')
      // A stored body does not reset the count, because a proxy may answer only some of the requests. Time
      // resets it: the last cooldown took at most `cap`, and none was needed for at least another `cap`.
      if (clock.elapsed() - cooldownStartedAt > 2 * cooldownLimits.cap) cooldownCount = 0
      cooldownStartedAt = clock.elapsed()
      cooldownController = new AbortController()
      // A random time, but at least half of the limit, because after a short cooldown the next body would
      // fail too.
      const cooldownMs = fullJitter(cooldownCount, cooldownLimits, () => (1 + random()) / 2)
      void endCooldownAfter(cooldownMs, cooldownController.signal)
      cooldownCount++
    },
    endCooldown,
    /** Ends the cooldown. The next cooldown does not become longer because of it. */
    cancelCooldown: () => {
      cooldownCount--
      endCooldown()
    },
    halfOpen: () => setState('half-open'),
    close: () => setState('closed'),
  }
}

export const createCircuitBreaker = (ports: Ports): CircuitBreaker => {
  const changeCount = createStore(0)
  const addCircuit = () => createCircuit(ports, () => changeCount.set(changeCount.get() + 1))
  const network = addCircuit()
  /** The uploads with a failed body, by the ids of their tasks. */
  const uploads = new Map<string, { circuit: ReturnType<typeof addCircuit>; failureCount: number }>()
  let storedCount = 0
  /** How many other uploads were attempted since the object store last stored a body. */
  let otherUploadAttempts = 0

  // '' is the id of no task. A request that belongs to no upload has only the network's circuit.
  const getState = (taskId = ''): CircuitState => {
    const networkState = network.getState()
    return networkState === 'closed' ? (uploads.get(taskId)?.circuit.getState() ?? 'closed') : networkState
  }

  /** Counts a failed body. Returns the upload's circuit, or undefined if the request belongs to no upload. */
  const addFailure = (taskId: string | undefined) => {
    if (taskId === undefined) return undefined
    const upload = uploads.get(taskId) ?? { circuit: addCircuit(), failureCount: 0 }
    upload.failureCount++
    uploads.set(taskId, upload)
    return upload.circuit
  }

  return {
    getNetworkState: network.getState,
    getState,
    getFailureCount: (taskId) => uploads.get(taskId)?.failureCount ?? 0,
    getStoredCount: () => storedCount,
    addFailure: (taskId) => void addFailure(taskId),
    reportFailure: (taskId, storedCountBefore) => {
      const isOnlyThisUpload =
        network.getState() === 'closed' && (getState(taskId) !== 'closed' || storedCount > storedCountBefore)
      const circuit = addFailure(taskId)
      if (isOnlyThisUpload) return circuit?.startCooldown()
      if (network.getState() !== 'open') network.startCooldown()
      // The upload cools down with all others. Then it sends a single body, even if others have succeeded.
      circuit?.halfOpen()
    },
    reportStored: (taskId = '') => {
      storedCount++
      otherUploadAttempts = 0
      uploads.get(taskId)?.circuit.close()
      network.close()
    },
    tryOtherUpload: () => {
      if (network.getState() !== 'open' || otherUploadAttempts === maxOtherUploads) return
      otherUploadAttempts++
      network.cancelCooldown()
    },
    tryAgain: () => {
      network.endCooldown()
      for (const { circuit } of uploads.values()) circuit.endCooldown()
    },
    subscribe: changeCount.subscribe,
  }
}
