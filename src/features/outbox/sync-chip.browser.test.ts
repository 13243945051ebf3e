import { createElement } from 'react'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import type { Outbox, OutboxSnapshot } from '../../outbox/outbox.ts'
import type { Connectivity, ConnectivityState } from '../../platform/network/connectivity.ts'
import type { UploadSnapshot } from '../../uploads/contract.ts'
import { show } from '../../ui/testing/show.tsx'
import { SyncChip } from './sync-chip.tsx'
import '../../ui/styles/typeface.css'

const noUploads: UploadSnapshot = {
  isReady: true,
  isDurable: true,
  isWorkerLost: false,
  isOwnedByOtherTab: false,
  canStoreCopies: true,
  network: { wifiOnly: false, obeyDataSaver: true, knows: { wifi: true, dataSaver: true } },
  tasks: [],
}

let screen: ReturnType<typeof show> | undefined

// Loaded before any text is drawn, because a typeface that arrives later is not used.
beforeAll(() => Promise.all([...document.fonts].map((font) => font.load())))
afterEach(() => screen?.remove())

/** A chip whose outbox changes with `becomes`. */
const start = (
  locale: LocaleCode = 'en-GB',
  state: ConnectivityState = { kind: 'online', online: true },
  onOpen?: () => void,
) => {
  let snapshot: OutboxSnapshot = {
    customer: 'coach-a',
    storage: 'ready',
    entries: [],
    toSend: 0,
    needsAction: 0,
    isSending: false,
    deliveredAt: Date.now() - 200_000,
  }
  const listeners = new Set<() => void>()
  const outbox: Pick<Outbox, 'snapshot' | 'subscribe'> = {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const connectivity = { state: () => state, subscribe: () => () => undefined }
  const given = {
    outbox: outbox as Outbox,
    uploads: { snapshot: () => noUploads, subscribe: () => () => undefined },
    connectivity: connectivity as unknown as Connectivity,
    signedIn: true,
    onOpen,
  }
  screen = show(locale, createElement(SyncChip, given))
  return (next: Partial<OutboxSnapshot>) => {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }
}

test('announces changes politely, and only new information', async () => {
  const becomes = start()
  const said = () => page.getByRole('status').element().textContent
  await expect.poll(said).toBe('All saved')
  expect(page.getByRole('link').element().textContent).toMatch(/All saved · synced \d min ago/)
  becomes({ toSend: 4 })
  await expect.poll(said).toBe('4 to send')
  becomes({ toSend: 0, needsAction: 1 })
  await expect.poll(said).toBe('1 needs attention')
})

test('does not announce each of several entries sent in a row', async () => {
  const becomes = start()
  const heard: (string | null)[] = []
  const live = page.getByRole('status').element()
  new MutationObserver(() => heard.push(live.textContent)).observe(live, {
    subtree: true,
    childList: true,
    characterData: true,
  })
  becomes({ toSend: 3 })
  await expect.poll(() => heard).toEqual(['3 to send'])
  for (const toSend of [3, 2, 1]) {
    becomes({ toSend, isSending: true })
    await expect.poll(() => page.getByRole('link').element().textContent).toContain(`Sending ${toSend}`)
  }
  becomes({ toSend: 0, isSending: false })
  await expect.poll(() => heard.at(-1)).toBe('All saved')
  expect(heard).toEqual(['3 to send', '', 'All saved'])
})

test('says that the server is slow to respond while the service worker sends, and does not announce it', async () => {
  const becomes = start()
  becomes({ toSend: 2, isSending: true, blockedBy: 'service-worker' })
  await expect
    .poll(() => page.getByRole('link').element().textContent)
    .toContain('Sending 2: the server has not responded yet')
  expect(page.getByRole('status').element().textContent).toBe('')
})

test('links to the outbox from every screen', async () => {
  start()
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '/en-GB/outbox')
})

const offline: ConnectivityState = { kind: 'offline', online: false, since: Date.now() }

test('offline, shows and announces both signals: the connection, and how many entries wait', async () => {
  await page.viewport(360, 740)
  const becomes = start('en-GB', offline)
  becomes({ toSend: 3 })
  const shown = () =>
    [...screen!.place.querySelectorAll<HTMLElement>('a > span > span')].map(({ innerText }) =>
      innerText.trim(),
    )
  await expect.poll(shown).toContain('3 to send')
  expect(shown()).toContain('Offline')
  expect(page.getByRole('status').element().textContent).toMatch(/^Offline since .+ · 3 to send$/)
  becomes({ toSend: 2, needsAction: 1 })
  await expect.poll(shown).toContain('1 of 3 to check')
  expect(shown()).toContain('Offline')
})

test.each(localeCodes)('in %s, both signals fit beside the mark on a phone of 360 px', async (locale) => {
  await page.viewport(360, 640)
  const becomes = start(locale, offline)
  screen!.place.style.width = '272px'
  becomes({ toSend: 12 })
  await expect.poll(() => screen!.find('a').textContent).toContain('12')
  for (const words of screen!.place.querySelectorAll('a > span > span span')) {
    expect(words.scrollWidth, words.textContent).toBeLessThanOrEqual(words.clientWidth)
  }
  expect(screen!.find('a').getBoundingClientRect().height).toBeLessThanOrEqual(50)
})

test.each([
  ['pt-BR', { toSend: 1 }, '1', 'Sem internet · 1 a enviar'],
  ['es-AR', { toSend: 12 }, '12', 'Sin conexión · 12 para enviar'],
  ['en-GB', { toSend: 3, needsAction: 1 }, '! 1', 'Offline · 1 of 4 to check'],
] as const)(
  'in %s, beside the steps of a module, shows a cloud and a number',
  async (locale, next, count, words) => {
    await page.viewport(360, 740)
    const becomes = start(locale, offline)
    screen!.find('div').dataset['besideSteps'] = ''
    becomes(next)
    const link = screen!.find('a')
    await expect.poll(() => link.querySelectorAll('a > span > span').length).toBeGreaterThan(1)
    const texts = [...link.querySelectorAll<HTMLElement>('a > span > span > span')].filter((text) =>
      text.checkVisibility(),
    )
    const drawn = texts.filter(({ offsetWidth }) => offsetWidth > 1)
    expect(drawn.map(({ textContent }) => textContent)).toEqual([count])
    // Screen readers read the words.
    const read = texts.filter((text) => text.ariaHidden !== 'true')
    expect(read.map(({ textContent }) => textContent).join(' · ')).toBe(words)
    expect(link.querySelector('svg')!.getBoundingClientRect().width).toBeGreaterThan(16)
    expect(link.querySelector('span')!.getBoundingClientRect().height).toBeLessThanOrEqual(33)
    expect(link.getBoundingClientRect().width).toBeLessThan(100)
  },
)

test('opens the outbox here, unless the click leads to another tab', async () => {
  let opened = 0
  start('en-GB', offline, () => (opened += 1))
  const link = screen!.find('a')
  await page.getByRole('link').click()
  expect(opened).toBe(1)
  const elsewhere = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
  link.addEventListener('click', (event) => event.preventDefault(), { once: true })
  link.dispatchEvent(elsewhere)
  expect(opened).toBe(1)
})

test.each([
  ['en-GB', 360],
  ['pt-BR', 320],
] as const)(
  'in %s is a low pill with a dot at %i px, with a tap target high enough for a thumb',
  async (locale, width) => {
    await page.viewport(width, 740)
    start(locale)
    const pill = screen!.find('a > span')
    const { width: wide, height: high } = pill.getBoundingClientRect()
    expect(high).toBeLessThanOrEqual(33)
    expect(wide).toBeGreaterThan(1.8 * high)
    expect(
      Number.parseFloat(getComputedStyle(pill.querySelector('span')!, '::before').width),
    ).toBeGreaterThan(5)
    expect(page.getByRole('link').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  },
)

test('grows with text twice as large, and stays a pill', async () => {
  await page.viewport(360, 740)
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  start()
  const pill = screen!.find('a > span')
  const { width, height } = pill.getBoundingClientRect()
  const size = parseFloat(getComputedStyle(pill).fontSize)
  expect(size).toBeGreaterThanOrEqual(18)
  expect(height).toBeLessThan(2.5 * size)
  expect(width).toBeGreaterThan(1.5 * height)
})

test('draws its dot as a circle of whole pixels', () => {
  start()
  const { width, height } = getComputedStyle(screen!.find('a > span > span'), '::before')
  expect([width, height]).toEqual(['8px', '8px'])
})
