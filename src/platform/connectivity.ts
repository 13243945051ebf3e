type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export type ConnectivityState =
  | { online: true }
  /** `since` in ms since epoch */
  | { online: false; since: number }

/**
 * Whether the server can be reached. The browser's own word is a hint (a phone on a dead Wi-Fi is "online"); what
 * requests experience counts as much.
 */
export type Connectivity = {
  state: () => ConnectivityState
  subscribe: (listener: () => void) => () => void
  /** `fetch` for our own server: its answers and failures are what connectivity is known by. */
  fetch: Fetch
}

export type ConnectivityDeps = {
  fetch: Fetch
  /** Where `online` and `offline` are announced: the window, or a worker's global scope. */
  target: Pick<EventTarget, 'addEventListener'>
  /** The browser's own word, `navigator.onLine`. */
  browserOnline: () => boolean
  /** Answers when the server is back; any HTTP answer counts. */
  probeUrl: string
  /** ms since epoch */
  now: () => number
}

/** ms between two looks whether a server that did not answer is back */
const probeInterval = 20_000

/** The caller's own abort says nothing about the network. A time limit that ran out does. */
const isCallersAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

export const createConnectivity = (deps: ConnectivityDeps): Connectivity => {
  const { target, browserOnline, now } = deps
  const listeners = new Set<() => void>()
  let state: ConnectivityState = browserOnline() ? { online: true } : { online: false, since: now() }
  let probing: ReturnType<typeof setTimeout> | undefined

  const become = (online: boolean) => {
    if (!online) probeLater()
    if (state.online === online) return
    state = online ? { online } : { online, since: now() }
    for (const listener of listeners) listener()
  }

  const fetch: Fetch = async (url, init) => {
    try {
      const response = await deps.fetch(url, init)
      become(true)
      return response
    } catch (error) {
      if (!isCallersAbort(error)) become(false)
      throw error
    }
  }

  // Without an own look, "offline" would stay on the screen until something else happens to be asked for.
  const probeLater = () => {
    clearTimeout(probing)
    probing = setTimeout(() => {
      if (browserOnline() && !state.online)
        fetch(deps.probeUrl, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
    }, probeInterval)
  }

  target.addEventListener('online', () => become(true))
  target.addEventListener('offline', () => become(false))

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    fetch,
  }
}
