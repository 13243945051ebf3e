import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect } from 'vitest'
import { apiErrors, isApiErrorCode, type ApiErrorCode } from '../../src/contract/errors.ts'
import { callNames, productApi, type CallName } from '../../src/contract/product-api.ts'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { apiError } from '../../src/contract/shared-schemas.ts'
import { isAdminCall, isOutboxCall } from '../api/handler.ts'
import { nextTransaction } from './database/next-transaction.ts'
import { createSampleBodies, type PostCall } from './sample-bodies.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'
import type { TestResponse } from './test-client.ts'
import type { testDatabases } from './database/test-database.ts'

const isPost = (name: CallName): name is PostCall => productApi[name].method === 'POST' && !isAdminCall(name)

export const postCalls = callNames.filter(isPost)

export const createKeyOption = (name: PostCall) => (isOutboxCall(name) ? { key: randomUUID() } : {})

/** Sends a call that must be rejected. Checks the shape of the error, and whether anything was written. */
const attemptAt = async ({ database }: TestApp, send: () => Promise<TestResponse>) => {
  const before = await nextTransaction(database.db)
  const { status, body, headers: received } = await send()
  const { code, path, request_id: requestId } = v.parse(apiError, body).error
  expect([requestId, 'no-store']).toEqual([received.get(headers.requestId), received.get('Cache-Control')])
  return { status, code, path, wrote: (await nextTransaction(database.db)) !== before }
}

/** The result of `attempt` for a rejected call that wrote nothing. */
export const rejected = (code: ApiErrorCode, path?: string) => ({
  status: apiErrors[code].status,
  code,
  path,
  wrote: false,
})

/** A signed-in coach with a valid body for each call. */
const startCoach = async (database: (typeof testDatabases)[number]) => {
  const api = await startTestApp(database)
  const coach = api.client()
  const customer = await coach.signIn()
  return { api, coach, customer, samples: await createSampleBodies(api.identity, customer) }
}

/** Starts a product API for the tests of a block. `attempt` sends a call that must be rejected. */
export const attemptsOn = (database: (typeof testDatabases)[number]) => {
  let started: Awaited<ReturnType<typeof startCoach>>
  beforeAll(async () => {
    started = await startCoach(database)
  })
  afterAll(() => started.api.stop())

  return {
    given: () => started,
    attempt: (send: () => Promise<TestResponse>) => attemptAt(started.api, send),
    /** The number of rejected calls, and the error codes among them that no call may have. */
    rejections: () => {
      const codes = started.api.logLines.flatMap((line) => JSON.parse(line).refused ?? [])
      return {
        count: codes.length,
        wrong: codes.filter((code) => !isApiErrorCode(code) || code === 'server-failed'),
      }
    },
  }
}
