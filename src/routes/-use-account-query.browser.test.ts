import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { fail, ok, type Result } from '../lib/result.ts'
import { useAccountQuery } from './-use-account-query.ts'

let root: Root | undefined
afterEach(() => root?.unmount())

/** Reads on a device without a connection. `states` lists what a screen has shown. */
const openOffline = (read: () => Promise<Result<string, string>>, enabled: boolean) => {
  let offline = true
  const listeners = new Set<() => void>()
  const states: (string | undefined)[] = []
  const Screen = () => {
    const isOffline = useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => offline,
    )
    const { data } = useAccountQuery({
      key: ['passkeys', 'customer-1'],
      read,
      offline: isOffline,
      enabled: enabled || !isOffline,
    })
    states.push(data && (data.ok ? data.value : data.error))
    return null
  }
  root = createRoot(document.createElement('div'))
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const screen = createElement(QueryClientProvider, { client }, createElement(Screen))
  flushSync(() => root?.render(screen))
  return {
    states,
    setOffline: (value: boolean) => {
      offline = value
      flushSync(() => listeners.forEach((listener) => listener()))
    },
  }
}

test('reads again what is missing when the connection is back, and then no more', async () => {
  const read = vi
    .fn<() => Promise<Result<string, string>>>()
    .mockResolvedValueOnce(fail('no connection'))
    .mockResolvedValue(ok('2 passkeys'))
  const { states, setOffline } = openOffline(read, true)
  await expect.poll(() => states.at(-1)).toBe('no connection')
  setOffline(false)
  await expect.poll(() => states.at(-1)).toBe('2 passkeys')
  setOffline(true)
  setOffline(false)
  await expect.poll(() => states.at(-1)).toBe('2 passkeys')
  expect(read).toHaveBeenCalledTimes(2)
})

test('can wait for the connection with its first read', async () => {
  const read = vi.fn<() => Promise<Result<string, string>>>(async () => ok('2 passkeys'))
  const { states, setOffline } = openOffline(read, false)
  expect(read).not.toHaveBeenCalled()
  setOffline(false)
  await expect.poll(() => states.at(-1)).toBe('2 passkeys')
  expect(read).toHaveBeenCalledOnce()
})
