import { limitCognitoCalls } from '../src/platform/network/fetch-in-time.ts'

type Fetch = typeof globalThis.fetch
/** What stands between a caller and the network. */
export type Network = (fetch: Fetch) => Fetch

/** ms; from here on a timer is somebody's patience, and no pause between two tries */
const patience = 5000

/** The global timer in a hurry: how long the identity library pauses between its tries is its own, and not in question. */
const hurried = (timer: typeof setTimeout): typeof setTimeout =>
  Object.assign(
    (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      timer(run, ms < patience ? Math.min(ms, 5) : ms, ...given),
    timer,
  ) as typeof setTimeout

/** Replaces the network of this process while work is done. */
export const through = async <T>(network: Network, work: () => Promise<T>): Promise<T> => {
  const { fetch, setTimeout } = globalThis
  globalThis.fetch = network(fetch)
  // As the app does at its start.
  limitCognitoCalls(globalThis)
  globalThis.setTimeout = hurried(setTimeout)
  try {
    return await work()
  } finally {
    globalThis.fetch = fetch
    globalThis.setTimeout = setTimeout
  }
}

/** Does work without network. */
export const offline = <T>(work: () => Promise<T>): Promise<T> =>
  through(
    () => async () => {
      throw new TypeError('Failed to fetch')
    },
    work,
  )

/** What may come in place of an answer. `lost`: the call was done, and only its answer is cut off. */
export const faults = {
  'fails with 500': async () => Response.json({}, { status: 500 }),
  "is answered by somebody's page": async () =>
    new Response('<html>Welcome to the Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } }),
  'is cut': async () => {
    throw new TypeError('Failed to fetch')
  },
  'is done, and its answer is lost': async (fetch: Fetch, ...call: Parameters<Fetch>) => {
    await fetch(...call)
    throw new TypeError('Failed to fetch')
  },
  // Its time is over at once. Where nobody set a limit the wait would have no end, and has none here.
  'is never responded to': async (_fetch: Fetch, _input: unknown, init?: RequestInit) => {
    if (!init?.signal) return new Promise<never>(() => undefined)
    throw new DOMException('The time is over.', 'TimeoutError')
  },
} as const
export type FaultName = keyof typeof faults
export const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name)
export const faultNames = Object.keys(faults).filter(isFaultName)

/** What is told of each fault. */
export const reasons: Record<FaultName, string> = {
  'fails with 500': 'error.providerAway',
  "is answered by somebody's page": 'error.providerAway',
  'is cut': 'error.network',
  'is done, and its answer is lost': 'error.network',
  'is never responded to': 'error.timeout',
}

/** The operation of an AWS call, or the path of any other. */
export const nameOf = (input: Parameters<Fetch>[0], init?: RequestInit): string => {
  const target = new Headers(init?.headers).get('x-amz-target')
  const url = input instanceof Request ? input.url : input
  return target?.split('.')[1] ?? new URL(url).pathname
}

/** Does work while one call, by its AWS operation or its path, has a fault. */
export const disturbed = <T>(call: string, fault: FaultName, work: () => Promise<T>): Promise<T> =>
  through(
    (fetch) => (input, init) =>
      nameOf(input, init) === call ? faults[fault](fetch, input, init) : fetch(input, init),
    work,
  )
