import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { show } from '../../ui/testing/show.tsx'
import { StorageScreen } from './storage-screen.tsx'

const t = translateIn('en-GB')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const start = (given: Partial<ComponentProps<typeof StorageScreen>> = {}) => {
  const freed: string[] = []
  const usage = { used: 3_000_000, quota: 9_000_000, kinds: { media: 2_000_000, words: 0, app: 500_000 } }
  screen = show(
    'en-GB',
    createElement(StorageScreen, {
      usage,
      isPersistent: false,
      unsentCount: 2,
      device: '3f2a91bc-5b1d-4c6e-9a7f-2d3e4f5a6b7c',
      modules: null,
      moduleCount: 0,
      onPersist: async () => true,
      onRemove: async (kind) => void freed.push(kind),
      ...given,
    }),
  )
  return freed
}
const freeButton = (kind: string) => page.getByRole('button', { name: t('storage.removeOf', { kind }) })

test('shows what uses space, how much is free, and what waits to be sent', async () => {
  start()
  await expect.element(page.getByText(t('storage.used', { used: '3 MB' }))).toBeVisible()
  await expect.element(page.getByText(t('storage.free', { free: '6 MB' }))).toBeVisible()
  const media = page.getByRole('listitem').filter({ hasText: t('storage.kind.media') })
  await expect.element(media.getByText('2 MB')).toBeVisible()
  await expect
    .element(page.getByText('2 entries to send. They stay until the server has them.'))
    .toBeVisible()
})

test('frees what can be downloaded again, but not the coach’s work', async () => {
  const freed = start()
  await freeButton(t('storage.kind.media')).click()
  expect(freed).toEqual(['media'])
  for (const kind of ['modules', 'words', 'uploads', 'database', 'app', 'other'] as const)
    expect(freeButton(t(`storage.kind.${kind}`)).all()).toEqual([])
})

test('shows no row for what takes no space', async () => {
  start({ unsentCount: 0 })
  await expect.element(page.getByText(t('storage.kind.app'))).toBeVisible()
  for (const kind of ['words', 'other'] as const)
    expect(page.getByText(t(`storage.kind.${kind}`)).all()).toEqual([])
  await expect.element(page.getByText('Your outbox, drafts and profile. They stay.')).toBeVisible()
})

test('names what the browser counts beyond what is known, and offers no action on it', async () => {
  start({ usage: { used: 3_800_000_000, kinds: { app: 2_000_000, other: 3_798_000_000 } } })
  const other = page.getByRole('listitem').filter({ hasText: t('storage.note.other') })
  await expect.element(other.getByText('3.8 GB')).toBeVisible()
  expect(other.getByRole('button').all()).toEqual([])
  const app = page.getByRole('listitem').filter({ hasText: t('storage.kind.app') })
  await expect.element(app.getByText('2 MB')).toBeVisible()
})

test('shows the downloaded modules, with their actions, after a tap', async () => {
  start({ moduleCount: 2, modules: createElement('p', {}, 'Training 1') })
  await expect.element(page.getByText('Training 1')).not.toBeVisible()
  await page.getByText('Show 2 modules').click()
  await expect.element(page.getByText('Training 1')).toBeVisible()
})

test('shows the known sizes of a browser that gives no estimate', async () => {
  start({ usage: { kinds: { media: 2_000_000, app: 500_000 } } })
  await expect.element(page.getByText(t('storage.usedUnknown'))).toBeVisible()
  expect(document.querySelectorAll('span[data-kind]')).toHaveLength(2)
})

test('frees other locales’ texts, and nothing else', async () => {
  const freed = start({ usage: { kinds: { media: 2_000_000, words: 300_000 } } })
  await freeButton(t('storage.kind.words')).click()
  expect(freed).toEqual(['words'])
})

test('says whether the browser may clear the storage, and can request persistence', async () => {
  start()
  await expect.element(page.getByText(t('storage.notPersistent'))).toBeVisible()
  await page.getByRole('button', { name: t('storage.askPersistent') }).click()
  await expect.element(page.getByText(t('storage.persistent'))).toBeVisible()
})

test('reports that the browser refused persistent storage', async () => {
  start({ onPersist: async () => false })
  await page.getByRole('button', { name: t('storage.askPersistent') }).click()
  await expect.element(page.getByText(t('storage.persistRefused'))).toBeVisible()
  await expect.element(page.getByText(t('storage.notPersistent'))).toBeVisible()
})

test('marks a kind without data beside its name, like the others, but not in the bar', async () => {
  start({ usage: { used: 3_000_000, quota: 9_000_000, kinds: { modules: 0, app: 3_000_000 } } })
  await expect.element(page.getByText(t('storage.kind.modules'))).toBeVisible()
  const marks = [...document.querySelectorAll('[data-kind]')].map(
    (mark) => (mark as HTMLElement).dataset['kind'],
  )
  // The bar comes first.
  expect(marks).toEqual(['app', 'modules', 'app'])
})

test('uses one pattern per kind in the bar and beside its name, in the same order', async () => {
  const each = 1_000_000
  const kinds = {
    modules: each,
    media: each,
    words: each,
    app: each,
    uploads: each,
    database: each,
    other: each,
  }
  start({ usage: { used: 7 * each, quota: 9 * each, kinds }, moduleCount: 1 })
  await expect.element(page.getByText(t('storage.kind.modules'))).toBeVisible()
  const looks = (marks: NodeListOf<Element>, part?: string) =>
    [...marks].map((mark) => {
      const { backgroundImage, backgroundColor } = getComputedStyle(mark, part)
      return `${(mark as HTMLElement).dataset['kind']}: ${backgroundImage} ${backgroundColor}`
    })
  const inBar = looks(document.querySelectorAll('span[data-kind]'))
  const withoutColour = inBar.map((look) => look.replace(/^\w+: /, '').replaceAll(/rgb\([^)]*\)/g, 'colour'))
  expect(new Set(withoutColour).size).toBe(7)
  const besideNames = 'h3[data-kind]'
  expect(looks(document.querySelectorAll(besideNames), '::before')).toEqual(inBar)
})

test('with text twice as large, fits sizes and kinds on the smallest phone', async () => {
  await page.viewport(320, 640)
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  start()
  await expect.element(page.getByText('2 MB')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
})
