import { expect, test } from 'vitest'
import { installServiceWorker } from './install-service-worker.ts'

const createState = (state: ServiceWorkerState) => ({ state })
/** A worker that is being installed and then changes to `becomes`. */
const createRegistration = (becomes: ServiceWorkerState) => {
  const installing = Object.assign(new EventTarget(), createState('installing'))
  queueMicrotask(() => {
    installing.state = becomes
    installing.dispatchEvent(new Event('statechange'))
  })
  return { installing: installing as unknown as ServiceWorker, waiting: null, active: null }
}
const none: Record<'installing' | 'waiting' | 'active', ServiceWorker | null> = {
  installing: null,
  waiting: null,
  active: null,
}
const broken = new TypeError('ServiceWorker script evaluation failed')
const refused = new DOMException('The operation is insecure.', 'SecurityError')
const createResponse = (type: string) => new Response('', { headers: { 'Content-Type': type } })

/** Installs in a browser whose attempts end as given, in order. `type` is the type of the script. */
const install = async (
  tries: readonly (() => Partial<typeof none> | DOMException | TypeError)[],
  type = 'text/javascript',
) => {
  const happened: string[] = []
  const left = [...tries]
  const installed = await installServiceWorker({
    register: async () => {
      happened.push('register')
      const outcome = left.shift()?.()
      if (outcome instanceof Error) throw outcome
      return { ...none, ...outcome }
    },
    fetch: async (url, { cache }) => {
      happened.push(`${url} ${cache}`)
      return createResponse(type)
    },
    tryUntilDone: async (attempt) => {
      while (left.length > 0 && !(await attempt()));
    },
    log: { error: () => undefined, warn: (message) => happened.push(message) },
  })
  return { installed, happened, left: left.length }
}

test('retries a failed installation in the same visit', async () => {
  const fails = () => createRegistration('redundant')
  const { installed, happened } = await install([
    fails,
    () => none,
    fails,
    () => createRegistration('installed'),
  ])
  expect(installed).toBe(true)
  expect(happened).toEqual(['register', 'register', 'register', 'register'])
})

test('registers an installed worker once', async () => {
  const { happened, left } = await install([() => ({ active: {} as ServiceWorker }), () => none])
  expect([happened, left]).toEqual([['register'], 1])
})

test('fetches a script that cannot be run past the caches before the next try, and reports it once', async () => {
  const fails = () => broken
  const { happened } = await install([fails, fails, fails, () => createRegistration('activated')])
  const [script, warning] = ['/service-worker.js reload', 'The service worker could not be registered']
  expect(happened.filter((one) => one !== 'register')).toEqual([script, script, warning, script])
})

test('retries when a portal sends a page in place of the script', async () => {
  const { installed, left } = await install(
    [() => refused, () => createRegistration('installed')],
    'text/html',
  )
  expect([installed, left]).toEqual([true, 0])
})

test('tries only once in a browser that forbids service workers', async () => {
  const { installed, left } = await install([() => refused, () => none])
  expect([installed, left]).toEqual([false, 1])
})
