import { createElement, useSyncExternalStore } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { createStore } from '../../lib/create-store.ts'
import { show } from '../../ui/testing/show.tsx'
import { MaintenanceScreen } from './maintenance-screen.tsx'

const t = translateIn('en-AU')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (end: number | undefined) => {
  const until = createStore<{ at: number | undefined }>({ at: end })
  const onOver = vi.fn()
  const Screen = () => {
    const { at } = useSyncExternalStore(until.subscribe, until.get)
    return createElement(MaintenanceScreen, {
      until: at,
      isOver: () => until.get().at === undefined,
      onOver,
      onCheck: async () => undefined,
    })
  }
  screen = show('en-AU', createElement(Screen))
  return { until, onOver }
}

test('leaves when the server reports that its maintenance is over', async () => {
  const { until, onOver } = open(Date.now() + 3_600_000)
  await expect.element(page.getByRole('heading', { name: t('maintenance.title') })).toBeVisible()
  expect(onOver).not.toHaveBeenCalled()
  until.set({ at: undefined })
  await expect.poll(() => onOver.mock.calls.length).toBe(1)
})

test('stays for a visitor who opened its address when there is no maintenance', async () => {
  const { onOver } = open(undefined)
  await expect.element(page.getByRole('heading', { name: t('maintenance.none') })).toBeVisible()
  await expect.element(page.getByRole('link', { name: t('error.goHome') })).toBeVisible()
  expect(onOver).not.toHaveBeenCalled()
})
