import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createPlannedFaults, faultEntries, faultHeader } from './planned-faults.ts'

const parse = (input: unknown) => v.parse(v.object(faultEntries), input)

const requestWith = (own?: object, remoteAddress = '127.0.0.1') => {
  const headers = own ? { [faultHeader]: JSON.stringify(own) } : {}
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of a request that are looked at
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage
}

const createFaults = () => {
  const { next, control } = createPlannedFaults(parse)
  const plan = (fault: object) => control('POST /_control/fail-next', async () => fault)
  const delayOf = async (target: string, request = requestWith()) => (await next(target, request))?.delayMs
  return { plan, delayOf, control }
}

test('a fault is for one target, as often as it says, one after the other', async () => {
  const { plan, delayOf } = createFaults()
  await plan({ target: 'login', delayMs: 1, times: 2 })
  await plan({ target: 'login', delayMs: 2 })
  expect(await delayOf('logout')).toBeUndefined()
  const delays = [
    await delayOf('login'),
    await delayOf('login'),
    await delayOf('login'),
    await delayOf('login'),
  ]
  expect(delays).toEqual([1, 1, 2, undefined])
})

test('a fault that a request brings leaves the planned ones to others', async () => {
  const { plan, delayOf } = createFaults()
  await plan({ target: 'login', delayMs: 1 })
  expect(await delayOf('login', requestWith({ target: 'login', delayMs: 3 }))).toBe(3)
  expect(await delayOf('login')).toBe(1)
})

test('a request from another machine brings no fault', async () => {
  const { delayOf } = createFaults()
  expect(await delayOf('login', requestWith({ target: 'login', delayMs: 3 }, '203.0.113.9'))).toBeUndefined()
})

test('DELETE removes every planned fault', async () => {
  const { plan, delayOf, control } = createFaults()
  await plan({ target: 'login', times: 9 })
  expect(await control('DELETE /_control/fail-next', async () => undefined)).toBe(true)
  expect(await delayOf('login')).toBeUndefined()
})

test('other requests are not for the control of faults', async () => {
  const { control } = createFaults()
  expect(await control('GET /_stored', async () => undefined)).toBe(false)
})
