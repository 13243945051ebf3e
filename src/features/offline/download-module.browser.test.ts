import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { show } from '../../ui/testing/show.tsx'
import { DownloadModule } from './download-module.tsx'

type Props = ComponentProps<typeof DownloadModule>

const locale = 'es-AR'
const t = translateIn(locale)
const stored = [{ title: 'Cambiá el juego', to: 'curso/training-2' }]

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (given: Partial<Props>) => {
  const props = {
    module: 'training-1',
    title: 'Un círculo que se abre',
    state: undefined,
    stored,
    size: undefined,
    offline: false,
    onDownload: vi.fn<Props['onDownload']>(),
    onPause: () => undefined,
    onRemove: () => undefined,
    ...given,
  }
  screen = show(locale, createElement(DownloadModule, props))
  return props
}

test('offline, offers no download, but leads to the videos that are on the device', async () => {
  open({ offline: true })
  await expect.element(page.getByText(t('offline.needsConnection'))).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  const list = page.getByRole('list', { name: t('offline.others') })
  await expect
    .element(list.getByRole('link', { name: 'Cambiá el juego' }))
    .toHaveAttribute('href', '/es-AR/curso/training-2')
})

test('offline, shows no list if no other video is on the device', async () => {
  open({ offline: true, stored: [] })
  await expect.element(page.getByText(t('offline.needsConnection'))).toBeVisible()
  expect(page.getByRole('list').elements()).toEqual([])
})

test('with a connection, offers the download, and no other videos', async () => {
  const { onDownload } = open({})
  await page.getByRole('button', { name: t('offline.keep') }).click()
  expect(onDownload).toHaveBeenCalledExactlyOnceWith('training-1')
  expect(page.getByRole('list').elements()).toEqual([])
})
