import { expect } from '@playwright/test'
import { expectAccessible } from '../../screens/accessible.ts'
import { listCalls } from '../../people/person-calls.ts'
import { joined, openDetails, openProfile, sections, unfold } from '../../screens/profile.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

test(
  'a coach of es-US changes name, answers, interests and preferences',
  { tag: '@promise' },
  async ({ page }) => {
    const locale = 'es-US'
    const t = createTranslator(locale)
    await joined(page, locale)
    await openProfile(page, locale)
    await openDetails(page, locale)
    const { details, learning, news } = sections(page, locale)
    const save = details.getByRole('button', { name: t('common.save'), exact: true })
    await expect(save).toBeVisible()
    await expectAccessible(page)

    await test.step('a name and answers', async () => {
      await details.getByLabel(t('signUp.firstName'), { exact: true }).fill('Teresa')
      await details.locator('select[name="job"]').selectOption({ index: 3 })
      await save.click()
      await expect(details.getByText('Teresa da Silva')).toBeVisible()
      await expect(page.getByText(t('successMessage.profileSaved')).first()).toBeVisible()
    })

    await test.step('topics, at the extended profile', async () => {
      await learning.getByLabel(t('profile.interest.inclusion')).check()
      await learning.getByLabel(t('profile.preference.shortSessions')).check()
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/users/preferences/store'))
      await learning.getByRole('button', { name: t('profile.learning.save') }).click()
      expect((await saved).status()).toBe(200)
    })

    await test.step('news, at the marketing profile with the header of the market', async () => {
      await news.getByLabel(t('profile.interest.events')).check()
      await news.getByLabel(t('profile.preference.email')).check()
      const saved = page.waitForResponse(
        (answer) => answer.url().endsWith('/user/custom-preferences') && answer.request().method() === 'POST',
      )
      await news.getByRole('button', { name: t('profile.news.save') }).click()
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
      await openDetails(page, locale)
      await expect(save).toBeVisible()
      await expect(details.getByLabel(t('signUp.firstName'), { exact: true })).toHaveValue('Teresa')
      await expect(details.locator('select[name="job"]')).not.toHaveValue('')
      await expect(learning.getByLabel(t('profile.interest.inclusion'))).toBeChecked()
      await expect(learning.getByLabel(t('profile.preference.shortSessions'))).toBeChecked()
      await expect(news.getByLabel(t('profile.interest.events'))).toBeChecked()
      await expect(news.getByLabel(t('profile.interest.research'))).not.toBeChecked()
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
  await joined(page, 'en-GB')
  await context.route('**/api/get-impact', async (route) => {
    await impact.promise
    await route.continue()
  })
  await page.addInitScript(countShifts)
  await page.goto(`/en-GB/${t('profileSlug')}`)
  const { details, learning } = sections(page, 'en-GB')
  await expect(details.getByText(t('profile.editDetails'), { exact: true })).toBeVisible()
  impact.resolve(undefined)
  await expect(page.getByRole('heading', { name: t('impact.title'), exact: true })).toBeVisible()
  // Waits for two frames, so that the shifts of the first frame are counted.
  const drawn =
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))'
  await page.evaluate(drawn)
  expect(await page.evaluate('window.shifted')).toBeLessThan(0.1)

  await openDetails(page, 'en-GB')
  const save = details.getByRole('button', { name: t('common.save'), exact: true })
  await expect(save).toBeVisible()
  await learning.getByLabel(t('profile.interest.families')).check()
  await learning.getByRole('button', { name: t('profile.learning.save') }).click()
  await expect(page.getByText(t('successMessage.profileSaved')).first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.reload()
  await unfold(page, 'en-GB')
  await expect(details.getByText('Marta da Silva')).toBeVisible()
  await expect(page.getByText(t('profile.offline'))).toBeVisible()
  await expect(learning.getByLabel(t('profile.interest.families'))).toBeChecked()
  await expect(learning.getByLabel(t('profile.interest.families'))).toBeDisabled()
  await expect(save).toHaveCount(0)
  await expectAccessible(page)
  await context.setOffline(false)
})
