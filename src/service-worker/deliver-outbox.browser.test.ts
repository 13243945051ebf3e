import { beforeEach, expect, test } from 'vitest'
import { productApi } from '../contract/product-api.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { openTab } from '../outbox/testing/open-tab.ts'
import { createBrowser } from '../platform/create-browser.ts'
import { createSessionRecord } from '../session/session-record.ts'
import { createDeliverOutbox } from './deliver-outbox.ts'

const { csrfCookie, syncReport } = productApi

/** A server that accepts every report, once it responds. */
const calls: string[] = []
let responds: Promise<void> | undefined
const fetch = async (request: Request | string | URL) => {
  const { pathname } = new URL(request instanceof Request ? request.url : request, location.origin)
  calls.push(pathname)
  await responds
  if (pathname === csrfCookie.path) return Response.json({ token: 'abc' })
  return Response.json({ acknowledged: 0, last_row: 0, missing: [] })
}

const server = { origin: location.origin, fetch }
/** A device reports again after a while, even if nothing has happened. */
let now = Date.now()
const browser = Object.assign(createBrowser(globalThis), { now: () => (now += 3_600_000) })
const record = createSessionRecord(browser.keyValues('session'))

const user = {
  userID: 'customer-1',
  email: 'ana@example.com',
  accessToken: 'access',
  refreshToken: 'refresh',
  expire: '0',
  locale: 'pt-BR' as const,
  firstName: 'Ana',
  lastName: 'Silva',
  admin: false,
  role: 'coach' as const,
}
beforeEach(() => record.writeNew(user))

test('requests the anti-forgery token once, however often the service worker wakes', async () => {
  const deliver = createDeliverOutbox(browser, server)
  for (let woken = 0; woken < 3; woken += 1) await deliver()
  expect(calls.filter((path) => path === syncReport.path)).toHaveLength(3)
  expect(calls.filter((path) => path === csrfCookie.path)).toHaveLength(1)
})

test('while it waits for the server, a tab can tell that the service worker has the turn to send', async () => {
  const { outbox } = openTab({ customer: user.userID, fetch, isOnline: () => false })
  await outbox.forCustomer(user.userID).add('event.logged.v1', { event_id: 3, value: 'one' })
  const response = createDeferred<void>()
  responds = response.promise
  const delivered = createDeliverOutbox(browser, server)().catch(() => undefined)
  const hasTurn = () => browser.locks.isHeldByServiceWorker('outbox-sender')
  await expect.poll(hasTurn).toBe(true)
  response.resolve()
  await delivered
  expect(await hasTurn()).toBe(false)
  await outbox.forCustomer(user.userID).discard()
  outbox.close()
})
