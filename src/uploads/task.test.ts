import { describe, expect, test } from 'vitest'
import {
  buttonsOf,
  isFinal,
  transition,
  uploadCommands,
  uploadStates,
  type PauseReason,
  type UploadState,
  type UploadStatus,
} from './task.ts'

const statusOf = (state: UploadState, reason: PauseReason = { kind: 'you' }): UploadStatus =>
  state === 'PAUSED' ? { state, reason } : { state }

const legal: Record<string, UploadState> = {
  'INIT start': 'IN_PROGRESS',
  'INIT resume': 'IN_PROGRESS',
  'INIT pause': 'PAUSED',
  'INIT cancel': 'CANCELLED',
  'IN_PROGRESS pause': 'PAUSED',
  'IN_PROGRESS cancel': 'CANCELLED',
  'IN_PROGRESS complete': 'COMPLETED',
  'PAUSED start': 'IN_PROGRESS',
  'PAUSED resume': 'IN_PROGRESS',
  'PAUSED cancel': 'CANCELLED',
}
const pairs = uploadStates.flatMap((state) => uploadCommands.map((command) => ({ state, command })))

test('there are 25 pairs of state and command', () => expect(pairs).toHaveLength(25))

test.each(pairs)('$state × $command', ({ state, command }) => {
  expect(transition(statusOf(state), command)?.state).toBe(legal[`${state} ${command}`])
})

describe('the reason of a pause', () => {
  test('comes with the command, and defaults to the person', () => {
    expect(transition({ state: 'IN_PROGRESS' }, 'pause')).toEqual({
      state: 'PAUSED',
      reason: { kind: 'you' },
    })
    expect(transition({ state: 'IN_PROGRESS' }, 'pause', { kind: 'offline' })).toEqual({
      state: 'PAUSED',
      reason: { kind: 'offline' },
    })
  })

  test.each([{ kind: 'offline' }, { kind: 'sign-in-needed' }, { kind: 'foreign-answer' }] as const)(
    'changes from a wait for $kind, which would end by itself, to the pause of the person',
    (reason) => {
      expect(transition({ state: 'PAUSED', reason }, 'pause')).toEqual(statusOf('PAUSED'))
    },
  )

  test('stays the pause of the person when a failure arrives late', () => {
    expect(transition(statusOf('PAUSED'), 'pause', { kind: 'offline' })).toBeUndefined()
    expect(
      transition(statusOf('PAUSED'), 'pause', { kind: 'server-refused', code: 'SlowDown' }),
    ).toBeUndefined()
  })

  test('does not change from one wait that ends by itself to another', () => {
    expect(
      transition(statusOf('PAUSED', { kind: 'sign-in-needed' }), 'pause', { kind: 'offline' }),
    ).toBeUndefined()
  })
})

test.each([
  [statusOf('INIT'), ['start', 'pause', 'cancel']],
  [statusOf('IN_PROGRESS'), ['pause', 'cancel']],
  [statusOf('PAUSED'), ['resume', 'cancel']],
  [statusOf('PAUSED', { kind: 'offline' }), ['resume', 'pause', 'cancel']],
  [statusOf('PAUSED', { kind: 'file-needed', because: 'restart' }), ['resume', 'cancel']],
  [statusOf('CANCELLED'), []],
  [statusOf('COMPLETED'), []],
])('the buttons of %o', (status, buttons) => expect(buttonsOf(status)).toEqual(buttons))

test('only CANCELLED and COMPLETED are final', () => {
  expect(uploadStates.filter((state) => isFinal(statusOf(state)))).toEqual(['CANCELLED', 'COMPLETED'])
})
