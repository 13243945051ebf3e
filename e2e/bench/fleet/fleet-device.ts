import { randomUUID } from 'node:crypto'
import type { HeldEntry } from '../../../server/testing/random-entries.ts'
import { createProductApiClient } from '../../../src/contract/product-api-client.ts'
import { sleep } from '../../../src/lib/async/sleep.ts'
import { createStore } from '../../../src/lib/create-store.ts'
import { createOutbox } from '../../../src/outbox/create-outbox.ts'
import { events, type EventName } from '../../../src/outbox/events/events.ts'
import { capture } from '../../../src/outbox/outbox-commands.ts'
import { scheduleDelivery } from '../../../src/outbox/schedule-delivery.ts'
import { createInMemoryLocks } from '../../../src/outbox/testing/in-memory-locks.ts'
import { createMemoryDisk, createMemoryStore } from '../../../src/outbox/testing/memory-store.ts'
import { createConnectivity } from '../../../src/platform/network/connectivity.ts'
import { createReporter } from '../../../src/sync-log/create-reporter.ts'
import { scheduleReports } from '../../../src/sync-log/schedule-reports.ts'
import { createMemorySyncLog } from '../../../src/sync-log/testing/memory-sync-log.ts'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** A phone with waiting entries: the code of the app, with disk and browser in memory. */
export type FleetDevice = {
  customer: string
  /**
   * Restores the network. `delivered` resolves when everything is delivered, and `reported` when the server
   * has the report of it.
   */
  comeBack: () => { delivered: Promise<void>; reported: Promise<void> }
}

const silent = { warn: () => undefined, error: () => undefined }

/** The channel of a device without other tabs. */
const unheard = {
  postMessage: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}

const roomEnough = {
  freeMedia: async () => undefined,
  ensureReserve: async () => true,
  releaseReserve: async () => undefined,
}

const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)
const eventNames = Object.keys(events).filter(isEvent)

const getEventName = ({ call }: HeldEntry): EventName => {
  const name = eventNames.find((one) => events[one].calls.includes(call))
  if (!name) throw new Error(`No event is delivered by ${call}.`)
  return name
}

const moment = async () => ({ device: Date.now(), corrected: Date.now(), zone: 'America/Sao_Paulo' })

/** The parts of a browser that trigger deliveries. */
const createPage = () => Object.assign(new EventTarget(), { visibilityState: 'visible' as const })

/** Creates a signed-in customer's device with these entries, offline. `fetch` sends its cookies. */
export const createFleetDevice = async ({
  customer,
  device,
  held,
  fetch,
}: {
  customer: string
  device: string
  held: readonly HeldEntry[]
  fetch: Fetch
}): Promise<FleetDevice> => {
  let isConnected = false
  const network = new EventTarget()
  const disk = createMemoryDisk()
  const store = createMemoryStore(disk)
  const locks = createInMemoryLocks().of()
  const connectivity = createConnectivity({
    target: network,
    isBrowserOnline: () => isConnected,
    newId: randomUUID,
    now: Date.now,
    fetch: async (url, init) => {
      if (!isConnected) throw new TypeError('There is no network.')
      return fetch(url, init)
    },
  })
  const api = createProductApiClient({ origin: '', fetch: connectivity.fetch })
  const shared = { store, api, locks, moment, device: async () => device, now: Date.now, log: silent }
  for (const one of held) {
    const capturing = { ...shared, newKey: randomUUID, space: roomEnough }
    const captured = await capture(capturing, { name: getEventName(one), payload: one.body, customer })
    if (!captured.ok) throw new Error(`${one.call} cannot be captured: ${captured.error.path}`)
  }

  const outbox = createOutbox({
    ...shared,
    channel: unheard,
    customer: () => customer,
    space: roomEnough,
    isServerReachable: connectivity.check,
    isOnline: () => connectivity.state().online,
    onSessionChange: () => () => undefined,
    onStorageLost: () => () => undefined,
    random: Math.random,
    wait: sleep,
  })
  const reporter = createReporter({
    ...shared,
    store: createMemorySyncLog(disk),
    session: () => ({ customer, locale: 'pt-BR' }),
    version: async () => '0.0.0-fleet',
    storage: async () => ({ usage: null, quota: null, persisted: null }),
    sendAgain: (who, isLost) => outbox.forCustomer(who).sendAgain(isLost),
    deletedCustomers: async () => [],
    addDeletedCustomers: async () => undefined,
  })

  const comeBack = () => {
    const delivered = Promise.withResolvers<void>()
    const reported = Promise.withResolvers<void>()
    const stopWatching = outbox.subscribe(() => {
      if (disk.rows.size === 0) delivered.resolve()
    })
    const stopDelivery = scheduleDelivery({
      outbox,
      connectivity,
      page: createPage(),
      window: network,
      requestBackgroundSync: () => undefined,
      now: Date.now,
    })
    const report = async () => {
      const arrived = await reporter.report()
      if (arrived && disk.rows.size === 0) reported.resolve()
      return arrived
    }
    const stopReports = scheduleReports({
      uploadCount: createStore(0),
      outbox,
      reporter: { report },
      now: Date.now,
    })
    void reported.promise.then(() => {
      stopWatching()
      stopReports()
      stopDelivery()
      outbox.close()
    })
    isConnected = true
    network.dispatchEvent(new Event('online'))
    return { delivered: delivered.promise, reported: reported.promise }
  }
  return { customer, comeBack }
}
