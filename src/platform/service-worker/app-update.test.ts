import { expect, test } from 'vitest'
import { createStore } from '../../lib/create-store.ts'
import { createAppUpdate, type UpdateBlock } from './app-update.ts'

type Event = { wasWaitingBeforeRegister?: boolean }

const start = ({
  controlled = true,
  touched = false,
  block,
  isNewer = true,
}: { controlled?: boolean; touched?: boolean; block?: UpdateBlock; isNewer?: boolean } = {}) => {
  const listeners = new Map<string, (event: Event) => void>()
  const happened: string[] = []
  let handOvers = 0
  const blocks = createStore(block)
  const update = createAppUpdate(
    {
      addEventListener: (name, listener) => listeners.set(name, listener),
      messageSkipWaiting: () => happened.push('skip waiting'),
      requestHandOver: () => void (handOvers += 1),
      update: async () => isNewer,
    },
    {
      isControlled: controlled,
      reload: () => happened.push('reload'),
      block: { current: blocks.get, subscribe: blocks.subscribe },
      hasInteracted: () => touched,
    },
  )
  const worker = (name: 'waiting' | 'controlling' | 'redundant', event: Event = {}) =>
    listeners.get(name)?.(event)
  return { update, worker, happened, become: blocks.set, handOvers: () => handOvers }
}

test('announces a new version, and activates it on a tap', () => {
  const { update, worker, happened } = start()
  expect(update.stage()).toBe('none')
  worker('waiting')
  expect(update.stage()).toBe('ready')
  expect(happened).toEqual([])
  update.apply()
  worker('controlling')
  expect(happened).toEqual(['skip waiting', 'reload'])
})

test('activates no version over a form, or by itself when the form is finished', () => {
  const { update, worker, happened, become } = start({ block: 'form' })
  worker('waiting')
  update.apply()
  expect([update.stage(), happened]).toEqual(['form', []])
  become(undefined)
  expect([update.stage(), happened]).toEqual(['ready', []])
  update.apply()
  expect(happened).toEqual(['skip waiting'])
})

test('a tap while something is saved or sent takes effect afterwards', () => {
  const { update, worker, happened, become, handOvers } = start({ block: 'saving' })
  worker('waiting')
  expect(update.stage()).toBe('ready')
  update.apply()
  expect([update.stage(), happened]).toEqual(['coming', []])
  // What is being sent may wait for the active worker, which may wait for a server.
  expect(handOvers()).toBe(1)
  become(undefined)
  become('saving')
  worker('controlling')
  expect(happened).toEqual(['skip waiting'])
  become(undefined)
  expect(happened).toEqual(['skip waiting', 'reload'])
})

test('does not reload a form that is begun after the tap', () => {
  const { update, worker, happened, become } = start()
  worker('waiting')
  update.apply()
  become('form')
  worker('controlling')
  expect([update.stage(), happened]).toEqual(['form', ['skip waiting']])
  become(undefined)
  expect(update.stage()).toBe('ready')
  update.apply()
  expect(happened).toEqual(['skip waiting', 'reload'])
})

test('activates a version that already waited at the next start by itself', () => {
  const { worker, happened } = start()
  worker('waiting', { wasWaitingBeforeRegister: true })
  worker('controlling')
  expect(happened).toEqual(['skip waiting', 'reload'])
})

test.each([
  ['the person has begun something', { touched: true }],
  ['the outbox is still being read', { block: 'saving' }],
] as const)('waits for the tap at a start when %s', (_, given) => {
  const { update, worker, happened } = start(given)
  worker('waiting', { wasWaitingBeforeRegister: true })
  expect(happened).toEqual([])
  expect(update.stage()).toBe('ready')
})

test('does not reload a tab whose version was replaced from another tab', () => {
  const { update, worker, happened } = start()
  worker('controlling')
  expect(happened).toEqual([])
  expect(update.stage()).toBe('ready')
  update.apply()
  expect(happened).toEqual(['reload'])
})

test('a page whose version is gone from the server changes to the newest one', async () => {
  const { update, worker, happened } = start({ touched: true })
  await update.load()
  expect(happened).toEqual([])
  worker('waiting')
  worker('controlling')
  expect(happened).toEqual(['skip waiting', 'reload'])
})

test('reloads the page when no newer worker is found', async () => {
  const { update, happened } = start({ isNewer: false })
  await update.load()
  expect(happened).toEqual(['reload'])
})

test('reloads the page when the newer version that the person asked for cannot be installed', async () => {
  const { update, worker, happened } = start({ touched: true })
  worker('redundant')
  expect(happened).toEqual([])
  await update.load()
  worker('redundant')
  expect(happened).toEqual(['reload'])
})

test('does not announce the first version', () => {
  const { update, worker, happened } = start({ controlled: false })
  worker('controlling')
  expect([update.stage(), happened]).toEqual(['none', []])
})
