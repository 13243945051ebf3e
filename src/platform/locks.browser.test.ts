import { expect, test, vi } from 'vitest'
import { createDeferred } from '../lib/async/deferred.ts'
import { createLocks, workAsServiceWorker } from './locks.ts'
import { createPageThatLeaves } from './testing/page-that-leaves.ts'

const locks = createLocks(navigator.locks)
const other = createLocks(navigator.locks)
const long = 10_000

test('grants a lock to one holder at a time, in the order of requests', async () => {
  const happened: string[] = []
  const work = (name: string) => async () => {
    happened.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    happened.push(`${name} ends`)
    return name
  }
  const names = await Promise.all([locks.hold('one', long, work('a')), other.hold('one', long, work('b'))])
  expect(names).toEqual(['a', 'b'])
  expect(happened).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('releases the lock when the work fails, and rejects with its error', async () => {
  const failing = locks.hold('two', long, async () => {
    throw new DOMException('the request took too long', 'TimeoutError')
  })
  await expect(failing).rejects.toThrow('the request took too long')
  expect(await other.hold('two', long, async () => 'free')).toBe('free')
})

test('takes the lock from a holder that does not respond, and notifies it', async () => {
  let lost = false
  const frozen = locks.hold('three', long, (signal) => {
    signal.addEventListener('abort', () => {
      lost = true
    })
    return new Promise(() => undefined)
  })
  frozen.catch(() => undefined)
  expect(await other.hold('three', 50, async () => 'taken')).toBe('taken')
  await expect(frozen).rejects.toMatchObject({ name: 'AbortError' })
  expect(lost).toBe(true)
})

test('a page that is suspended releases its lock at once, and notifies its work', async () => {
  const page = createPageThatLeaves()
  const ended = createLocks(navigator.locks, page).hold('four', long, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return 'stopped'
  })
  await expect
    .poll(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
    .toContain('four')
  page.suspend()
  expect(await other.hold('four', long, async () => 'free')).toBe('free')
  expect(await ended).toBe('stopped')
})

const isPending = async (name: string) =>
  (await navigator.locks.query()).pending?.some((request) => request.name === name)

test.each([
  ['waits', true],
  ['has only begun to ask', false],
])('a page that %s for a lock when it is suspended requests it again when it is shown', async (_, waits) => {
  const page = createPageThatLeaves()
  const begun: string[] = []
  const held = createDeferred<void>()
  const holding = other.hold('five', long, () => held.promise)
  const waiting = createLocks(navigator.locks, page).hold('five', long, async () => {
    begun.push('the page')
  })
  if (waits) await vi.waitUntil(() => isPending('five'))
  page.suspend()
  held.resolve()
  await holding
  await other.hold('five', long, async () => void begun.push('another'))
  expect(begun).toEqual(['another'])
  page.show()
  await waiting
  expect(begun).toEqual(['another', 'the page'])
})

test('a request of a page that was left never settles when the browser refuses it', async () => {
  const page = createPageThatLeaves()
  const refuse = vi
    .spyOn(navigator.locks, 'request')
    .mockRejectedValueOnce(new DOMException('The document is not fully active.', 'InvalidStateError'))
  page.leave()
  const ended = vi.fn()
  createLocks(navigator.locks, page)
    .hold('six', long, async () => undefined)
    .then(ended, ended)
  await expect.poll(() => refuse.mock.settledResults.length).toBe(1)
  await other.hold('six', long, async () => undefined)
  await other.hold('six', long, async () => undefined)
  expect(ended).not.toHaveBeenCalled()
})

/** Records the start and end of work that takes `ms`. */
const recordWork = () => {
  const happened: string[] = []
  const work =
    (name: string, ms = 20) =>
    async () => {
      happened.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, ms))
      happened.push(`${name} ends`)
      return name
    }
  return { happened, work }
}

const openFrame = () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { navigator } = frame.contentWindow ?? expect.unreachable()
  return { frame, navigator }
}

/** Holds a lock in this page and never releases it. */
const freeze = (name: string) => {
  other.hold(name, long, () => new Promise(() => undefined)).catch(() => undefined)
}

test('requests of one page that wait for an unresponsive holder run one after the other', async () => {
  const { happened, work } = recordWork()
  freeze('seven')
  const names = ['a', 'b', 'c'].map((name) => locks.hold('seven', 300, work(name)))
  expect(await Promise.all(names)).toEqual(['a', 'b', 'c'])
  expect(happened.map((one) => one.slice(2))).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends'])
})

test('a request that waited for an unresponsive holder does not steal from the next holder', async () => {
  const { frame, navigator: another } = openFrame()
  const { happened, work } = recordWork()
  freeze('eight')
  const first = createLocks(another.locks).hold('eight', 200, work('a', 400))
  const second = locks.hold('eight', 400, work('b'))
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  expect(happened).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  frame.remove()
})

test('tells a lock of the service worker from a window’s, also while the service worker waits for the window', async () => {
  const { frame, navigator: worker } = openFrame()
  const { happened, work } = recordWork()
  const released = createDeferred<void>()
  const ofWindow = other.hold('nine', long, () => released.promise)
  const ofWorker = workAsServiceWorker(worker.locks, () =>
    createLocks(worker.locks).hold('nine', long, work('a', 400)),
  )
  await expect.poll(() => isPending('nine')).toBe(true)
  expect(await locks.isHeldByServiceWorker('nine')).toBe(false)
  released.resolve()
  await ofWindow
  await expect.poll(() => happened).toEqual(['a begins'])
  expect(await locks.isHeldByServiceWorker('nine')).toBe(true)
  expect(await locks.isHeldByServiceWorker('ten')).toBe(false)
  await ofWorker
  expect(await locks.isHeldByServiceWorker('nine')).toBe(false)
  frame.remove()
})

test.each([
  ['lacks', undefined],
  ['refuses', () => Promise.reject(new DOMException('', 'InvalidStateError'))],
])('takes nothing for a lock of the service worker if the browser %s the query', async (_, query) => {
  const manager = { request: navigator.locks.request.bind(navigator.locks), query } as LockManager
  expect(await createLocks(manager).isHeldByServiceWorker('eleven')).toBe(false)
})
