import { expect, test } from 'vitest'
import { outcomeOf } from './upload-outcome.ts'

test('counts an upload when it ends and when it rests, with the reason and without its name', () => {
  expect(outcomeOf({ state: 'COMPLETED' })).toEqual({ outcome: 'completed' })
  expect(outcomeOf({ state: 'CANCELLED' })).toEqual({ outcome: 'cancelled' })
  expect(outcomeOf({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'AccessDenied' } })).toEqual({
    outcome: 'paused',
    reason: 'server-refused',
  })
  expect(outcomeOf({ state: 'INIT' })).toBeUndefined()
  expect(outcomeOf({ state: 'IN_PROGRESS' })).toBeUndefined()
})
