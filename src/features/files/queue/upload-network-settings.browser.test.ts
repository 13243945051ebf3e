import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import type { NetworkSettings } from '../../../uploads/commands.ts'
import type { UploadClient, UploadSnapshot } from '../../../uploads/contract.ts'
import { UploadNetworkSettings } from './upload-network-settings.tsx'

const t = translateIn('en-GB')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** The switches, with a slow worker. */
const start = async () => {
  const listeners = new Set<() => void>()
  let snapshot: UploadSnapshot = {
    isReady: true,
    isDurable: true,
    isWorkerLost: false,
    isOwnedByOtherTab: false,
    canStoreCopies: true,
    network: { wifiOnly: false, obeyDataSaver: true, knows: { wifi: true, dataSaver: true } },
    tasks: [],
  }
  const asked: NetworkSettings[] = []
  const answered = Promise.withResolvers<void>()
  const uploads: Partial<UploadClient> = {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setNetwork: async (settings) => {
      asked.push(settings)
      await answered.promise
      snapshot = { ...snapshot, network: { ...snapshot.network, ...settings } }
      for (const listener of listeners) listener()
    },
  }
  screen = show('en-GB', createElement(UploadNetworkSettings, { uploads: uploads as UploadClient }))
  await userEvent.click(page.getByText(t('files.network.title')))
  return { asked, answer: answered.resolve }
}

test('a switch keeps its new state, at once and after the worker has responded', async () => {
  const { asked, answer } = await start()
  const wifi = page.getByRole('checkbox', { name: t('files.network.wifiOnly') })
  await userEvent.click(wifi)
  expect((wifi.element() as HTMLInputElement).checked).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((wifi.element() as HTMLInputElement).checked).toBe(true)
  expect(asked).toEqual([{ wifiOnly: true, obeyDataSaver: true }])
  answer()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((wifi.element() as HTMLInputElement).checked).toBe(true)
})
