import { expect, test } from 'vitest'
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
  const world: { block: UpdateBlock | undefined } = { block }
  const update = createAppUpdate(
    {
      addEventListener: (name, listener) => listeners.set(name, listener),
      messageSkipWaiting: () => happened.push('skip waiting'),
      update: async () => isNewer,
    },
    controlled,
    {
      reload: () => happened.push('reload'),
      block: { current: () => world.block, subscribe: () => () => undefined },
      touched: () => touched,
    },
  )
  const worker = (name: 'waiting' | 'controlling', event: Event = {}) => listeners.get(name)?.(event)
  return { update, worker, happened, world }
}

test('a new version is announced, and comes in on the tap', () => {
  const { update, worker, happened } = start()
  expect(update.updateReady()).toBe(false)
  worker('waiting')
  expect(update.updateReady()).toBe(true)
  expect(happened).toEqual([])
  update.apply()
  worker('controlling')
  expect(happened).toEqual(['skip waiting', 'reload'])
})

test.each(['form', 'saving'] as const)('it does not come in while "%s" stands against it', (block) => {
  const { update, worker, happened, world } = start({ block })
  worker('waiting')
  update.apply()
  expect(happened).toEqual([])
  expect([update.updateReady(), update.blockedBy()]).toEqual([true, block])
  world.block = undefined
  update.apply()
  expect(happened).toEqual(['skip waiting'])
})

test('what waited before comes in at the next start by itself', () => {
  const { worker, happened } = start()
  worker('waiting', { wasWaitingBeforeRegister: true })
  worker('controlling')
  expect(happened).toEqual(['skip waiting', 'reload'])
})

test.each([
  ['the person has begun something', { touched: true }],
  ['the outbox is still being read', { block: 'saving' }],
] as const)('at a start where %s it waits for the tap', (_, given) => {
  const { update, worker, happened } = start(given)
  worker('waiting', { wasWaitingBeforeRegister: true })
  expect(happened).toEqual([])
  expect(update.updateReady()).toBe(true)
})

test('a tab whose version was replaced by another tab is not reloaded under the person', () => {
  const { update, worker, happened } = start()
  worker('controlling')
  expect(happened).toEqual([])
  expect(update.updateReady()).toBe(true)
  update.apply()
  expect(happened).toEqual(['reload'])
})

test('a page whose version has gone from the server changes to the newest one', async () => {
  const { update, worker, happened } = start({ touched: true })
  await update.load()
  expect(happened).toEqual([])
  worker('waiting')
  worker('controlling')
  expect(happened).toEqual(['skip waiting', 'reload'])
})

test('where no newer worker is found, the page itself is loaded again', async () => {
  const { update, happened } = start({ isNewer: false })
  await update.load()
  expect(happened).toEqual(['reload'])
})

test('the first version of all is nothing new', () => {
  const { update, worker, happened } = start({ controlled: false })
  worker('controlling')
  expect([update.updateReady(), happened]).toEqual([false, []])
})
