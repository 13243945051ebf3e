import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findModule } from '../../config/courses.ts'
import { productApi } from '../../contract/product-api.ts'
import { saveAnswers, useStoredAnswers } from '../../features/surveys/use-stored-answers.ts'
import { hashBody } from '../../outbox/entry/entry.ts'
import { createInMemoryProductApi } from '../../outbox/testing/in-memory-product-api.ts'
import { createIndexedDbStore } from '../../outbox/store/indexed-db-store.ts'
import { openTab } from '../../outbox/testing/open-tab.ts'
import { createDatabase } from '../../platform/storage/database.ts'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { show } from '../../ui/testing/show.tsx'
import { createQueries } from './create-queries.ts'
import { refreshQueries } from '../start-background-work.ts'

const ana = 'ana'
const { module } = findModule('training-1')!
const answers = (value: string) => [{ question: 'q3', value }]
const log = { warn: () => undefined, error: () => undefined }

/** A phone, its network, and the server with the stored answers of the survey. */
const createPhone = () => {
  const values = memoryKeyValues()
  const server = createInMemoryProductApi({ hash: hashBody })
  server.session = ana
  const network = { isUp: true, isReadable: true }
  /** The answers that another phone has sent since. */
  let elsewhere: { value: string; at: string } | undefined

  const stored = () => elsewhere?.value ?? server.accepted.at(-1)?.body['answers']
  const read = (url: string): object | undefined => {
    const found = stored()
    if (url === productApi.checkSurvey.path) return { answered: found !== undefined }
    const given = typeof found === 'string' ? answers(found) : found
    return url === productApi.getAnswers.path
      ? { answers: given, answered_at: elsewhere?.at ?? new Date().toISOString() }
      : undefined
  }
  const fetch = async (url: string, init?: RequestInit) => {
    const asked = read(url)
    if (!network.isUp || (asked && !network.isReadable)) throw new TypeError('Failed to fetch')
    return asked ? Response.json(asked) : server.fetch(url, init)
  }

  /** Opens the app on the page of the module or, with `at` elsewhere, on another page, until it is closed. */
  const open = (at: 'module' | 'elsewhere' = 'module') => {
    const { api, outbox: device } = openTab({ customer: ana, fetch, isOnline: () => network.isUp })
    const outbox = device.forCustomer(ana)
    const queries = createQueries({ values, customer: () => ana, log })
    const connectivity = {
      state: () => ({ kind: 'online' as const, online: true as const }),
      subscribe: () => () => undefined,
    }
    refreshQueries({ queries, outbox: device, connectivity })
    const Module = () => {
      const { stored: found } = useStoredAnswers({ api, outbox }, ana, module)
      return createElement(
        'output',
        null,
        found ? `${found.kind}: ${String(found.answers[0]?.value)}` : 'open',
      )
    }
    const screen = show(
      'en-GB',
      createElement(QueryClientProvider, { client: queries }, at === 'module' && createElement(Module)),
    )
    const close = () => {
      screen.remove()
      queries.clear()
      device.close()
    }
    onTestFinished(close)
    return {
      shown: () => screen.find('output').textContent,
      save: (value: string) => saveAnswers(outbox, module, answers(value)),
      deliver: () => outbox.deliver({ force: true }),
      toSend: () => outbox.snapshot().toSend,
      /** Whether everything is delivered and nothing is being read. */
      isIdle: () => outbox.snapshot().toSend === 0 && queries.isFetching() === 0,
      /** The server turns out to have lost what this phone delivered before its last. */
      sendAgain: async () => {
        const lost = (await outbox.readCopies()).at(-2)
        return outbox.sendAgain(({ key }) => key === lost?.entry.key)
      },
      close,
    }
  }
  return {
    open,
    network,
    answerElsewhere: (value: string) => {
      elsewhere = { value, at: new Date().toISOString() }
    },
  }
}

test('shows this phone’s last delivery without a connection, until the server returns something newer', async () => {
  const phone = createPhone()
  const first = phone.open()
  expect(await first.save('zero')).toBeUndefined()
  await expect.poll(first.shown).toBe('answered: zero')
  first.close()

  phone.network.isUp = false
  const second = phone.open()
  await expect.poll(second.shown).toBe('answered: zero')
  await second.save('last')
  await expect.poll(second.shown).toBe('waiting: last')
  second.close()

  phone.network.isUp = true
  const third = phone.open('elsewhere')
  await third.deliver()
  await expect.poll(third.toSend).toBe(0)
  third.close()

  phone.network.isUp = false
  const fourth = phone.open()
  await expect.poll(fourth.shown).toBe('answered: last')
  fourth.close()

  phone.network.isUp = true
  phone.answerElsewhere('from another phone')
  const fifth = phone.open()
  await expect.poll(fifth.shown).toBe('answered: from another phone')
  fifth.close()
  phone.network.isUp = false
  await expect.poll(phone.open().shown).toBe('answered: from another phone')
})

/** A phone without a connection: its copy of the server's answer says "zero", and it has delivered "last" since. */
const deliverSince = async () => {
  const phone = createPhone()
  const first = phone.open()
  await first.save('zero')
  await expect.poll(first.shown).toBe('answered: zero')
  first.close()
  const second = phone.open('elsewhere')
  await second.save('last')
  await second.deliver()
  second.close()
  phone.network.isUp = false
  return phone
}

test('shows the last delivery on a full phone as well', async () => {
  const phone = await deliverSince()
  await createIndexedDbStore(createDatabase(indexedDB)).deleteOlderCopies()
  await expect.poll(phone.open().shown).toBe('answered: last')
})

test('does not show what is sent to a restored server again over a later delivery', async () => {
  const phone = await deliverSince()
  const screen = phone.open()
  await expect.poll(screen.shown).toBe('answered: last')
  expect(await screen.sendAgain()).toBe(1)
  await expect.poll(screen.toSend).toBe(1)
  expect(screen.shown()).toBe('answered: last')
  phone.network.isUp = true
  phone.network.isReadable = false
  // A press does not count for a delivery that was on its way and failed: the coach presses again.
  const pressUntilSent = async () => {
    await screen.deliver()
    return screen.toSend()
  }
  await expect.poll(pressUntilSent).toBe(0)
  expect(screen.shown()).toBe('answered: last')
})

test('goes from the waiting to the delivered answers when the server is unreachable after a delivery', async () => {
  const phone = createPhone()
  const screen = phone.open()
  await screen.save('zero')
  await expect.poll(screen.shown).toBe('answered: zero')

  const seen: (string | null)[] = []
  const observer = new MutationObserver(() => void seen.push(screen.shown()))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  phone.network.isReadable = false
  await screen.save('last')
  await expect.poll(screen.shown).toBe('answered: last')
  await expect.poll(screen.toSend).toBe(0)
  observer.disconnect()
  expect(new Set(seen)).toEqual(new Set(['waiting: last', 'answered: last']))
})

test.each([
  ['as soon as the coach comes back to the page', () => dispatchEvent(new Event('visibilitychange'))],
  ['while the page is in view', () => vi.advanceTimersByTime(20_000)],
])('shows another phone’s answers %s', async (_, goOn) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const phone = createPhone()
  const screen = phone.open()
  await screen.save('zero')
  await expect.poll(screen.shown).toBe('answered: zero')
  // A read that is still on its way would take the place of the one that is expected.
  await expect.poll(screen.isIdle).toBe(true)
  phone.answerElsewhere('from another phone')
  goOn()
  await expect.poll(screen.shown).toBe('answered: from another phone')
})
