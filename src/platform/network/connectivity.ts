import { portalStatus } from '../../contract/api-failure.ts'
import { headers as apiHeaders } from '../../contract/product-api/headers-and-cookies.ts'
import { createStore } from '../../lib/create-store.ts'
import { parseAnnouncedWait } from '../../lib/http/retry-after.ts'
import { echoProbe } from './echo-probe.ts'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** `online` is whether it makes sense to send requests. `since` and `until` are in ms since the epoch. */
export type ConnectivityState =
  | { kind: 'online'; online: true }
  /** Our server responds, but it may refuse requests because it asks clients to wait. */
  | { kind: 'maintenance'; online: true; since: number; until: number }
  /** `captive`: another server responds in place of ours, for example with a Wi-Fi sign-in page. */
  | { kind: 'offline' | 'captive'; online: false; since: number }

/**
 * Whether our server is reachable. The results of requests decide. The browser's `onLine` is only a hint,
 * because it is true for a phone on a Wi-Fi network without internet access.
 */
export type Connectivity = {
  state: () => ConnectivityState
  subscribe: (listener: () => void) => () => void
  /** `fetch` for our own server. Its responses and failures update the state. */
  fetch: Fetch
  /** Probes the server now. Resolves to true if it makes sense to send further requests. */
  check: () => Promise<boolean>
}

export type ConnectivityDeps = {
  fetch: Fetch
  /** The target of `online` and `offline` events: the window, or a worker's global scope. */
  target: Pick<EventTarget, 'addEventListener'>
  /** The browser's own state, `navigator.onLine`. */
  isBrowserOnline: () => boolean
  newId: () => string
  /** In ms since the epoch. */
  now: () => number
}

/** The time between two probes while the server is unreachable. */
const probeIntervalMs = 20_000

/** If the server announces a longer maintenance, it is probed after this time anyway. */
const maxProbeDelayMs = 3_600_000

/** Whether the caller aborted the request. Unlike a time limit, this reveals nothing about the network. */
const isCallersAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** Whether a response appears to come from our server. All of its responses have an id. */
const isFromOurServer = ({ headers }: Response): boolean => headers.has(apiHeaders.requestId)

/**
 * Returns when `Retry-After` allows the next request, in ms since the epoch, or undefined without the header.
 */
const parseRetryTime = ({ headers }: Response, now: number): number | undefined => {
  const seconds = parseAnnouncedWait(headers, now)
  return seconds === undefined ? undefined : now + seconds * 1000
}

/** Returns when the `Retry-After` of our server's 503 ends, or undefined for every other response. */
const findMaintenanceEnd = (response: Response, now: number): number | undefined =>
  response.status === 503 && isFromOurServer(response) ? parseRetryTime(response, now) : undefined

const onlineState: ConnectivityState = { kind: 'online', online: true }

/**
 * Two announced ends of a maintenance that differ by less are treated as the same. `Retry-After` has whole
 * seconds, so the end differs slightly from response to response.
 */
const maxEndDifferenceMs = 2000

const isSameState = (a: ConnectivityState, b: ConnectivityState): boolean => {
  if (a.kind === 'maintenance' && b.kind === 'maintenance')
    return Math.abs(a.until - b.until) < maxEndDifferenceMs
  return a.kind === b.kind
}

const getUnreachableSince = (state: ConnectivityState): number | undefined =>
  state.online ? undefined : state.since

/** Stores the state. Calls `requestProbe` repeatedly while the server is unavailable. */
const createStateStore = ({ isBrowserOnline, now }: ConnectivityDeps, requestProbe: () => void) => {
  const state = createStore<ConnectivityState>(
    isBrowserOnline() ? onlineState : { kind: 'offline', online: false, since: now() },
    isSameState,
  )
  let timer: ReturnType<typeof setTimeout> | undefined

  const setState = (newState: ConnectivityState) => {
    clearTimeout(timer)
    // Without a further probe, the screen would show this state until the next request.
    if (newState.kind === 'maintenance')
      timer = setTimeout(requestProbe, Math.min(maxProbeDelayMs, newState.until - now()))
    else if (!newState.online) timer = setTimeout(requestProbe, probeIntervalMs)
    state.set(newState)
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Our server responded. `until` is the end of its maintenance, in ms since the epoch. */
    setReachable: (until: number | undefined) =>
      setState(
        until === undefined ? onlineState : { kind: 'maintenance', online: true, since: now(), until },
      ),
    setUnreachable: (kind: 'offline' | 'captive') =>
      setState({ kind, online: false, since: getUnreachableSince(state.get()) ?? now() }),
  }
}

/**
 * Follows whether our server is reachable. A response with our server's id, or the browser's `offline` event,
 * changes the state immediately. Everything else, such as a failed request, only starts a probe
 * (`echo-probe.ts`). The probe decides, because only our server can give its response.
 */
export const createConnectivity = (deps: ConnectivityDeps): Connectivity => {
  const { target, now, newId } = deps
  /** The probe that is running, or undefined if there is none. */
  let probePromise: Promise<void> | undefined
  let shouldProbeAgain = false

  /**
   * Probes the server. If a probe is already running, another one follows, because the running one may not
   * see what caused this call.
   */
  const requestProbe = (): void => {
    if (probePromise) shouldProbeAgain = true
    probePromise ??= probe().finally(() => {
      probePromise = undefined
      if (shouldProbeAgain) requestProbe()
      shouldProbeAgain = false
    })
  }
  /** Also waits for the probe that follows a running one. */
  const waitForProbes = async (): Promise<void> => {
    await probePromise
    if (probePromise) await waitForProbes()
  }
  const state = createStateStore(deps, requestProbe)

  const fetchOrProbe: Fetch = async (url, init) => {
    try {
      return await deps.fetch(url, init)
    } catch (error) {
      // Only this URL may be blocked, or only this request lost, so a probe decides.
      if (!isCallersAbort(error)) requestProbe()
      throw error
    }
  }

  const probe = async (): Promise<void> => {
    const nonce = newId()
    const response = await deps.fetch(echoProbe.toUrl(nonce), echoProbe.createInit()).catch(() => undefined)
    if (!response) return state.setUnreachable('offline')
    // A gateway responds with such an error if our server fails. It does not indicate a captive portal.
    const isServerError = response.status >= 500 && response.status !== portalStatus
    if (!isServerError && !(await echoProbe.isEchoedBy(response, nonce)))
      return state.setUnreachable('captive')
    const previous = state.get()
    // An earlier version of the server answers a probe normally during maintenance, so a maintenance lasts
    // until its announced end.
    const isInMaintenance = previous.kind === 'maintenance' && previous.until > now()
    // During maintenance, our server's response to a probe has a `Retry-After`. A gateway's `Retry-After` may
    // be a whole day, so it is ignored.
    const until = isServerError ? findMaintenanceEnd(response, now()) : parseRetryTime(response, now())
    state.setReachable(isInMaintenance ? previous.until : until)
  }

  target.addEventListener('online', requestProbe)
  target.addEventListener('offline', () => {
    state.setUnreachable('offline')
    requestProbe()
  })
  if (!state.get().online) requestProbe()

  return {
    state: state.get,
    subscribe: state.subscribe,
    fetch: async (url, init) => {
      const response = await fetchOrProbe(url, init)
      // A response without our server's id may come from a captive portal or proxy, so a probe decides.
      if (isFromOurServer(response)) state.setReachable(findMaintenanceEnd(response, now()))
      else requestProbe()
      return response
    },
    check: async () => {
      requestProbe()
      await waitForProbes()
      return state.get().online
    },
  }
}
