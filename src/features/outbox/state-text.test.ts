import { expect, test } from 'vitest'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import type { Entry, Wait } from '../../outbox/entry/entry.ts'
import { formatEntryState } from './state-text.ts'

const t = translateIn('en-GB')
const waitFor = (code: Wait['code']): Wait => ({ code, since: 1, until: 9, told: false, failures: 1 })
const formatState = (
  state: Entry['state'],
  {
    waitsForOther = false,
    outboxWait,
    now = 5,
    shouldHideUnreachableReason = false,
  }: { waitsForOther?: boolean; outboxWait?: Wait; now?: number; shouldHideUnreachableReason?: boolean } = {},
) =>
  formatEntryState({ state } as Entry, {
    t,
    format: { time: (at) => `at ${at}` },
    waitsForOther,
    outboxWait,
    now,
    shouldHideUnreachableReason,
  })

test.each([
  ['nothing was tried yet', formatState({ is: 'waiting' }), 'Saved on this device, waiting to be sent'],
  [
    'its own try failed',
    formatState({ is: 'waiting', wait: waitFor('server-failed') }),
    'The server had a problem. Next attempt: at 9.',
  ],
  [
    'nothing gets through',
    formatState({ is: 'waiting' }, { outboxWait: waitFor('no-answer') }),
    'We could not reach the server. Next attempt: at 9.',
  ],
  [
    'its own try failed, and nothing gets through for longer',
    formatState(
      { is: 'waiting', wait: { ...waitFor('server-failed'), until: 7 } },
      { outboxWait: waitFor('maintenance') },
    ),
    'The service is down for maintenance. Next attempt: at 9.',
  ],
  [
    'its own try failed, and the coach has to sign in',
    formatState(
      { is: 'waiting', wait: { ...waitFor('server-failed'), until: 99 } },
      { outboxWait: waitFor('signed-out') },
    ),
    'Sign in again to send this.',
  ],
  [
    'an earlier version of the app put it off that was refused in a good session',
    formatState({ is: 'waiting', wait: waitFor('other-customer') }),
    'The server did not accept this entry. It stays here. Next attempt: at 9.',
  ],
  ...(['signed-out', 'other-customer', 'csrf-mismatch'] as const).map((code) => [
    `it was refused as ${code} in a good session`,
    formatState({ is: 'needs-you', reason: { code, status: 401 } }),
    'The server did not accept this entry. It stays here.',
  ]),
  [
    'nothing gets through, and the time of the next try is over',
    formatState({ is: 'waiting' }, { outboxWait: waitFor('no-answer'), now: 9 }),
    'We could not reach the server.',
  ],
  [
    'nothing gets through, and that is known',
    formatState({ is: 'waiting', wait: waitFor('no-answer') }, { shouldHideUnreachableReason: true }),
    'Saved on this device, waiting to be sent',
  ],
  [
    'the server had a problem before the connection was lost',
    formatState({ is: 'waiting', wait: waitFor('server-failed') }, { shouldHideUnreachableReason: true }),
    'The server had a problem. Next attempt: at 9.',
  ],
  [
    'another one has to go first',
    formatState({ is: 'waiting' }, { waitsForOther: true, outboxWait: waitFor('no-answer') }),
    'Saved on this device. Another entry has to be sent first.',
  ],
  [
    'the coach has to sign in, which no time does for them',
    formatState({ is: 'waiting' }, { outboxWait: waitFor('signed-out') }),
    'Sign in again to send this.',
  ],
  [
    'it was refused',
    formatState({ is: 'needs-you', reason: { code: 'not-found', status: 404 } }),
    'What this entry belongs to no longer exists on the server.',
  ],
])('gives the reason why an entry is still here: %s', (_, said, expected) => {
  expect(said).toBe(expected)
})
