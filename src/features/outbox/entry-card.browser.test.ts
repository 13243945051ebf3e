import { createElement } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import type { Entry, Reason, Wait } from '../../outbox/entry/entry.ts'
import { show } from '../../ui/testing/show.tsx'
import { EntryCard } from './entry-card.tsx'

/** The words of an entry's card. `onEdit` corrects its content. */
const textOf = (state: Entry['state'], onEdit?: () => void): string => {
  const entry = { key: 'key-1', seq: 1, tries: 1, attempts: [], capturedAt: { device: 0 }, state } as unknown
  const screen = show(
    'en-GB',
    createElement(EntryCard, {
      entry: entry as Entry,
      title: 'Survey answers: The wheel',
      heading: undefined,
      groupState: undefined,
      waitsForOther: false,
      outboxWait: undefined,
      shouldHideUnreachableReason: false,
      getLines: () => [],
      onEdit,
      onDelete: () => undefined,
    }),
  )
  onTestFinished(screen.remove)
  return screen.place.textContent
}

const needsYou = (code: Reason['code']) => ({ is: 'needs-you', reason: { code, status: 422 } }) as const
const edit = 'Edit it and save it again, or delete it.'
const remove = 'If you no longer need it, delete it.'
const contact = 'If that does not help, contact us and mention the reference in its details.'

test.each([
  'invalid-body',
  'bad-json',
  'admin-only',
  // Refused although the session is good.
  'signed-out',
  'csrf-mismatch',
] as const)('names the next step of an entry refused as %s, by whether it can be edited', (code) => {
  expect(textOf(needsYou(code))).toContain(`${remove} ${contact}`)
  const text = textOf(needsYou(code), () => undefined)
  expect(text).toContain(`${edit} ${contact}`)
  expect(text).not.toContain(remove)
})

const wait = (code: Wait['code']): Entry['state'] => ({
  is: 'waiting',
  wait: { code, since: 1, until: 9, told: false, failures: 1 },
})

test.each([
  ['no longer belongs to anything', needsYou('not-found')],
  ['exists in another version', needsYou('key-reused')],
  ['is too large', needsYou('too-large')],
  ['needs a newer app', needsYou('unknown-event')],
  ['is unreadable', needsYou('unreadable')],
  ['waits for its turn', { is: 'waiting' }],
  ['waits for the server', wait('server-failed')],
  ['was refused before and is sent again', wait('invalid-body')],
] as const)('names no such step for an entry that %s', (_, state) => {
  const text = textOf(state, () => undefined)
  for (const words of [edit, remove, contact]) expect(text).not.toContain(words)
})
