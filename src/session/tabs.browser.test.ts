import { afterEach, expect, test, vi } from 'vitest'
import { createLocks } from '../platform/locks.ts'
import { createTabs } from './tabs.ts'

afterEach(() => vi.useRealTimers())

const tab = () => createTabs(createLocks(navigator.locks), window)

test('sends an announcement to the other tabs, not to its own', async () => {
  const heard: string[] = []
  const [one, two, three] = [tab(), tab(), tab()]
  one.listen(() => heard.push('one'))
  two.listen(() => heard.push('two'))
  three.listen(() => heard.push('three'))
  one.announce()
  await expect.poll(() => heard.toSorted()).toEqual(['three', 'two'])
})

test.each(['withTabLock', 'withRenewalLock'] as const)('never overlaps %s work of two tabs', async (way) => {
  const steps: string[] = []
  const work = (name: string) => async () => {
    steps.push(`${name} begins`)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    steps.push(`${name} ends`)
    return name
  }
  const [first, second] = [tab(), tab()]
  expect(await Promise.all([first[way](work('a')), second[way](work('b'))])).toEqual(['a', 'b'])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

/** Takes a lock in another window, as a frozen window holds it. Returns the function that releases it. */
const freeze = async (name: string): Promise<() => void> => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { navigator: other } = frame.contentWindow ?? expect.unreachable()
  const held = Promise.withResolvers<void>()
  await new Promise<void>((resolve) => {
    void other.locks.request(name, () => {
      resolve()
      return held.promise
    })
  })
  return () => {
    held.resolve()
    frame.remove()
  }
}

test.each([
  ['withTabLock', 'breaking-barriers-session'],
  ['withRenewalLock', 'breaking-barriers-session-renewal'],
] as const)(
  'reports within 10 s that %s work waits for a frozen window, and continues once it is gone',
  async (way, name) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const thaw = await freeze(name)
    const here = tab()
    const changes: boolean[] = []
    here.isBlocked.subscribe(() => changes.push(here.isBlocked.get()))
    const both = Promise.all([here[way](async () => 'one'), here[way](async () => 'two')])
    await vi.advanceTimersByTimeAsync(7000)
    expect(here.isBlocked.get()).toBe(true)
    thaw()
    expect(await both).toEqual(['one', 'two'])
    expect(changes).toEqual([true, false])
  },
)

test('does not report its own long work as another window’s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const here = tab()
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const own = here.withTabLock(() => {
    begun.resolve()
    return promise
  })
  await begun.promise
  const next = here.withTabLock(async () => 'next')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(here.isBlocked.get()).toBe(false)
  resolve()
  await own
  expect(await next).toBe('next')
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['withTabLock', 'breaking-barriers-session'],
  ['withRenewalLock', 'breaking-barriers-session-renewal'],
] as const)('returns the result of %s work whose lock another window steals', async (way, name) => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<void>()
  const own = tab()[way](() => {
    begun.resolve()
    return promise
  })
  await begun.promise
  await navigator.locks.request(name, { steal: true }, () => undefined)
  resolve('renewed')
  expect(await own).toBe('renewed')
})
