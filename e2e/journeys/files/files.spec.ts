import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../../screens/accessible.ts'
import { signIn } from '../../people/coach.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { removePicker } from '../../screens/without-picker.ts'
import { watchOwnObjects } from '../../device/own-objects.ts'
import { findUploadRow } from '../../screens/upload-row.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

const t = createTranslator('es-AR')
// The app retries with another name if a name is taken.
test.use({ expectedInConsole: /code: PreconditionFailed/ })

/** A picture of 192 × 192 px. */
const picture = readFileSync('public/icons/icon-192.png')
const files = [
  { name: 'gol 😀.png', mimeType: 'image/png', buffer: picture },
  { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('4-3-3') },
  { name: '..final..mp4', mimeType: 'video/mp4', buffer: readFileSync('public/videos/football-2.mp4') },
]

const chooseField = (page: Page) =>
  page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input'))

const upload = async (page: Page): Promise<void> => {
  await chooseField(page).setInputFiles(files)
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(files.length)
}

const findName = (page: Page, name: string): Locator =>
  page.getByRole('grid').getByRole('button', { name, exact: true })

const press = async (page: Page, words: string): Promise<void> =>
  page.getByRole('button', { name: t(words), exact: true }).click()

// Longer than 20 s: each change of a file goes through the store, and then the list is read again.
test(
  'a coach browses stored files, renames, moves and deletes them, and undoes a deletion',
  { tag: '@promise' },
  async ({ page, context }) => {
    await removePicker(page)
    const stored = watchOwnObjects(page)
    await signIn(page, await registerCoach('es-AR'), 'files')
    await upload(page)

    await test.step('each file is listed once, a picture and a video with their thumbnails', async () => {
      const uploads = page.getByRole('region', { name: t('files.queue') })
      await expect(uploads).toHaveCount(0)
      const row = page.getByRole('row').filter({ hasText: 'gol 😀.png' })
      await expect(row.getByText(t('files.state.completed'), { exact: true })).toBeVisible()
      // The thumbnail from the metadata of the file, not the file itself.
      for (const name of ['gol 😀.png', '..final..mp4']) {
        const image = page.getByRole('row').filter({ hasText: name }).locator('img')
        await expect(image).toHaveAttribute('src', /^data:image\//)
        await expect(image).toHaveJSProperty('naturalWidth', 96)
      }
    })

    await test.step('a picture opens in a dialog that Escape and Back close, and that restores the focus', async () => {
      await findName(page, 'gol 😀.png').click()
      const shown = page.getByRole('img', { name: t('files.browse.preview', { name: 'gol 😀.png' }) })
      await expect(shown).toBeVisible()
      await expect(shown).toHaveJSProperty('naturalWidth', 192)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(findName(page, 'gol 😀.png')).toBeFocused()
      await findName(page, 'gol 😀.png').click()
      await expect(shown).toBeVisible()
      await page.evaluate(() => history.back())
      await expect(findName(page, 'gol 😀.png')).toBeFocused()
    })

    await test.step('the open file is renamed in a dialog that replaces the preview', async () => {
      for (const [name, next] of [
        ['gol 😀.png', 'golazo.png'],
        ['golazo.png', 'gol 😀.png'],
      ] as const) {
        await findName(page, name).click()
        await press(page, 'files.browse.rename')
        await page.getByLabel(t('files.browse.newName')).fill(next)
        await press(page, 'files.browse.rename')
        await expect(findName(page, next)).toBeFocused()
      }
    })

    await test.step('arrow keys move, F2 renames; invalid and existing names are reported', async () => {
      await page.keyboard.press('End')
      await expect(findName(page, 'plan.txt')).toBeFocused()
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
      await expect(findName(page, 'plan B.txt')).toBeFocused()
      await expect(findName(page, 'plan.txt')).toHaveCount(0)
    })

    await test.step('a move creates a folder, which has its own address', async () => {
      await page.getByLabel(t('files.browse.select', { name: '..final..mp4' })).check()
      await press(page, 'files.browse.move')
      await page.getByLabel(t('files.browse.toFolder'), { exact: true }).fill('2026/copa')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('files.browse.move') })
        .click()
      await expect(findName(page, '..final..mp4')).toHaveCount(0)
      await page.getByRole('link', { name: t('files.browse.folder', { name: '2026' }) }).click()
      await page.getByRole('link', { name: t('files.browse.folder', { name: 'copa' }) }).click()
      await expect(findName(page, '..final..mp4')).toBeVisible()
      await expectAccessible(page)
      await page
        .getByRole('navigation', { name: t('files.browse.path') })
        .getByRole('link')
        .first()
        .click()
      await expect(findName(page, 'plan B.txt')).toBeVisible()
    })

    await test.step('a deletion is undone, and another takes effect when the coach leaves', async () => {
      await findName(page, 'plan B.txt').focus()
      await page.keyboard.press('Delete')
      await expect(findName(page, 'plan B.txt')).toHaveCount(0)
      await expect(page.getByRole('button', { name: t('common.undo') })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(findName(page, 'plan B.txt')).toBeFocused()
      await page.keyboard.press('Enter')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('files.browse.delete') })
        .click()
      await expect(page.getByRole('button', { name: t('common.undo') })).toBeFocused()
      await page.goto('/es-AR/perfil')
      await page.goto('/es-AR/files')
      await expect(findName(page, 'gol 😀.png')).toBeVisible()
      await expect(findName(page, 'plan B.txt')).toHaveCount(0)
    })

    await test.step('the name of a deleted file is free at once, also from another folder', async () => {
      await findName(page, 'gol 😀.png').focus()
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
      await expect(findName(page, '..final..mp4')).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('the name is also free for an upload', async () => {
      await page.goto('/es-AR/files')
      await findName(page, 'gol 😀.png').focus()
      await page.keyboard.press('Delete')
      await expect(findName(page, 'gol 😀.png')).toHaveCount(0)
      await chooseField(page).setInputFiles({ name: 'gol 😀.png', mimeType: 'image/png', buffer: picture })
      await expect(
        findUploadRow(page, 'gol 😀.png').getByText(t('files.state.completed'), { exact: true }),
      ).toBeVisible()
      await expect(findName(page, 'gol 😀.png')).toBeVisible()
    })

    await test.step('a deletion takes effect when the coach closes the last tab of the app', async () => {
      await findName(page, 'gol 😀.png').focus()
      await page.keyboard.press('Delete')
      await expect(page.getByRole('button', { name: t('common.undo') })).toBeFocused()
      expect(await stored.files()).toContain('gol 😀.png')
      await page.close()
      expect(context.pages()).toEqual([])
      await expect.poll(stored.files).not.toContain('gol 😀.png')
    })

    await test.step('the file never appears on the list when the app is opened again', async () => {
      const again = await context.newPage()
      await again.addInitScript(() => {
        const look = () => {
          if (document.body?.textContent?.includes('gol 😀.png'))
            document.documentElement.dataset['seen'] = ''
        }
        new MutationObserver(look).observe(document, { childList: true, subtree: true })
      })
      await again.goto('/es-AR/files')
      await expect(again.getByText(t('files.stored.emptyTitle'), { exact: true })).toBeVisible()
      await expect(again.locator('[data-seen]')).toHaveCount(0)
    })
  },
)
