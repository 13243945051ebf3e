import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createProductApiClient } from '../src/contract/product-api-client.ts'
import { createOutbox } from '../src/outbox/create-outbox.ts'
import { createCheckReceipt } from '../src/outbox/receipts/check-receipt.ts'
import { createIsStored } from '../src/outbox/receipts/is-stored.ts'
import { createMemoryDisk, createMemoryStore } from '../src/outbox/testing/memory-store.ts'
import { memoryKeyValues } from '../src/platform/storage/testing/memory-key-values.ts'
import { createReporter } from '../src/sync-log/create-reporter.ts'
import { createMemorySyncLog } from '../src/sync-log/testing/memory-sync-log.ts'
import { createCookieFetch } from './cookie-fetch.ts'

/** Backups that are put back for real, under the real server, and a phone with the app's own outbox and reporter. */

/** As much of the server as this test needs. */
type Restorable = {
  origin: () => string
  tokenOf: (customer: string) => Promise<string>
  backUp: () => Promise<void>
  restore: () => Promise<void>
  rollBack: () => Promise<void>
  stopAndQuery: (...queries: string[]) => Promise<Record<string, unknown>[][]>
  close: () => Promise<void>
}
/** Imported by its name: the server is compiled for Node alone, and this file for a browser too. */
const server = '../../server/testing/restorable-server.ts'

const databases = process.env['TEST_DATABASE_URL'] ? ['PGlite', 'PostgreSQL'] : ['PGlite']

const startServer = async (kind: string): Promise<Restorable> => {
  const { startRestorableServer }: { startRestorableServer: (kind: string) => Promise<Restorable> } =
    await import(server)
  const started = await startRestorableServer(kind)
  onTestFinished(() => started.close())
  return started
}

const log = { warn: () => undefined, error: () => undefined }

/** A phone of a new coach, who stays signed in with the provider. */
const startPhone = ({ origin, tokenOf }: Restorable) => {
  const customer = randomUUID()
  const device = randomUUID()
  const cookieFetch = createCookieFetch()
  // Another port after each start.
  const fetch = async (path: string, init?: RequestInit) => cookieFetch(origin() + path, init)
  const api = createProductApiClient({ origin: '', fetch })
  const renewSession = async () => {
    const authToken = await tokenOf(customer)
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
    },
    now: Date.now,
    renewSession,
    api,
    log,
  }
  const outbox = createOutbox({
    ...common,
    store: createMemoryStore(disk),
    channel: {
      postMessage: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
    customer: () => customer,
    isServerThere: async () => true,
    onStorageLost: () => undefined,
    onSessionChange: () => () => undefined,
    online: () => true,
    space: {
      freeMedia: async () => undefined,
      ensureReserve: async () => true,
      releaseReserve: async () => undefined,
    },
    checkReceipt,
    wait: async () => undefined,
    random: Math.random,
  })
  const mine = outbox.of(customer)
  const reporter = createReporter({
    ...common,
    store: createMemorySyncLog(disk),
    session: () => ({ customer, locale: 'pt-BR' }),
    version: async () => '0.1.0+abcdefgh',
    storage: async () => ({ usage: 1, quota: 2, persisted: false }),
    sendAgain: (_customer, isLost) => mine.sendAgain(isLost),
  })
  const isStored = createIsStored({ api })
  return {
    customer,
    disk,
    /** Captures events of these values, and sends them. */
    act: async (...values: string[]) => {
      for (const value of values) await mine.add('event.logged.v1', { event_id: 3, value })
      return mine.deliver({ asked: true })
    },
    saveImpact: async (numberOfPeople: number) => {
      await mine.add('impact.saved.v1', { numberOfPeople, youngFemale: 'half', sportType: 'volleyball' })
      return mine.deliver({ asked: true })
    },
    report: async () => {
      // As after five minutes: a device that has nothing new to tell does not report before.
      const told = disk.reported.get(customer)
      if (told) disk.reported.set(customer, { ...told, at: 0 })
      expect(await reporter.report()).toBe(true)
      return mine.deliver({ asked: true })
    },
    receipts: mine.receipts,
    hasAll: async () =>
      Promise.all((await mine.receipts()).map(({ receipt }) => isStored(receipt, customer))),
    allSigned: async () =>
      Promise.all((await mine.receipts()).map(({ receipt }) => checkReceipt(receipt, customer))),
  }
}

const numbersOf = async (phone: ReturnType<typeof startPhone>) =>
  (await phone.receipts()).map(({ receipt }) => `${receipt.epoch} ${receipt.sequence}`)

const valuesOf = (rows: Record<string, unknown>[] | undefined, column: string) =>
  rows?.map((row) => row[column])

describe.each(databases)('a copy of yesterday, put back under %s', (kind) => {
  test('gets all that was acknowledged since, once, from phones that had nothing left to send', async () => {
    const server = await startServer(kind)
    const phone = startPhone(server)
    await phone.act('monday')
    await phone.report()
    await server.backUp()
    const later = startPhone(server)
    await phone.act('tuesday', 'wednesday')
    await phone.saveImpact(10)
    await phone.report()
    await later.act('new here')
    const before = [...(await numbersOf(phone)), ...(await numbersOf(later))]
    await server.restore()

    expect(await phone.hasAll()).toEqual([false, false, false, true])
    await phone.act('thursday')
    await phone.saveImpact(20)
    await phone.report()
    await later.report()
    await phone.report()
    expect(await phone.hasAll()).toEqual([true, true, true, true, true, true])
    expect(await phone.allSigned()).toEqual([true, true, true, true, true, true])
    expect(await later.hasAll()).toEqual([true])

    // What was signed since has numbers that were never given before.
    const after = [...(await numbersOf(phone)), ...(await numbersOf(later))]
    const fresh = after.filter((number) => !before.includes(number))
    expect([fresh.length, new Set([...before, ...fresh]).size]).toEqual([6, before.length + 6])

    const [events, captured, gaps, impacts] = await server.stopAndQuery(
      'select value from events order by value',
      `select seq from sync_log where happened = 'captured' and customer_id = '${phone.customer}' order by seq`,
      'select gaps from devices',
      'select number_of_people from impacts',
    )
    expect(valuesOf(events, 'value')).toEqual(['monday', 'new here', 'thursday', 'tuesday', 'wednesday'])
    expect(valuesOf(captured, 'seq')?.map(Number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(valuesOf(gaps, 'gaps')).toEqual([0, 0])
    // The older number came last, and counts for what it is.
    expect(valuesOf(impacts, 'number_of_people')).toEqual([20])
  })

  test('shows by a receipt where nothing else shows it: numbers are counted anew from there', async () => {
    const server = await startServer(kind)
    const phone = startPhone(server)
    await phone.act('monday')
    await server.backUp()
    await phone.act('tuesday')
    const [signed] = await phone.receipts()
    await server.rollBack()
    await phone.report()
    const [again, monday] = await phone.receipts()
    expect(again?.receipt.key).toBe(signed?.receipt.key)
    expect(signed?.receipt.epoch).toBe(monday?.receipt.epoch)
    expect(again?.receipt.epoch).not.toBe(signed?.receipt.epoch)
    expect(await phone.allSigned()).toEqual([true, true])
    await server.stopAndQuery()
  })
})
