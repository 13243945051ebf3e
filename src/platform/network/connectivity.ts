import { portalStatus } from '../../contract/api-failure.ts'
import { headers as apiHeaders } from '../../contract/product-api.ts'
import { createStore } from '../../lib/create-store.ts'
import { parseRetryAfter } from '../../lib/http/retry-after.ts'
import { echoProbe } from './echo-probe.ts'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** `online` is whether requests make sense. `kind` is why they do not, or why they may be refused anyway. */
export type ConnectivityState =
  | { kind: 'online'; online: true }
  /** Our server responds and asks to wait. `since` and `until` in ms since epoch. */
  | { kind: 'maintenance'; online: true; since: number; until: number }
  /**
   * `captive`: another server responds in place of ours, such as a Wi-Fi sign-in page. `since` in ms since
   * epoch.
   */
  | { kind: 'offline' | 'captive'; online: false; since: number }

/**
 * Whether our server can be reached. The browser's `onLine` is only a hint, because a phone on a dead Wi-Fi
 * is "online". The results of requests decide.
 */
export type Connectivity = {
  state: () => ConnectivityState
  subscribe: (listener: () => void) => () => void
  /** `fetch` for our own server. Its responses and failures determine the state. */
  fetch: Fetch
  /** Probes the server now; resolves to whether further requests make sense. */
  check: () => Promise<boolean>
}

export type ConnectivityDeps = {
  fetch: Fetch
  /** The target of `online` and `offline` events: the window, or a worker's global scope. */
  target: Pick<EventTarget, 'addEventListener'>
  /** The browser's own state, `navigator.onLine`. */
  browserOnline: () => boolean
  newId: () => string
  /** In ms since epoch. */
  now: () => number
}

/** In ms, between two probes of the server. */
const checkInterval = 20_000

/** In ms. The longest timer: if the server names a later time, it is probed after this time anyway. */
const maxWait = 3_600_000

/** An abort by the caller does not concern the network. A time limit does. */
const isCallersAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** Whether a response appears to come from our server, whose responses all have an id. */
const isOurs = ({ headers }: Response): boolean => headers.has(apiHeaders.requestId)

/** The end of the wait that a response demands (`Retry-After`), in ms since epoch. */
const findWaitEnd = ({ headers }: Response, now: number): number | undefined => {
  const seconds = parseRetryAfter(headers, now)
  return seconds === undefined ? undefined : now + seconds * 1000
}

/** The end of the wait that a 503 of our server demands; undefined for every other response. */
const findMaintenanceEnd = (response: Response, now: number): number | undefined =>
  response.status === 503 && isOurs(response) ? findWaitEnd(response, now) : undefined

const online: ConnectivityState = { kind: 'online', online: true }

/** In ms. A server that counts down the seconds names almost the same end of the wait in every response. */
const maxDrift = 2000

const isSameState = (a: ConnectivityState, b: ConnectivityState): boolean => {
  if (a.kind === 'maintenance' && b.kind === 'maintenance') return Math.abs(a.until - b.until) < maxDrift
  return a.kind === b.kind
}

const findSince = (state: ConnectivityState): number | undefined => (state.online ? undefined : state.since)

/** The state and its listeners. Calls `check` repeatedly while the server is unavailable. */
const createState = ({ browserOnline, now }: ConnectivityDeps, check: () => void) => {
  const state = createStore<ConnectivityState>(
    browserOnline() ? online : { kind: 'offline', online: false, since: now() },
    isSameState,
  )
  let timer: ReturnType<typeof setTimeout> | undefined

  const setState = (newState: ConnectivityState) => {
    clearTimeout(timer)
    // Without a probe, the state would stay on the screen until the next request.
    if (newState.kind === 'maintenance') timer = setTimeout(check, Math.min(maxWait, newState.until - now()))
    else if (!newState.online) timer = setTimeout(check, checkInterval)
    state.set(newState)
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Our server responded. `until` is the end of the wait that it demands, in ms since epoch. */
    setReachable: (until: number | undefined) =>
      setState(until === undefined ? online : { kind: 'maintenance', online: true, since: now(), until }),
    setUnreachable: (kind: 'offline' | 'captive') =>
      setState({ kind, online: false, since: findSince(state.get()) ?? now() }),
  }
}

export const createConnectivity = (deps: ConnectivityDeps): Connectivity => {
  const { target, now, newId } = deps
  let running: Promise<void> | undefined
  let isAnotherDue = false

  /**
   * Probes the server. If a probe is running, another one follows, because the running one started too early.
   */
  const check = (): void => {
    if (running) isAnotherDue = true
    running ??= probe().finally(() => {
      running = undefined
      if (isAnotherDue) check()
      isAnotherDue = false
    })
  }
  const state = createState(deps, check)

  const request: Fetch = async (url, init) => {
    try {
      return await deps.fetch(url, init)
    } catch (error) {
      // One URL may be blocked, or one request lost, while others succeed. The probe decides.
      if (!isCallersAbort(error)) check()
      throw error
    }
  }

  const probe = async (): Promise<void> => {
    const nonce = newId()
    const response = await deps.fetch(echoProbe.url(nonce), echoProbe.init()).catch(() => undefined)
    if (!response) return state.setUnreachable('offline')
    // A gateway's error means that our server has a problem. It is another server's response, but no portal.
    const isServerError = response.status >= 500 && response.status !== portalStatus
    if (!isServerError && !(await echoProbe.isEchoedBy(response, nonce)))
      return state.setUnreachable('captive')
    const previous = state.get()
    // A server of an earlier version answers the probe as usual during a maintenance, so the maintenance
    // lasts until its announced end.
    const isMaintained = previous.kind === 'maintenance' && previous.until > now()
    // The 503 of a gateway may demand a day, so only a 503 of our server sets a wait.
    const until = isServerError ? findMaintenanceEnd(response, now()) : findWaitEnd(response, now())
    state.setReachable(isMaintained ? previous.until : until)
  }

  target.addEventListener('online', check)
  target.addEventListener('offline', () => {
    state.setUnreachable('offline')
    check()
  })
  if (!state.get().online) check()

  return {
    state: state.get,
    subscribe: state.subscribe,
    fetch: async (url, init) => {
      const response = await request(url, init)
      // A response without an id may come from another server, so a probe decides.
      if (isOurs(response)) state.setReachable(findMaintenanceEnd(response, now()))
      else check()
      return response
    },
    check: async () => {
      check()
      await running
      return state.get().online
    },
  }
}
