import { expect, test } from 'vitest'
import { followErrors, followRejections } from './follow-errors.ts'

const happen = (scope: EventTarget, name: string, what: object) =>
  scope.dispatchEvent(Object.assign(new Event(name), what))

test('reports uncaught errors and rejections, whatever was thrown', () => {
  const scope = new EventTarget()
  const told: unknown[] = []
  followErrors(scope, (thrown) => void told.push(thrown))
  const error = new TypeError('No')
  happen(scope, 'error', { error })
  happen(scope, 'unhandledrejection', { reason: error })
  happen(scope, 'unhandledrejection', { reason: undefined })
  expect(told).toEqual([error, error, undefined])
})

test('ignores third-party scripts with hidden errors, and missing pictures', () => {
  const scope = new EventTarget()
  const told: unknown[] = []
  followErrors(scope, (thrown) => void told.push(thrown))
  happen(scope, 'error', { message: 'Script error.', error: null })
  happen(scope, 'error', {})
  expect(told).toEqual([])
})

test('counts only rejections in a worker whose errors the page counts', () => {
  const scope = new EventTarget()
  const told: unknown[] = []
  followRejections(scope, (thrown) => void told.push(thrown))
  happen(scope, 'error', { error: new TypeError('No') })
  happen(scope, 'unhandledrejection', { reason: 'late' })
  expect(told).toEqual(['late'])
})
