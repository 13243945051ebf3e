import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createProductApiClient } from '../../contract/product-api-client.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { bodyHash } from '../../outbox/entry/entry.ts'
import { createOutbox } from '../../outbox/create-outbox.ts'
import { createInMemoryProductApi, refusedValue } from '../../outbox/testing/in-memory-product-api.ts'
import { createMemoryDisk, createMemoryStore } from '../../outbox/testing/memory-store.ts'
import { createLocks } from '../../platform/locks.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { show } from '../../ui/testing/show.tsx'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import type { IsStored } from '../../outbox/receipts/is-stored.ts'
import { OutboxScreen } from './outbox-screen.tsx'

const t = translateIn('en-GB')

const start = () => {
  const network = { answers: false, delay: Promise.resolve() }
  const server = createInMemoryProductApi({ hash: bodyHash })
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
    onStorageLost: () => undefined,
    online: () => network.answers,
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
  return { network, server, outbox: outbox.of('coach-a') }
}

let screen: ReturnType<typeof show> | undefined
afterEach(() => {
  vi.restoreAllMocks()
  notify.dismiss()
  screen?.remove()
})

const showOutbox = (
  outbox: ReturnType<typeof start>['outbox'],
  {
    isStored = async () => true,
    sendsWhenClosed = true,
    offline = false,
  }: { isStored?: IsStored; sendsWhenClosed?: boolean; offline?: boolean } = {},
) => {
  const deps = {
    outbox,
    catalogue: {
      training: {
        title: '',
        summary: '',
        modules: { 'training-1': { title: 'The wheel', summary: '', survey: {} } },
      },
    },
    editOf: () => undefined,
    checkReceipt: async () => true,
    isStored,
    sendsWhenClosed,
    offline,
    device: '3f2a91bc-5b1d-4c6e-9a7f-2d3e4f5a6b7c',
    rescue: null,
    onAsked: () => undefined,
  }
  screen = show('en-GB', [
    createElement(OutboxScreen, { key: 'screen', ...deps }),
    createElement(Toaster, { key: 'toasts' }),
  ])
}
/** Opens what is folded away: the row of a module, or the history. */
const open = (heading: string) => page.getByRole('heading', { name: heading, exact: true }).click()
const activity = t('outbox.event.courseCompleted')
const log = (outbox: ReturnType<typeof start>['outbox'], value: string) =>
  outbox.add('event.logged.v1', { event_id: 3, value })
const left = `Nothing sent, 1 to send. ${t('outbox.reason.unreachable')}`
const answers = [{ question: 'q1', value: refusedValue }]

test('where the browser does not send while the app is closed, who has something to send is told so', async () => {
  const { outbox, network } = start()
  showOutbox(outbox, { sendsWhenClosed: false })
  await expect.element(page.getByText(t('outbox.emptyTitle'))).toBeVisible()
  await expect.element(page.getByText(t('outbox.onlyOpen'))).not.toBeInTheDocument()
  await log(outbox, 'one')
  await expect.element(page.getByText(t('outbox.onlyOpen'))).toBeVisible()
  network.answers = true
  await outbox.deliver({ asked: true })
  await expect.element(page.getByText(t('outbox.onlyOpen'))).not.toBeInTheDocument()
})

test('each list says how many it has, and a row that is opened draws 25 of them until more are requested', async () => {
  const { outbox } = start()
  for (let count = 0; count < 30; count += 1) await log(outbox, `one of ${count}`)
  showOutbox(outbox)
  await expect
    .element(page.getByRole('heading', { level: 2, name: `${t('outbox.toSendHeading')} 30` }))
    .toBeVisible()
  expect(page.getByRole('button', { name: /^Delete: / }).all()).toEqual([])
  await open(activity)
  await expect.poll(() => page.getByRole('button', { name: /^Delete: / }).all()).toHaveLength(25)
  await page.getByRole('button', { name: t('outbox.more') }).click()
  expect(page.getByRole('button', { name: /^Delete: / }).all()).toHaveLength(30)
})

test('what the server refuses has a list of its own, and its title, time and reason', async () => {
  const { outbox, network } = start()
  network.answers = true
  await outbox.add('survey.answered.v2', { video_id: 'training-1', answers })
  await expect.poll(() => outbox.snapshot().needsYou).toBe(1)
  showOutbox(outbox)
  await expect
    .element(page.getByRole('heading', { level: 2, name: `${t('outbox.needsYouHeading')} 1` }))
    .toBeVisible()
  await expect
    .element(page.getByRole('heading', { level: 3, name: 'Survey answers: The wheel' }))
    .toBeVisible()
  await expect.element(page.getByText(t('outbox.reason.refused'), { exact: true }).first()).toBeVisible()
  expect(document.querySelector('time')?.dateTime).toMatch(/^\d{4}-/)
})

test('"sync now" says what came of it, and before that when the response takes longer', async () => {
  const { outbox, network } = start()
  await log(outbox, 'one')
  showOutbox(outbox)
  const button = page.getByRole('button', { name: t('outbox.syncNow') })
  await button.click()
  await expect.element(page.getByText(left)).toBeVisible()
  const late = Promise.withResolvers<void>()
  Object.assign(network, { answers: true, delay: late.promise })
  await button.click()
  await expect.element(page.getByText(t('outbox.report.goingOn'))).toBeVisible()
  late.resolve()
  await expect.element(page.getByText('1 entry sent. All saved.')).toBeVisible()
  expect(page.getByText(left).all()).toEqual([])
})

test('what "sync now" said goes when it is not true any more', async () => {
  const { outbox, network } = start()
  await log(outbox, 'one')
  showOutbox(outbox)
  await page.getByRole('button', { name: t('outbox.syncNow') }).click()
  await expect.element(page.getByText(left)).toBeVisible()
  network.answers = true
  await outbox.deliver({ eager: true })
  await expect.element(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
  expect(page.getByText(left).all()).toEqual([])
})

test('an error in the app that stops the sending is said, with details to copy, until it is over', async () => {
  const { outbox, network } = start()
  network.answers = true
  const fault = 'AbortSignal.timeout is not a function'
  const lacking = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw new TypeError(fault)
  })
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await log(outbox, 'one')
  showOutbox(outbox)
  await expect.element(page.getByText(t('outbox.unexpected.title'))).toBeVisible()
  await page.getByRole('button', { name: t('outbox.unexpected.copy') }).click()
  await expect.poll(() => copied.join()).toContain(fault)
  await page.getByRole('button', { name: t('outbox.syncNow') }).click()
  await expect
    .element(page.getByText(`Nothing sent, 1 to send. ${t('outbox.reason.unexpected')}`))
    .toBeVisible()
  lacking.mockRestore()
  await page.getByRole('button', { name: t('outbox.syncNow') }).click()
  await expect.element(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
  expect(page.getByText(t('outbox.unexpected.title')).all()).toEqual([])
})

test('the focus goes to the undo of what was deleted, and to the history when the button of what was sent leaves', async () => {
  const { outbox, network } = start()
  await log(outbox, 'one')
  await log(outbox, 'two')
  showOutbox(outbox)
  await open(activity)
  const history = () => page.getByRole('heading', { name: t('outbox.journalHeading') }).element()
  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click()
  await expect.element(page.getByRole('button', { name: t('common.undo') })).toHaveFocus()
  network.answers = true
  await page.getByRole('button', { name: /^Send now: / }).click()
  await expect.element(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
  await expect.poll(() => document.activeElement).toBe(history())
})

test('what was deleted is history, and can be brought back under its own key', async () => {
  const { outbox } = start()
  await log(outbox, 'one')
  showOutbox(outbox)
  await expect.poll(() => outbox.snapshot().toSend).toBe(1)
  const [before] = outbox.snapshot().entries
  await open(activity)
  await page.getByRole('button', { name: /^Delete: / }).click()
  await expect.element(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
  await open(t('outbox.journalHeading'))
  await expect.element(page.getByText(t('outbox.happened.removed'))).toBeVisible()
  expect(outbox.snapshot().entries).toEqual([])
  await page.getByRole('button', { name: t('common.undo') }).click()
  await expect.poll(() => outbox.snapshot().entries).toEqual([before])
})

test('what waits is a row for each module, with what it is and why it is still here', async () => {
  const { outbox } = start()
  await outbox.add('survey.answered.v2', { video_id: 'training-1', answers })
  await outbox.add('module.progressed.v2', {
    video_id: 'training-1',
    type: 'module',
    action: 'start',
  })
  await log(outbox, 'one')
  showOutbox(outbox)
  const rows = () => [...document.querySelectorAll('summary')].map(({ innerText }) => innerText.split('\n'))
  const kinds = [t('outbox.event.surveyAnswered'), t('outbox.event.progressed')].join(' · ')
  await expect
    .poll(() => rows().slice(0, 2))
    .toEqual([
      ['The wheel', kinds, t('outbox.state.waiting')],
      [activity, t('outbox.state.waiting')],
    ])
})

test('it shows the code by which support finds the device', async () => {
  showOutbox(start().outbox)
  await expect.element(page.getByText('3F2A-91BC')).toBeVisible()
})

test('without a connection nobody is asked to send, and told that it goes by itself', async () => {
  const { outbox } = start()
  showOutbox(outbox, { offline: true })
  await expect.element(page.getByText(t('outbox.emptyTitle'))).toBeVisible()
  expect(page.getByText(t('outbox.offline')).all()).toEqual([])
  await log(outbox, 'one')
  await expect.element(page.getByText(t('outbox.offline'))).toBeVisible()
})

test('a receipt says what was signed, and what the server has only after asking', async () => {
  const { network, outbox } = start()
  network.answers = true
  await log(outbox, 'one')
  await outbox.deliver({ asked: true })
  let said: boolean | undefined
  showOutbox(outbox, { isStored: async () => said })
  await open(t('outbox.journalHeading'))
  const proof = page.getByText(/receipt no\. 1/)
  const signed = /The signature is valid: our server signed this on/
  const openAgain = async () => {
    await proof.click()
    await proof.click()
  }
  const expectSaid = async (presence: 'unasked' | 'has' | 'lost') => {
    await expect.element(page.getByText(t(`outbox.receipts.${presence}`), { exact: false })).toBeVisible()
  }
  await proof.click()
  await expect.element(page.getByText(signed)).toBeVisible()
  await expectSaid('unasked')
  said = true
  await openAgain()
  await expectSaid('has')
  said = false
  await openAgain()
  await expectSaid('lost')
  await expect.poll(() => outbox.snapshot().toSend).toBe(0)
  expect((await outbox.journal()).map(({ happened }) => happened)).toEqual([
    'delivered',
    'returned',
    'delivered',
    'captured',
  ])
})
