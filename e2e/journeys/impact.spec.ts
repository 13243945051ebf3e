import { expect } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { joined } from '../screens/profile.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const t = messagesOf('es-AR')
const home = `/es-AR/${t('coursesHomeSlug')}`

test('whom a coach reaches is asked once a season, offline too, and shown over the seasons', async ({
  page,
  context,
}) => {
  await joined(page, 'es-AR')
  const form = page.getByRole('form', { name: t('impact.title') })
  /** It comes when the server has said whom the coach reached. */
  const part = page.getByRole('heading', { level: 2, name: t('impact.title'), exact: true })
  const people = page.getByLabel(t('signUp.numberOfPeople'))
  const fill = async (count: string) => {
    await people.fill(count)
    await page.locator('select[name="youngFemale"]').selectOption('half')
    await page.locator('select[name="sportType"]').selectOption('volleyball')
    await page.getByRole('button', { name: t('impact.save') }).click()
    await expect(page.getByText(t('impact.saved')).first()).toBeVisible()
  }

  await test.step('what was said last season is of that season', async () => {
    // What the service worker sends, woken by Background Sync, no route changes. The page sends where there is none, as in Safari.
    await page.evaluate(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'))
    await context.route('**/api/save-impact', (route) =>
      route.continue({
        headers: { ...route.request().headers(), 'x-captured-at': '2025-06-01T10:00:00.000Z' },
      }),
    )
    await fill('24')
    await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
    await context.unrouteAll()
    await page.reload()
    await expect(people).toHaveValue('24')
    await expectAccessible(page)
  })

  await test.step('this season is answered without a connection', async () => {
    await page.goto(`/es-AR/${t('profileSlug')}`)
    await part.click()
    await expect(page.getByText('24 personas')).toBeVisible()
    await page.goto(home)
    await context.setOffline(true)
    await fill('31')
    await expect(form).toBeHidden()
    await page.goto(`/es-AR/${t('profileSlug')}`)
    await part.click()
    await expect(page.getByText('31 personas')).toBeVisible()
    await context.setOffline(false)
    await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
  })

  await test.step('the profile shows both seasons, and the numbers can be put right', async () => {
    await page.reload()
    await part.click()
    await expect(page.getByText(/^202\d · \d\d personas$/)).toHaveText([/24 personas/, /31 personas/])
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page)
    await page.getByText(t('impact.change')).click()
    await expect(people).toHaveValue('31')
    await people.fill('32')
    await page.getByRole('button', { name: t('impact.save') }).click()
    await expect(page.getByText('32 personas')).toBeVisible()
  })
})
