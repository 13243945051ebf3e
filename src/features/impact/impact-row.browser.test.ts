import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { createDeferred } from '../../lib/async/deferred.ts'
import { createStore } from '../../lib/create-store.ts'
import { ok } from '../../lib/result.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import type { Outbox, OutboxSnapshot } from '../../outbox/outbox.ts'
import type { DeliveredCopy } from '../../outbox/store/delivered-copy.ts'
import { show } from '../../ui/testing/show.tsx'
import { ImpactContent } from './impact-content.tsx'
import { ImpactRow } from './impact-row.tsx'
import { useImpact, type SeasonImpact } from './use-impact.ts'

const t = translateIn('en-GB')
const now = Date.parse('2026-11-23T12:00:00Z')
const group = { numberOfPeople: 24, youngFemale: 'half', sportType: 'dance' }
const answered = [{ season: 2026, ...group }]

const entry = (name: string, payload: unknown) =>
  ({ name, payload, capturedAt: { device: now, corrected: now, zone: 'UTC' } }) as unknown as Entry
const registration = entry('customer.registered.v1', {
  organisation: '',
  workFrom: 'GB',
  phone: '',
  job: 'coach',
  partner: '-',
  mktChannel: 'friend',
  country: 'GB',
  language: 'EN',
  ...group,
})

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/**
 * The row and the form of a coach. `holds` sets the entries on the device, `delivers` marks a delivery, and `answer` is
 * the server's response.
 */
const open = () => {
  const queries = new QueryClient()
  const reading = { storage: 'reading', entries: [], toSend: 0, needsAction: 0, isSending: false } as const
  const snapshot = createStore<OutboxSnapshot>(reading)
  let asked = createDeferred<SeasonImpact[]>()
  const api: Partial<ProductApiClient> = {
    call: async () => ok({ impact: null, seasons: await asked.promise } as never),
  }
  const copies: DeliveredCopy[] = []
  const saved: unknown[] = []
  const outbox: Partial<Outbox> = {
    snapshot: snapshot.get,
    subscribe: snapshot.subscribe,
    readCopies: async () => [...copies],
    readNewestCopyId: async () => copies.length,
    add: async (_name, payload) => {
      saved.push(payload)
      return ok({ key: '' } as never)
    },
  }
  const deps = {
    api: api as ProductApiClient,
    outbox: outbox as Outbox,
    track: async () => undefined,
    moment: async () => ({ device: now, corrected: now, zone: 'UTC' }),
  } as Parameters<typeof useImpact>[0]
  const Home = () => {
    const impact = useImpact(deps, 'ana')
    return createElement(
      'main',
      null,
      createElement('h1', null, 'Courses'),
      impact && createElement(ImpactRow, impact),
      impact && createElement(ImpactContent, impact),
    )
  }
  screen = show('en-GB', createElement(QueryClientProvider, { client: queries }, createElement(Home)))
  const key = ['customer', 'ana', 'impact']
  return {
    holds: (entries: Entry[]) => snapshot.set({ ...reading, customer: 'ana', storage: 'ready', entries }),
    delivers: (deliveredAt: number) => {
      for (const sent of snapshot.get().entries)
        copies.push({ id: copies.length + 1, entry: sent, deliveredAt, bytes: 0 })
      snapshot.set({ ...snapshot.get(), entries: [], deliveredAt })
    },
    answer: async (seasons: SeasonImpact[]) => {
      asked.resolve(seasons)
      await expect.poll(() => queries.getQueryState(key)?.fetchStatus).toBe('idle')
      asked = createDeferred()
    },
    saved,
    askAgain: () => void queries.invalidateQueries({ queryKey: key }),
  }
}

const row = () => page.getByRole('link', { name: t('impact.asked', { season: '2026' }) })

/** Whether the row is shown at any time from now on. */
const watchRow = () => {
  let seen = false
  const look = () => {
    seen ||= document.body.textContent.includes(t('impact.asked', { season: '2026' }))
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  look()
  return () => seen
}

test('does not ask after a sign-up while it is delivered but not yet in the server’s response', async () => {
  const home = open()
  const wasSeen = watchRow()
  home.holds([registration])
  // Asked while the registration was being delivered.
  await home.answer([])
  home.delivers(5)
  await expect.element(page.getByText('Courses')).toBeVisible()
  home.askAgain()
  await home.answer(answered)
  expect(wasSeen()).toBe(false)
})

test('reads the outbox before it asks the server', async () => {
  const home = open()
  const wasSeen = watchRow()
  await home.answer([])
  home.holds([registration])
  await expect.element(page.getByText('Courses')).toBeVisible()
  expect(wasSeen()).toBe(false)
})

test('asks until the question is answered, and what is typed stays during deliveries', async () => {
  const home = open()
  home.holds([])
  await home.answer([])
  await expect.element(row()).toHaveAttribute('href', `/en-GB/${t('profileSlug')}?job=impact`)
  const people = page.getByLabelText(t('signUp.numberOfPeople'))
  await people.fill('31')
  home.delivers(6)
  await expect.element(people).toHaveValue('31')
  home.askAgain()
  await home.answer([])
  await expect.element(people).toHaveValue('31')
  home.holds([entry('impact.saved.v1', group)])
  await expect.element(row()).not.toBeInTheDocument()
  home.delivers(7)
  await expect.element(page.getByText('Courses')).toBeVisible()
  await expect.element(row()).not.toBeInTheDocument()
})

test('keeps fields that another phone has changed since, when this form changed others', async () => {
  const earlier = { season: 2025, ...group }
  const home = open()
  home.holds([])
  await home.answer([earlier])
  await page.getByLabelText(t('signUp.sportType')).selectOptions('futsal')
  await page.getByRole('button', { name: t('impact.save') }).click()
  // Another phone saved this while the screen was visible, without notifying it.
  await home.answer([earlier, { season: 2026, ...group, numberOfPeople: 31 }])
  await expect.poll(() => home.saved).toEqual([{ ...group, numberOfPeople: 31, sportType: 'futsal' }])
})

test('saves when the server does not respond', async () => {
  const home = open()
  home.holds([])
  await home.answer([{ season: 2025, ...group }])
  await page.getByLabelText(t('signUp.sportType')).selectOptions('futsal')
  await page.getByRole('button', { name: t('impact.save') }).click()
  await expect.poll(() => home.saved).toEqual([{ ...group, sportType: 'futsal' }])
})
