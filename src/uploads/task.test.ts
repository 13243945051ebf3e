import { describe, expect, test } from 'vitest'
import {
  listButtons,
  isFinal,
  transition,
  uploadCommands,
  uploadStates,
  type PauseReason,
  type UploadState,
  type UploadStatus,
} from './task.ts'

const createStatus = (state: UploadState, reason: PauseReason = { kind: 'you' }): UploadStatus =>
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
  expect(transition(createStatus(state), command)?.state).toBe(legal[`${state} ${command}`])
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
      expect(transition({ state: 'PAUSED', reason }, 'pause')).toEqual(createStatus('PAUSED'))
    },
  )

  test('stays the pause of the person when a failure arrives late', () => {
    expect(transition(createStatus('PAUSED'), 'pause', { kind: 'offline' })).toBeUndefined()
    expect(
      transition(createStatus('PAUSED'), 'pause', { kind: 'server-refused', code: 'SlowDown' }),
    ).toBeUndefined()
  })

  test('does not change from one wait that ends by itself to another', () => {
    expect(
      transition(createStatus('PAUSED', { kind: 'sign-in-needed' }), 'pause', { kind: 'offline' }),
    ).toBeUndefined()
  })
})

test.each([
  [createStatus('INIT'), ['start', 'pause', 'cancel']],
  [createStatus('IN_PROGRESS'), ['pause', 'cancel']],
  [createStatus('PAUSED'), ['resume', 'cancel']],
  [createStatus('PAUSED', { kind: 'offline' }), ['resume', 'pause', 'cancel']],
  [createStatus('PAUSED', { kind: 'file-needed', because: 'restart' }), ['resume', 'cancel']],
  [createStatus('CANCELLED'), []],
  [createStatus('COMPLETED'), []],
])('the buttons of %o', (status, buttons) => expect(listButtons(status)).toEqual(buttons))

test('only CANCELLED and COMPLETED are final', () => {
  expect(uploadStates.filter((state) => isFinal(createStatus(state)))).toEqual(['CANCELLED', 'COMPLETED'])
})
