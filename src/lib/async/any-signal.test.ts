import { expect, test } from 'vitest'
import { anySignal } from './any-signal.ts'

test('aborts with the first of its signals, and with its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const either = anySignal(one.signal, other.signal)
  expect(either.aborted).toBe(false)
  other.abort('too late')
  one.abort('given up')
  expect([either.aborted, either.reason]).toEqual([true, 'too late'])
})

test('is aborted at once when a signal is already aborted', () => {
  const either = anySignal(new AbortController().signal, AbortSignal.abort('before'))
  expect([either.aborted, either.reason]).toEqual([true, 'before'])
})

test('removes its listeners from the other signals', () => {
  const long = new AbortController()
  const left = new Set<unknown>()
  const add = long.signal.addEventListener.bind(long.signal)
  long.signal.addEventListener = (type: string, listener: never, options: AddEventListenerOptions) => {
    left.add(listener)
    options.signal?.addEventListener('abort', () => left.delete(listener))
    add(type, listener, options)
  }
  const request = new AbortController()
  anySignal(long.signal, request.signal)
  expect(left.size).toBe(1)
  request.abort()
  expect(left.size).toBe(0)
})
