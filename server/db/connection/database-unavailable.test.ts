import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { OperatorError } from '../../../node/operator-error.ts'
import { getUnavailableReason } from './database-unavailable.ts'

const createError = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

const inQuery = (error: Error) => new DrizzleQueryError('select $1', ['ana@example.org'], error)

test.each([
  [createError('connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED'), 'connect ECONNREFUSED 127.0.0.1:9'],
  [Object.assign(new AggregateError([], 'all refused'), { code: 'ECONNREFUSED' }), 'all refused'],
  [createError('getaddrinfo ENOTFOUND db', 'ENOTFOUND'), 'getaddrinfo ENOTFOUND db'],
  [createError('timeout exceeded when trying to connect'), 'timeout exceeded when trying to connect'],
  [createError('Connection terminated unexpectedly'), 'Connection terminated unexpectedly'],
  [createError('the database system is starting up', '57P03'), 'the database system is starting up'],
  [createError('sorry, too many clients already', '53300'), 'sorry, too many clients already'],
  [createError('cannot execute INSERT in a read-only transaction', '25006'), 'cannot execute INSERT'],
  [
    createError('canceling statement due to lock timeout', '55P03'),
    'canceling statement due to lock timeout',
  ],
])('treats %s as temporary, and reports it without the statement', (error, reason) => {
  for (const thrown of [error, inQuery(error), new OperatorError('x', { cause: inQuery(error) })]) {
    expect(getUnavailableReason(thrown)).toContain(reason)
    expect(getUnavailableReason(thrown)).not.toContain('ana')
  }
})

test.each([
  createError('password authentication failed for user "bb"', '28P01'),
  createError('no pg_hba.conf entry for host', '28000'),
  createError('database "bb" does not exist', '3D000'),
  createError('permission denied for database bb', '42501'),
  createError('canceling statement due to statement timeout', '57014'),
  createError('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
  createError('The server does not support SSL connections'),
])('does not treat %s as temporary', (error) => {
  expect(getUnavailableReason(error)).toBeUndefined()
  expect(getUnavailableReason(inQuery(error))).toBeUndefined()
})

test('does not mistake another service that does not respond for the database', () => {
  const rejected = createError('connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED')
  expect(getUnavailableReason(new TypeError('fetch failed', { cause: rejected }))).toBeUndefined()
})
