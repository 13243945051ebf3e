import { expect, test } from 'vitest'
import { followErrors, followRejections } from './follow-errors.ts'

const happen = (scope: EventTarget, name: string, what: object) =>
  scope.dispatchEvent(Object.assign(new Event(name), what))

test('errors and rejections that nothing caught are told, whatever was thrown', () => {
  const scope = new EventTarget()
  const told: unknown[] = []
  followErrors(scope, (thrown) => void told.push(thrown))
  const error = new TypeError('No')
  happen(scope, 'error', { error })
  happen(scope, 'unhandledrejection', { reason: error })
  happen(scope, 'unhandledrejection', { reason: undefined })
  expect(told).toEqual([error, error, undefined])
})

test('a script of others that hides its error, and a picture that is missing, are no errors of ours', () => {
  const scope = new EventTarget()
  const told: unknown[] = []
  followErrors(scope, (thrown) => void told.push(thrown))
  happen(scope, 'error', { message: 'Script error.', error: null })
  happen(scope, 'error', {})
  expect(told).toEqual([])
})

test('where the page counts the errors, a worker counts its rejections alone', () => {
  const scope = new EventTarget()
  const told: unknown[] = []
  followRejections(scope, (thrown) => void told.push(thrown))
  happen(scope, 'error', { error: new TypeError('No') })
  happen(scope, 'unhandledrejection', { reason: 'late' })
  expect(told).toEqual(['late'])
})
