import { expect } from '@playwright/test'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { listCalls } from '../../people/person-calls.ts'
import { signInNewCoach, openProfilePage, findProfileRow, switchProfilePage } from '../../screens/profile.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

test(
  'a coach of es-US changes name, answers, interests and preferences',
  { tag: '@promise' },
  async ({ page }) => {
    const locale = 'es-US'
    const t = createTranslator(locale)
    await signInNewCoach(page, locale)
    await openProfilePage(page, locale, 'details')
    const save = page.getByRole('button', { name: t('common.save'), exact: true })
    await expect(save).toBeVisible()
    await expectAccessible(page)

    await test.step('a name and answers', async () => {
      await page.getByLabel(t('signUp.firstName'), { exact: true }).fill('Teresa')
      await page.locator('select[name="job"]').selectOption({ index: 3 })
      await save.click()
      await expect(page.getByText(t('successMessage.profileSaved')).first()).toBeVisible()
    })

    await test.step('topics, at the extended profile', async () => {
      await switchProfilePage(page, locale, t('profile.learning.title'))
      await page.getByLabel(t('profile.interest.inclusion')).check()
      await page.getByLabel(t('profile.preference.shortSessions')).check()
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/users/preferences/store'))
      await page.getByRole('button', { name: t('profile.learning.save') }).click()
      expect((await saved).status()).toBe(200)
    })

    await test.step('news, at the marketing profile with the header of the market', async () => {
      await switchProfilePage(page, locale, t('profile.news.title'))
      await page.getByLabel(t('profile.interest.events')).check()
      await page.getByLabel(t('profile.preference.email')).check()
      const saved = page.waitForResponse(
        (answer) => answer.url().endsWith('/user/custom-preferences') && answer.request().method() === 'POST',
      )
      await page.getByRole('button', { name: t('profile.news.save') }).click()
      expect((await saved).status()).toBe(200)
      const made = (await listCalls('marketing-profile')).findLast(({ call }) => call === 'signUp')
      expect(made?.body).toMatchObject({
        profile: {
          header: {
            isoLanguage: 'es',
            isoCountry: 'US',
            formType: 'signUp',
            entity: 'PRM2.6',
            origin: 'Website',
          },
          consumerIdentity: { firstName: 'Teresa', lastName: 'da Silva' },
        },
      })
    })

    await test.step('everything remains after a reload', async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: t('profile.news.title'), level: 1 })).toBeVisible()
      await page.getByRole('link', { name: t('profile.back') }).click()
      await expect(page.getByText('Teresa da Silva').filter({ visible: true })).toBeVisible()
      await findProfileRow(page, t('profile.aboutYou')).click()
      await expect(save).toBeVisible()
      await expect(page.getByLabel(t('signUp.firstName'), { exact: true })).toHaveValue('Teresa')
      await expect(page.locator('select[name="job"]')).not.toHaveValue('')
      await switchProfilePage(page, locale, t('profile.learning.title'))
      await expect(page.getByLabel(t('profile.interest.inclusion'))).toBeChecked()
      await expect(page.getByLabel(t('profile.preference.shortSessions'))).toBeChecked()
      await switchProfilePage(page, locale, t('profile.news.title'))
      await expect(page.getByLabel(t('profile.interest.events'))).toBeChecked()
      await expect(page.getByLabel(t('profile.interest.research'))).not.toBeChecked()
    })
  },
)

/** Adds up the layout shifts of the page. */
const countShifts = `
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })
`

test('the profile does not shift while its parts load, and can be read but not changed offline', async ({
  page,
  context,
}) => {
  const t = createTranslator('en-GB')
  const impact = Promise.withResolvers<undefined>()
  await signInNewCoach(page, 'en-GB')
  await context.route('**/api/get-impact', async (route) => {
    await impact.promise
    await route.continue()
  })
  await page.addInitScript(countShifts)
  await page.goto(`/en-GB/${t('profileSlug')}`)
  await expect(findProfileRow(page, t('profile.learning.title'))).toContainText(t('profile.summary.noChoice'))
  impact.resolve(undefined)
  const due = t('profile.summary.impactDue', { season: new Date().getFullYear() })
  await expect(findProfileRow(page, t('impact.title'))).toContainText(due)
  // Waits for two frames, so that the shifts of the first frame are counted.
  const drawn =
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))'
  await page.evaluate(drawn)
  expect(await page.evaluate('window.shifted')).toBeLessThan(0.1)

  await findProfileRow(page, t('profile.learning.title')).click()
  await page.getByLabel(t('profile.interest.families')).check()
  await page.getByRole('button', { name: t('profile.learning.save') }).click()
  await expect(page.getByText(t('successMessage.profileSaved')).first()).toBeVisible()
  await waitUntilReadyForOffline(page, 'en-GB')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(t('profile.needsConnection')).filter({ visible: true })).toBeVisible()
  await expect(page.getByLabel(t('profile.interest.families'))).toBeChecked()
  await expect(page.getByLabel(t('profile.interest.families'))).toBeDisabled()
  await expect(page.getByRole('button', { name: t('profile.learning.save') })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: t('profile.back') }).click()
  await expect(page.getByText('Marta da Silva').filter({ visible: true })).toBeVisible()
  await expect(page.getByText(t('profile.offline'))).toBeVisible()
  await context.setOffline(false)
})
