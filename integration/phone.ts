import { randomUUID } from 'node:crypto'
import { createSampleAnswers } from '../server/testing/sample-answers.ts'
import { createProductApiClient } from '../src/contract/product-api-client.ts'
import { createOutbox } from '../src/outbox/create-outbox.ts'
import type { EventName, PayloadOf } from '../src/outbox/events/events.ts'
import { createCheckReceipt, createIsStored } from '../src/outbox/receipts/check-receipt.ts'
import { createMemoryDisk, createMemoryStore } from '../src/outbox/testing/memory-store.ts'
import { memoryKeyValues } from '../src/platform/storage/testing/memory-key-values.ts'
import { createReporter } from '../src/sync-log/create-reporter.ts'
import { createMemorySyncLog } from '../src/sync-log/testing/memory-sync-log.ts'
import { createCookieFetch } from './testing/cookie-fetch.ts'

const log = { warn: () => undefined, error: () => undefined }

/** What a phone needs: the product API, whose origin may change, and a provider of its tokens. */
export type PhoneServices = { origin: () => string; createToken: (customer: string) => Promise<string> }

/**
 * A phone of a new coach who stays signed in with the provider. It has the app's own outbox and reporter.
 * Later releases rehearse with it (`scripts/rehearsal/phones.ts`), so its members keep their names.
 */
export const startPhone = ({ origin, createToken }: PhoneServices) => {
  const customer = randomUUID()
  const device = randomUUID()
  const cookieFetch = createCookieFetch()
  // The port changes with each start of the server.
  const fetch = async (path: string, init?: RequestInit) => cookieFetch(origin() + path, init)
  const api = createProductApiClient({ origin: '', fetch })
  const renewSession = async () => {
    const authToken = await createToken(customer)
    return (await api.call('login', { authToken, locale: 'pt-BR', device })).ok
  }
  const disk = createMemoryDisk()
  const checkReceipt = createCheckReceipt({ api, values: memoryKeyValues() })
  const common = {
    device: async () => device,
    moment: async () => ({ device: Date.now(), corrected: Date.now(), zone: 'UTC' }),
    locks: {
      hold: <T>(_name: string, _timeout: number, work: (lost: AbortSignal) => Promise<T>) =>
        work(new AbortController().signal),
      isHeldByServiceWorker: async () => false,
    },
    now: Date.now,
    renewSession,
    api,
    log,
  }
  const store = createMemoryStore(disk)
  const open = () =>
    createOutbox({
      ...common,
      store,
      channel: {
        postMessage: () => undefined,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      },
      customer: () => customer,
      isServerReachable: async () => true,
      onStorageLost: () => () => undefined,
      onSessionChange: () => () => undefined,
      isOnline: () => true,
      space: {
        freeMedia: async () => undefined,
        ensureReserve: async () => true,
        releaseReserve: async () => undefined,
      },
      checkReceipt,
      wait: async () => undefined,
      random: Math.random,
    }).forCustomer(customer)
  let outbox = open()
  const reporter = createReporter({
    ...common,
    store: createMemorySyncLog(disk),
    session: () => ({ customer, locale: 'pt-BR' }),
    version: async () => '0.1.0+abcdefgh',
    storage: async () => ({ usage: 1, quota: 2, persisted: false }),
    sendAgain: (_customer, isLost) => outbox.sendAgain(isLost),
    deletedCustomers: async () => [],
    addDeletedCustomers: async () => undefined,
  })
  const isStored = createIsStored({ api })
  const captured: string[] = []
  const capture = async <N extends EventName>(name: N, payload: PayloadOf<N>) => {
    const result = await outbox.add(name, payload)
    if (!result.ok) throw new Error(`An entry was not stored: ${result.error.code}`)
    captured.push(result.value.key)
  }
  const deliver = () => outbox.deliver({ force: true })
  return {
    customer,
    disk,
    /** The keys of all entries that this phone has ever stored. */
    captured,
    signIn: renewSession,
    /** Simulates closing and reopening the page. State in memory is lost. */
    reopen: () => {
      outbox = open()
    },
    deliver,
    /** Captures events with these values and sends them. */
    act: async (...values: string[]) => {
      for (const value of values) await capture('event.logged.v1', { event_id: 3, value })
      return deliver()
    },
    answer: async (words: string) => {
      const answers = createSampleAnswers('training-1', words)
      await capture('survey.answered.v2', { video_id: 'training-1', answers })
      return deliver()
    },
    watch: async (from: number) => {
      const watched: [number, number][] = [[from, from + 5]]
      await capture('module.watched.v1', { module_id: 'training-1', watched, position: from, read: false })
      return deliver()
    },
    saveImpact: async (numberOfPeople: number) => {
      await capture('impact.saved.v1', { numberOfPeople, youngFemale: 'half', sportType: 'volleyball' })
      return deliver()
    },
    /** Makes the reads of opening screens. Resolves with the codes of the failures. */
    read: async () => {
      const body = { customer_id: customer }
      const results = [
        await api.call('getAnswers', { ...body, video_id: 'training-1' }),
        await api.call('statusSurvey', body),
        await api.call('getImpact', body),
      ]
      return results.flatMap((result) => (result.ok ? [] : [result.error.code]))
    },
    /** Resolves with whether the server accepted the report, after sending the entries it asked for. */
    report: async () => {
      // Simulates a wait of five minutes, because a device without news does not report earlier.
      const reported = disk.reported.get(customer)
      if (reported) disk.reported.set(customer, { ...reported, at: 0 })
      const isReported = await reporter.report()
      await deliver()
      return isReported
    },
    receipts: () => outbox.readReceipts(),
    hasAll: async () =>
      Promise.all((await outbox.readReceipts()).map(({ receipt }) => isStored(receipt, customer))),
    /** Checks each receipt with newly fetched keys. */
    allSigned: async () => {
      const checkAnew = createCheckReceipt({ api, values: memoryKeyValues() })
      const signed: (boolean | undefined)[] = []
      // Sequentially, so that the first check fetches the keys for all.
      for (const { receipt } of await outbox.readReceipts()) signed.push(await checkAnew(receipt, customer))
      return signed
    },
  }
}

export type Phone = ReturnType<typeof startPhone>
