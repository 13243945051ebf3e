import { expect, test } from 'vitest'
import { findOutcome } from './upload-outcome.ts'

test('counts an upload when it ends and when it rests, with the reason and without its name', () => {
  expect(findOutcome({ state: 'COMPLETED' })).toEqual({ outcome: 'completed' })
  expect(findOutcome({ state: 'CANCELLED' })).toEqual({ outcome: 'cancelled' })
  expect(findOutcome({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'AccessDenied' } })).toEqual({
    outcome: 'paused',
    reason: 'server-refused',
  })
  expect(findOutcome({ state: 'INIT' })).toBeUndefined()
  expect(findOutcome({ state: 'IN_PROGRESS' })).toBeUndefined()
})
