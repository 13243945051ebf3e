import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHostedPage } from './hosted-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A tab that records what happens to it. */
const openTab = () => {
  const events = new EventTarget()
  const happened: string[] = []
  const tab = {
    location: { assign: (url: string) => void happened.push(url) },
    stop: () => void happened.push('stopped'),
    addEventListener: events.addEventListener.bind(events),
  } as unknown as Window
  const comeBack = (persisted: boolean) =>
    events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  return { tab, happened, comeBack }
}

test('stops waiting for a site that does not respond, so that it cannot replace the page later', async () => {
  const { tab, happened } = openTab()
  const leaving = createHostedPage(tab).leave('https://page.test/', 10_000)
  await vi.advanceTimersByTimeAsync(9999)
  expect(happened).toEqual(['https://page.test/'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await leaving).toBe('no-response')
  expect(happened).toEqual(['https://page.test/', 'stopped'])
})

test('knows when the coach is back on the same page', async () => {
  const { tab, happened, comeBack } = openTab()
  const leaving = createHostedPage(tab).leave('https://page.test/', 10_000)
  comeBack(false)
  comeBack(true)
  expect(await leaving).toBe('back')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(happened).toEqual(['https://page.test/'])
})
