import { expect, test } from 'vitest'
import type { OutboxSnapshot } from '../outbox/outbox.ts'
import { updateBadge } from './start-background-work.ts'

type Seen = Pick<OutboxSnapshot, 'storage' | 'toSend' | 'automatic' | 'needsAction'>

const start = (first: Seen) => {
  let snapshot = first
  let listener = () => undefined as void
  const shown: (number | 'none')[] = []
  const outbox = {
    snapshot: () => snapshot,
    subscribe: (heard: () => void) => {
      listener = heard
      return () => undefined
    },
  }
  const badge = {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push('none'),
  }
  const becomes = (next: Seen) => {
    snapshot = next
    listener()
  }
  return { outbox, badge, shown, becomes }
}

test('counts what waits and what needs the coach, not automatic progress, and clears the badge at zero', () => {
  const { shown, becomes, ...deps } = start({ storage: 'reading', toSend: 0, needsAction: 0 })
  updateBadge(deps)
  becomes({ storage: 'ready', toSend: 2, needsAction: 1 })
  becomes({ storage: 'ready', toSend: 2, needsAction: 1 })
  becomes({ storage: 'ready', toSend: 4, automatic: 2, needsAction: 1 })
  becomes({ storage: 'ready', toSend: 1, automatic: 1, needsAction: 0 })
  becomes({ storage: 'ready', toSend: 0, needsAction: 0 })
  expect(shown).toEqual([3, 'none'])
})

test('keeps the badge when the disk cannot be read', () => {
  const { shown, becomes, ...deps } = start({ storage: 'ready', toSend: 1, needsAction: 0 })
  updateBadge(deps)
  becomes({ storage: 'failed', toSend: 0, needsAction: 0 })
  expect(shown).toEqual([1])
})

test.each([
  ['without badges', {}],
  ['that refuses', { setAppBadge: async () => Promise.reject(new Error('NotAllowed')) }],
])('a browser %s does not cause a failure', (_, badge) => {
  const { outbox } = start({ storage: 'ready', toSend: 1, needsAction: 0 })
  expect(() => updateBadge({ outbox, badge })).not.toThrow()
})
