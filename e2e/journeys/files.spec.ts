import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { demoCoach, signIn } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { withoutPicker } from '../screens/without-picker.ts'
import { uploadRow } from '../screens/upload-row.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const t = messagesOf('es-AR')
// A name that is taken is asked for again.
test.use({ expectedInConsole: /code: PreconditionFailed/ })

/** A picture of one green point. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FAP5FDvcfRYWgAAAAAElFTkSuQmCC',
  'base64',
)
const files = [
  { name: 'gol 😀.png', mimeType: 'image/png', buffer: picture },
  { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('4-3-3') },
  { name: '..final..mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') },
]

const chooseField = (page: Page) =>
  page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input'))

const upload = async (page: Page): Promise<void> => {
  await withoutPicker(page)
  await page.goto('/es-AR/files')
  await chooseField(page).setInputFiles(files)
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(files.length)
}

const nameOf = (page: Page, name: string): Locator =>
  page.getByRole('grid').getByRole('button', { name, exact: true })

const press = async (page: Page, words: string): Promise<void> =>
  page.getByRole('button', { name: t(words), exact: true }).click()

test(
  'a coach looks through stored files, renames, moves, deletes and takes it back',
  { tag: '@promise' },
  async ({ page }) => {
    await signIn(page, await registeredCoach('es-AR'))
    await upload(page)
    await expectAccessible(page)

    await test.step('each file stands there once, a picture as itself', async () => {
      const uploads = page.getByRole('region', { name: t('files.queue') })
      await expect(uploads).toHaveCount(0)
      const row = page.getByRole('row').filter({ hasText: 'gol 😀.png' })
      await expect(row.getByText(t('files.state.completed'), { exact: true })).toBeVisible()
      const width = () => row.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)
      await expect.poll(width).toBe(1)
    })

    await test.step('a picture is shown, in a dialog that gives the focus back, to Escape and to Back', async () => {
      await nameOf(page, 'gol 😀.png').click()
      const shown = page.getByRole('img', { name: t('files.browse.preview', { name: 'gol 😀.png' }) })
      await expect(shown).toBeVisible()
      await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(nameOf(page, 'gol 😀.png')).toBeFocused()
      await nameOf(page, 'gol 😀.png').click()
      await expect(shown).toBeVisible()
      await page.evaluate(() => history.back())
      await expect(nameOf(page, 'gol 😀.png')).toBeFocused()
    })

    await test.step('what is shown is renamed, by a dialog that takes the place of the preview', async () => {
      for (const [name, next] of [
        ['gol 😀.png', 'golazo.png'],
        ['golazo.png', 'gol 😀.png'],
      ] as const) {
        await nameOf(page, name).click()
        await press(page, 'files.browse.rename')
        await page.getByLabel(t('files.browse.newName')).fill(next)
        await press(page, 'files.browse.rename')
        await expect(nameOf(page, next)).toBeFocused()
      }
    })

    await test.step('arrow keys move, F2 renames; a bad name and a taken one are said', async () => {
      await page.keyboard.press('End')
      await expect(nameOf(page, 'plan.txt')).toBeFocused()
      await page.keyboard.press('F2')
      const field = page.getByLabel(t('files.browse.newName'))
      await field.fill('a/b')
      await press(page, 'files.browse.rename')
      await expect(page.getByText(t('files.browse.nameSlash'))).toBeVisible()
      await field.fill('gol 😀.png')
      await press(page, 'files.browse.rename')
      await expect(field).toHaveAccessibleDescription(t('files.browse.nameTaken', { name: 'gol 😀.png' }))
      await expect(field).toBeFocused()
      await field.fill('plan B.txt')
      await press(page, 'files.browse.rename')
      await expect(nameOf(page, 'plan B.txt')).toBeFocused()
      await expect(nameOf(page, 'plan.txt')).toHaveCount(0)
    })

    await test.step('a move makes a folder, which has an address of its own', async () => {
      await page.getByLabel(t('files.browse.select', { name: '..final..mp4' })).check()
      await press(page, 'files.browse.move')
      await page.getByLabel(t('files.browse.toFolder'), { exact: true }).fill('2026/copa')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('files.browse.move') })
        .click()
      await expect(nameOf(page, '..final..mp4')).toHaveCount(0)
      await page.getByRole('link', { name: t('files.browse.folder', { name: '2026' }) }).click()
      await page.getByRole('link', { name: t('files.browse.folder', { name: 'copa' }) }).click()
      await expect(nameOf(page, '..final..mp4')).toBeVisible()
      await expectAccessible(page)
      await page
        .getByRole('navigation', { name: t('files.browse.path') })
        .getByRole('link')
        .first()
        .click()
      await expect(nameOf(page, 'plan B.txt')).toBeVisible()
    })

    await test.step('a deletion is taken back, and another is done when the coach leaves', async () => {
      await nameOf(page, 'plan B.txt').focus()
      await page.keyboard.press('Delete')
      await expect(nameOf(page, 'plan B.txt')).toHaveCount(0)
      await expect(page.getByRole('button', { name: t('common.undo') })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(nameOf(page, 'plan B.txt')).toBeFocused()
      await page.keyboard.press('Enter')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('files.browse.delete') })
        .click()
      await expect(page.getByRole('button', { name: t('common.undo') })).toBeFocused()
      await page.goto('/es-AR/perfil')
      await page.goto('/es-AR/files')
      await expect(nameOf(page, 'gol 😀.png')).toBeVisible()
      await expect(nameOf(page, 'plan B.txt')).toHaveCount(0)
    })

    await test.step('the name of a deleted file is free at once, from another folder, too', async () => {
      await nameOf(page, 'gol 😀.png').focus()
      await page.keyboard.press('Delete')
      await page.getByRole('link', { name: t('files.browse.folder', { name: '2026' }) }).click()
      await page.getByRole('link', { name: t('files.browse.folder', { name: 'copa' }) }).click()
      await page.getByLabel(t('files.browse.select', { name: '..final..mp4' })).check()
      await press(page, 'files.browse.move')
      await page.getByLabel(t('files.browse.toFolder'), { exact: true }).fill('')
      await page.getByLabel(t('files.browse.newName')).fill('gol 😀.png')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('files.browse.move') })
        .click()
      await expect(nameOf(page, '..final..mp4')).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('also for a file that is uploaded', async () => {
      await page.goto('/es-AR/files')
      await nameOf(page, 'gol 😀.png').focus()
      await page.keyboard.press('Delete')
      await expect(nameOf(page, 'gol 😀.png')).toHaveCount(0)
      await chooseField(page).setInputFiles({ name: 'gol 😀.png', mimeType: 'image/png', buffer: picture })
      await expect(
        uploadRow(page, 'gol 😀.png').getByText(t('files.state.completed'), { exact: true }),
      ).toBeVisible()
      await expect(nameOf(page, 'gol 😀.png')).toBeVisible()
    })
  },
)

test('the tabs only show files: an upload is private, unless the coach chooses otherwise for it', async ({
  page,
}) => {
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  const tab = (level: string) =>
    page.getByRole('radiogroup').getByText(t(`files.tab.${level}`), { exact: true })
  const visibility = (level: string) =>
    page.getByText(t('files.level.chosen', { level: t(`files.tab.${level}`) }), { exact: true })
  await signIn(page, await registeredCoach('es-AR'))
  await withoutPicker(page)
  await page.goto('/es-AR/files')

  await tab('public').click()
  await expect(visibility('private')).toBeVisible()
  await chooseField(page).setInputFiles(text('equipo.txt'))
  await expect(uploadRow(page, 'equipo.txt')).toContainText(t('files.state.completed'))
  await expect(uploadRow(page, 'equipo.txt')).not.toContainText(t('files.tab.public'))
  await tab('private').click()
  await expect(nameOf(page, 'equipo.txt')).toBeVisible()

  await visibility('private').click()
  await page.getByRole('radio', { name: t('files.level.public'), exact: true }).check()
  await expect(visibility('public')).toBeVisible()
  await expectAccessible(page)
  await chooseField(page).setInputFiles(text('afiche.txt'))
  await expect(uploadRow(page, 'afiche.txt')).toContainText(t('files.tab.public'))
  await expect(uploadRow(page, 'afiche.txt')).toContainText(t('files.state.completed'))
  await expect(visibility('private')).toBeVisible()
  await tab('public').click()
  await expect(nameOf(page, 'afiche.txt')).toBeVisible()
  await expect(nameOf(page, 'equipo.txt')).toHaveCount(0)
})

/** A page of a listing of 10,000 files, as the object store writes it; or what begins with a name. */
const listing = (prefix: string, from: number, name: string): string => {
  const numbers = Array.from({ length: 1000 }, (_, index) => from + index)
  const found = numbers.filter((number) => `Treino ${number}`.startsWith(name))
  const contents = found.map(
    (number) =>
      `<Contents><Key>${encodeURIComponent(prefix)}Treino+${number}</Key><Size>${number}</Size><LastModified>${new Date(number * 1e8).toISOString()}</LastModified></Contents>`,
  )
  const next =
    from < 9000 && name === '' ? `<NextContinuationToken>${from + 1000}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

test.describe('a folder of 10,000 files', () => {
  // The network is only ours where no service worker stands before it.
  test.use({ serviceWorkers: 'block', expectedInConsole: /service worker/i })

  test('is quick: a page at a time, few rows on the page, every row in reach', async ({ page }) => {
    await page.route(/list-type=2/, (route) => {
      const query = new URL(route.request().url()).searchParams
      const [, prefix = '', name = ''] = /^(\w+\/[^/]+\/)(.*)$/.exec(query.get('prefix') ?? '') ?? []
      const from = name === '' ? Number(query.get('continuation-token') ?? 0) : 9000
      return route.fulfill({
        contentType: 'application/xml',
        headers: { 'access-control-allow-origin': '*' },
        body: listing(prefix, from, name),
      })
    })
    await signIn(page, demoCoach('es-AR'))
    await page.goto('/es-AR/files')
    const grid = page.getByRole('grid')
    await expect(nameOf(page, 'Treino 0')).toBeVisible()

    await page.getByLabel(t('files.browse.search')).fill('Treino 9999')
    await expect(nameOf(page, 'Treino 9999')).toBeVisible()
    await page.getByLabel(t('files.browse.search')).fill('')
    await page.getByLabel(t('files.browse.sort')).selectOption('newest')
    await expect(grid).toHaveAttribute('aria-rowcount', '10001')
    await nameOf(page, 'Treino 9999').focus()
    await page.keyboard.press('End')
    await expect(nameOf(page, 'Treino 0')).toBeFocused()
    await expect(nameOf(page, 'Treino 0')).toBeInViewport()
    await page.keyboard.press('Control+a')
    await expect(page.getByText(/10[.,]?000 archivos seleccionados/)).toBeVisible()
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
  })
})
