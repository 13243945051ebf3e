import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createPlannedOrders, orderEntries } from './planned-faults.ts'

const read = (input: unknown) => v.parse(v.object(orderEntries), input)

test('an order is for one target, as often as it says, one after the other', () => {
  const { order, take } = createPlannedOrders(read)
  order({ target: 'login', delayMs: 1, times: 2 })
  order({ target: 'login', delayMs: 2 })
  expect(take('logout')).toBeUndefined()
  expect([1, 2, 3, 4].map(() => take('login')?.delayMs)).toEqual([1, 1, 2, undefined])
})

test('what a request says itself leaves the orders to others', () => {
  const { order, take } = createPlannedOrders(read)
  order({ target: 'login', delayMs: 1 })
  expect(take('login', { target: 'login', delayMs: 7 })?.delayMs).toBe(7)
  expect(take('login')?.delayMs).toBe(1)
})

test('forgetting forgets every order', () => {
  const { order, take, forget } = createPlannedOrders(read)
  order({ target: 'login', times: 9 })
  forget()
  expect(take('login')).toBeUndefined()
})
