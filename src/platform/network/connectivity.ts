import { portalStatus } from '../../contract/api-failure.ts'
import { headers as apiHeaders } from '../../contract/product-api.ts'
import { createStore } from '../../lib/create-store.ts'
import { retryAfterOf } from '../../lib/http/retry-after.ts'
import { echoProbe } from './echo-probe.ts'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** `online` is whether requests make sense. `kind` is why they do not, or why they may be refused anyway. */
export type ConnectivityState =
  | { kind: 'online'; online: true }
  /** Our server responds and asks to wait. `since` and `until` in ms since epoch. */
  | { kind: 'maintenance'; online: true; since: number; until: number }
  /** `captive`: another server responds in place of ours, such as a Wi-Fi sign-in page. `since`: as above. */
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
  /** ms since epoch */
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

/** The end of the wait that a response demands, in ms since epoch. */
const waitOf = ({ headers }: Response, now: number): number | undefined => {
  const seconds = retryAfterOf(headers, now)
  return seconds === undefined ? undefined : now + seconds * 1000
}

/** The end of the wait that a 503 of our server demands; undefined for every other response. */
const maintenanceOf = (response: Response, now: number): number | undefined =>
  response.status === 503 && isOurs(response) ? waitOf(response, now) : undefined

const online: ConnectivityState = { kind: 'online', online: true }

/** In ms. A server that counts down the seconds names almost the same time in every response. */
const sameMoment = 2000

const isSame = (state: ConnectivityState, next: ConnectivityState): boolean =>
  next.kind === state.kind &&
  (next.kind !== 'maintenance' ||
    state.kind !== 'maintenance' ||
    Math.abs(next.until - state.until) < sameMoment)

const sinceOf = (state: ConnectivityState): number | undefined => (state.online ? undefined : state.since)

/** The state and its listeners. Calls `check` repeatedly while the server is unavailable. */
const createState = ({ browserOnline, now }: ConnectivityDeps, check: () => void) => {
  const state = createStore<ConnectivityState>(
    browserOnline() ? online : { kind: 'offline', online: false, since: now() },
    isSame,
  )
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: ConnectivityState) => {
    clearTimeout(timer)
    // Without a probe, the state would stay on the screen until the next request.
    if (next.kind === 'maintenance') timer = setTimeout(check, Math.min(maxWait, next.until - now()))
    else if (!next.online) timer = setTimeout(check, checkInterval)
    state.set(next)
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Our server responded, with the end of a wait or without. */
    reached: (until: number | undefined) =>
      become(until === undefined ? online : { kind: 'maintenance', online: true, since: now(), until }),
    away: (kind: 'offline' | 'captive') =>
      become({ kind, online: false, since: sinceOf(state.get()) ?? now() }),
  }
}

export const createConnectivity = (deps: ConnectivityDeps): Connectivity => {
  const { target, now, newId } = deps
  let checking: Promise<void> | undefined
  let again = false

  const check = (): void => {
    // A probe that started before a new reason to probe does not answer it.
    if (checking) again = true
    checking ??= probe().finally(() => {
      checking = undefined
      if (again) check()
      again = false
    })
  }
  const state = createState(deps, check)

  const request: Fetch = async (url, init) => {
    try {
      return await deps.fetch(url, init)
    } catch (error) {
      // One address may be blocked, or one request lost, while others succeed. The probe decides.
      if (!isCallersAbort(error)) check()
      throw error
    }
  }

  const probe = async (): Promise<void> => {
    const nonce = newId()
    const response = await deps.fetch(echoProbe.url(nonce), echoProbe.init()).catch(() => undefined)
    if (!response) return state.away('offline')
    // A gateway's error means that our server has a problem. It is another server's response, but no portal.
    const isTrouble = response.status >= 500 && response.status !== portalStatus
    if (!isTrouble && !(await echoProbe.echoes(response, nonce))) return state.away('captive')
    const known = state.get()
    // A server of an earlier version answers the probe as usual during a maintenance.
    const lasts = known.kind === 'maintenance' && known.until > now()
    // The 503 of a gateway may demand a day, so only a 503 of our server sets a wait.
    const until = isTrouble ? maintenanceOf(response, now()) : waitOf(response, now())
    state.reached(lasts ? known.until : until)
  }

  target.addEventListener('online', check)
  target.addEventListener('offline', () => {
    state.away('offline')
    check()
  })
  if (!state.get().online) check()

  return {
    state: state.get,
    subscribe: state.subscribe,
    fetch: async (url, init) => {
      const response = await request(url, init)
      // A response without an id may come from another server, so a probe decides.
      if (isOurs(response)) state.reached(maintenanceOf(response, now()))
      else check()
      return response
    },
    check: async () => {
      check()
      await checking
      return state.get().online
    },
  }
}
