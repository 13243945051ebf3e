import { limitCognitoCalls } from '../../src/platform/network/fetch-with-timeout.ts'

type Fetch = typeof globalThis.fetch
/** Wraps `fetch`: a layer between a caller and the network. */
export type Network = (fetch: Fetch) => Fetch

/** Longer timers are time limits. Shorter timers are pauses between two attempts. */
const minTimeLimitMs = 5000

/**
 * A global timer with short pauses. The identity library chooses the pauses between its attempts, and these
 * tests do not check their length.
 */
const withShortPauses = (timer: typeof setTimeout): typeof setTimeout =>
  Object.assign(
    (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      timer(run, ms < minTimeLimitMs ? Math.min(ms, 5) : ms, ...args),
    timer,
  ) as typeof setTimeout

/** Replaces the network of this process while `work` runs. */
export const withNetwork = async <T>(network: Network, work: () => Promise<T>): Promise<T> => {
  const { fetch, setTimeout } = globalThis
  globalThis.fetch = network(fetch)
  // The app also does this at its start.
  limitCognitoCalls(globalThis)
  globalThis.setTimeout = withShortPauses(setTimeout)
  try {
    return await work()
  } finally {
    globalThis.fetch = fetch
    globalThis.setTimeout = setTimeout
  }
}

/** Runs `work` without a network. */
export const offline = <T>(work: () => Promise<T>): Promise<T> =>
  withNetwork(
    () => async () => {
      throw new TypeError('Failed to fetch')
    },
    work,
  )

/** Faults that replace a response. With `is done, and its response is lost` the call takes effect. */
export const faults = {
  'fails with 500': async () => Response.json({}, { status: 500 }),
  "is answered by somebody's page": async () =>
    new Response('<html>Welcome to the Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } }),
  'is cut': async () => {
    throw new TypeError('Failed to fetch')
  },
  'is done, and its response is lost': async (fetch: Fetch, ...call: Parameters<Fetch>) => {
    await fetch(...call)
    throw new TypeError('Failed to fetch')
  },
  'is done, and its answer is cut in the body': async (fetch: Fetch, ...call: Parameters<Fetch>) => {
    const { status, headers } = await fetch(...call)
    const lostBody = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })
    return new Response(lostBody, { status, headers })
  },
  // The time limit expires at once. Without a limit, the call never settles.
  'is never responded to': async (_fetch: Fetch, _input: unknown, init?: RequestInit) => {
    if (!init?.signal) return new Promise<never>(() => undefined)
    throw new DOMException('The time is over.', 'TimeoutError')
  },
} as const
export type FaultName = keyof typeof faults
export const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name)
export const faultNames = Object.keys(faults).filter(isFaultName)

/** The message for each fault. */
export const reasons: Record<FaultName, string> = {
  'fails with 500': 'error.providerUnavailable',
  "is answered by somebody's page": 'error.providerUnavailable',
  'is cut': 'error.network',
  'is done, and its response is lost': 'error.network',
  'is done, and its answer is cut in the body': 'error.network',
  'is never responded to': 'error.timeout',
}

/** The operation of an AWS call, or the path of another call. */
export const getCallName = (input: Parameters<Fetch>[0], init?: RequestInit): string => {
  const target = new Headers(init?.headers).get('x-amz-target')
  const url = input instanceof Request ? input.url : input
  return target?.split('.')[1] ?? new URL(url).pathname
}

/** Runs work while one call has a fault. `call` is its AWS operation or its path. */
export const withFault = <T>(call: string, fault: FaultName, work: () => Promise<T>): Promise<T> =>
  withNetwork(
    (fetch) => (input, init) =>
      getCallName(input, init) === call ? faults[fault](fetch, input, init) : fetch(input, init),
    work,
  )
