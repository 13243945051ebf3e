import { createElement } from 'react'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { createProductApiClient } from '../../../contract/product-api-client.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { hashBody } from '../../../outbox/entry/entry.ts'
import { createOutbox } from '../../../outbox/create-outbox.ts'
import { createInMemoryProductApi, refusedValue } from '../../../outbox/testing/in-memory-product-api.ts'
import { createMemoryDisk, createMemoryStore } from '../../../outbox/testing/memory-store.ts'
import { createLocks } from '../../../platform/locks.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { show } from '../../../ui/testing/show.tsx'
import type { UploadClient } from '../../../uploads/contract.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import type { IsStored } from '../../../outbox/receipts/check-receipt.ts'
import { OutboxScreen } from '../outbox-screen.tsx'

export const t = translateIn('en-GB')

/** The outbox of a signed-in coach, and a server that does not respond until `network.answers`. */
export const startOutbox = () => {
  const network = { answers: false, delay: Promise.resolve() }
  const server = createInMemoryProductApi({ hash: hashBody })
  server.session = 'coach-a'
  const outbox = createOutbox({
    store: createMemoryStore(createMemoryDisk()),
    api: createProductApiClient({
      origin: '',
      fetch: async (url, init) => {
        await network.delay
        if (!network.answers) throw new TypeError('Failed to fetch')
        return server.fetch(url, init)
      },
    }),
    locks: createLocks(navigator.locks),
    channel: new BroadcastChannel(crypto.randomUUID()),
    customer: () => 'coach-a',
    onSessionChange: () => () => undefined,
    onStorageLost: () => () => undefined,
    isOnline: () => network.answers,
    device: async () => '00000000-0000-4000-8000-000000000000',
    moment: async () => ({ device: Date.now(), corrected: Date.now(), zone: 'UTC' }),
    space: {
      freeMedia: async () => undefined,
      ensureReserve: async () => true,
      releaseReserve: async () => undefined,
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: Date.now,
    random: Math.random,
    log: { warn: () => undefined, error: () => undefined },
  })
  return { network, server, outbox: outbox.forCustomer('coach-a') }
}

const createUploads = (tasks: UploadTask[]): Pick<UploadClient, 'snapshot' | 'subscribe'> => {
  const network = { wifiOnly: false, obeyDataSaver: true, knows: { wifi: false, dataSaver: false } }
  const rest = {
    isReady: true,
    isDurable: true,
    isWorkerLost: false,
    isOwnedByOtherTab: false,
    canStoreCopies: true,
  }
  const snapshot = { ...rest, network, tasks }
  return { snapshot: () => snapshot, subscribe: () => () => undefined }
}

export const file = (name: string, status: UploadTask['status'], customer = 'coach-a'): UploadTask => ({
  id: name,
  customer,
  name,
  size: 1,
  level: 'private',
  key: name,
  status,
  sentBytes: 0,
  createdAt: 0,
  order: 0,
})

/** Renders the screen until the test has ended. */
export const showOutbox = (
  outbox: ReturnType<typeof startOutbox>['outbox'],
  {
    isStored = async () => true,
    sendsWhenClosed = true,
    offline = false,
    files = [],
  }: { isStored?: IsStored; sendsWhenClosed?: boolean; offline?: boolean; files?: UploadTask[] } = {},
) => {
  const uploads = createUploads(files)
  const deps = {
    outbox,
    uploads,
    catalogue: {
      training: {
        title: '',
        summary: '',
        modules: { 'training-1': { title: 'The wheel', summary: '', survey: {} } },
      },
    },
    getEditHandler: () => undefined,
    checkReceipt: async () => true,
    isStored,
    sendsWhenClosed,
    offline,
    device: '3f2a91bc-5b1d-4c6e-9a7f-2d3e4f5a6b7c',
    rescueForm: null,
    onManualSync: () => undefined,
  }
  const screen = show('en-GB', [
    createElement(OutboxScreen, { key: 'screen', ...deps }),
    createElement(Toaster, { key: 'toasts' }),
  ])
  onTestFinished(() => {
    notify.dismiss()
    screen.remove()
  })
}

/** Unfolds the row of a module, or the history. */
export const open = (heading: string) => page.getByRole('heading', { name: heading, exact: true }).click()

/** The title of a logged event. */
export const activity = t('outbox.event.courseCompleted')

export const log = (outbox: ReturnType<typeof startOutbox>['outbox'], value: string) =>
  outbox.add('event.logged.v1', { event_id: 3, value })

/** The server refuses these answers. */
export const answers = [{ question: 'q1', value: refusedValue }]
