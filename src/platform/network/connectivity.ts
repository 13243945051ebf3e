import { headers as apiHeaders } from '../../contract/product-api.ts'
import { createStore } from '../../lib/create-store.ts'
import { retryAfterOf } from '../../lib/retry-after.ts'
import { echoProbe } from './echo-probe.ts'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** `online` says whether requests make sense; `is` says why not, or why they may be refused all the same. */
export type ConnectivityState =
  | { is: 'online'; online: true }
  /** Our server is there and asks to wait. `since` and `until` in ms since epoch. */
  | { is: 'maintenance'; online: true; since: number; until: number }
  /** `captive`: something answers in our server's place, as the sign-in page of a Wi-Fi. `since` in ms since epoch. */
  | { is: 'offline' | 'captive'; online: false; since: number }

/**
 * Whether our server can be reached. The browser's own word is a hint (a phone on a dead Wi-Fi is "online"); what
 * requests experience is what counts.
 */
export type Connectivity = {
  state: () => ConnectivityState
  subscribe: (listener: () => void) => () => void
  /** `fetch` for our own server: its responses and failures are what connectivity is known by. */
  fetch: Fetch
  /** Probes the server now; resolves to whether further requests make sense. */
  check: () => Promise<boolean>
}

export type ConnectivityDeps = {
  fetch: Fetch
  /** Where `online` and `offline` are announced: the window, or a worker's global scope. */
  target: Pick<EventTarget, 'addEventListener'>
  /** The browser's own word, `navigator.onLine`. */
  browserOnline: () => boolean
  newId: () => string
  /** ms since epoch */
  now: () => number
}

/** ms between two checks for the server */
const checkInterval = 20_000

/** ms; the longest wait that a timer is set for: where the server named a later time, it is probed again by then. */
const longestWait = 3_600_000

/** "Network Authentication Required" (RFC 6585): what well-behaved portals respond. */
const portalStatus = 511

/** The caller's own abort says nothing about the network. A time limit that ran out does. */
const isCallersAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** Whether a response looks like one of our server: each of them has an id. */
const isOurs = ({ headers }: Response): boolean => headers.has(apiHeaders.requestId)

/** Until when a response asks to wait, in ms since epoch. */
const waitOf = ({ headers }: Response, now: number): number | undefined => {
  const seconds = retryAfterOf(headers, now)
  return seconds === undefined ? undefined : now + seconds * 1000
}

/** Until when a 503 of our server asks to wait; undefined for every other response. */
const maintenanceOf = (response: Response, now: number): number | undefined =>
  response.status === 503 && isOurs(response) ? waitOf(response, now) : undefined

const online: ConnectivityState = { is: 'online', online: true }

/** ms; a server that counts the seconds down names the same moment with every response, give or take a second */
const sameMoment = 2000

const isSame = (state: ConnectivityState, next: ConnectivityState): boolean =>
  next.is === state.is &&
  (next.is !== 'maintenance' || state.is !== 'maintenance' || Math.abs(next.until - state.until) < sameMoment)

const sinceOf = (state: ConnectivityState): number | undefined => (state.online ? undefined : state.since)

/** The state and who listens to it; while something is wrong, `check` is called again and again. */
const createState = ({ browserOnline, now }: ConnectivityDeps, check: () => void) => {
  const state = createStore<ConnectivityState>(
    browserOnline() ? online : { is: 'offline', online: false, since: now() },
    isSame,
  )
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: ConnectivityState) => {
    clearTimeout(timer)
    // Without a probe of its own, the state would stay on the screen until there is another request.
    if (next.is === 'maintenance') timer = setTimeout(check, Math.min(longestWait, next.until - now()))
    else if (!next.online) timer = setTimeout(check, checkInterval)
    state.set(next)
  }
  return {
    current: state.get,
    subscribe: state.subscribe,
    /** Our server answered, with a wait until then or without. */
    reached: (until: number | undefined) =>
      become(until === undefined ? online : { is: 'maintenance', online: true, since: now(), until }),
    away: (is: 'offline' | 'captive') => become({ is, online: false, since: sinceOf(state.get()) ?? now() }),
  }
}

export const createConnectivity = (deps: ConnectivityDeps): Connectivity => {
  const { target, now, newId } = deps
  let checking: Promise<void> | undefined
  let again = false

  const check = (): void => {
    // A probe that began before a new reason to probe says nothing about that reason.
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
      // One address may be blocked, or one request lost, while others get through: the probe decides.
      if (!isCallersAbort(error)) check()
      throw error
    }
  }

  const probe = async (): Promise<void> => {
    const nonce = newId()
    const response = await deps.fetch(echoProbe.url(nonce), echoProbe.init()).catch(() => undefined)
    if (!response) return state.away('offline')
    // A gateway's error says that our server is in trouble: somebody else's response, and yet no portal.
    const isTrouble = response.status >= 500 && response.status !== portalStatus
    if (!isTrouble && !(await echoProbe.echoes(response, nonce))) return state.away('captive')
    const known = state.current()
    // An older server answers the probe during a maintenance as ever.
    const lasts = known.is === 'maintenance' && known.until > now()
    // A gateway's 503 may name a day.
    const until = isTrouble ? maintenanceOf(response, now()) : waitOf(response, now())
    state.reached(lasts ? known.until : until)
  }

  target.addEventListener('online', check)
  target.addEventListener('offline', () => {
    state.away('offline')
    check()
  })
  if (!state.current().online) check()

  return {
    state: state.current,
    subscribe: state.subscribe,
    fetch: async (url, init) => {
      const response = await request(url, init)
      // A response without an id may be somebody else's: it says nothing until our server was probed.
      if (isOurs(response)) state.reached(maintenanceOf(response, now()))
      else check()
      return response
    },
    check: async () => {
      check()
      await checking
      return state.current().online
    },
  }
}
