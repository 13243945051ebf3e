import { Hono } from 'hono'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { HttpBindings } from '@hono/node-server'
import { createPlannedFaults, faultFields, faultHeader } from './planned-faults.ts'

const parse = (input: unknown) => v.parse(v.object(faultFields), input)

/** A stand-in with the call `GET /{target}`, which returns the delay of its fault. */
const createStandIn = () => {
  const faults = createPlannedFaults(parse)
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.route('/', faults.routes)
  app.get('/:target', async (http) => {
    const fault = await faults.take(http.req.param('target'), http)
    return http.json(fault?.delayMs ?? null)
  })
  const send = (path: string, init: RequestInit = {}, remoteAddress = '127.0.0.1') =>
    app.request(path, init, { incoming: { socket: { remoteAddress } } })
  const plan = (fault: object) => send('/_control/fail-next', { method: 'POST', body: JSON.stringify(fault) })
  const fetchDelay = async (target: string, own?: object, remoteAddress?: string) => {
    const headers = own ? { [faultHeader]: JSON.stringify(own) } : {}
    const delay: unknown = await (await send(`/${target}`, { headers }, remoteAddress)).json()
    return delay
  }
  return { send, plan, fetchDelay }
}

test('applies a fault to one target, as often as stated, one after the other', async () => {
  const { plan, fetchDelay } = createStandIn()
  await plan({ target: 'login', delayMs: 1, times: 2 })
  await plan({ target: 'login', delayMs: 2 })
  expect(await fetchDelay('logout')).toBeNull()
  const delays = [
    await fetchDelay('login'),
    await fetchDelay('login'),
    await fetchDelay('login'),
    await fetchDelay('login'),
  ]
  expect(delays).toEqual([1, 1, 2, null])
})

test('a fault sent with a request leaves the planned ones to others', async () => {
  const { plan, fetchDelay } = createStandIn()
  await plan({ target: 'login', delayMs: 1 })
  expect(await fetchDelay('login', { target: 'login', delayMs: 3 })).toBe(3)
  expect(await fetchDelay('login')).toBe(1)
})

test('ignores a fault sent with a request from another machine', async () => {
  const { fetchDelay } = createStandIn()
  expect(await fetchDelay('login', { target: 'login', delayMs: 3 }, '203.0.113.9')).toBeNull()
})

test('DELETE removes every planned fault', async () => {
  const { plan, fetchDelay, send } = createStandIn()
  await plan({ target: 'login', times: 9 })
  expect((await send('/_control/fail-next', { method: 'DELETE' })).status).toBe(200)
  expect(await fetchDelay('login')).toBeNull()
})

test('responds with "not found" to other control requests', async () => {
  const { send } = createStandIn()
  expect((await send('/_control/fail-next')).status).toBe(404)
})
