import { expect } from '@playwright/test'
import { registerCoach } from '../../people/registered-coach.ts'
import { signIn } from '../../people/coach.ts'
import { answerSurvey } from '../../screens/answer-survey.ts'
import { createTranslator } from '../../screens/messages.ts'
import { openProfilePage } from '../../screens/profile.ts'
import { test } from '../../screens/test.ts'

const locale = 'en-GB'
const t = createTranslator(locale)

test.use({ translated: true, expectedInConsole: /^The sign-in was refused/ })

test(
  'a page that the browser translates says why a sign-in failed, counts, and takes answers and a name',
  { tag: '@promise' },
  async ({ page }) => {
    const coach = await registerCoach(locale)

    await test.step('a wrong password, then the right one', async () => {
      await page.goto(`/${locale}/login`)
      await page.getByLabel(t('signIn.email')).fill(coach.email)
      await page.getByLabel(t('signIn.password'), { exact: true }).fill('Wrong-2026!')
      await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
      const main = page.getByRole('main')
      await expect(main.getByRole('alert')).toContainText(t('errorMessage.passwordIsWrong'))
      // The page is really translated. Otherwise this test would prove nothing.
      await expect(main.locator('font font', { hasText: t('errorMessage.passwordIsWrong') })).toBeVisible()
      await signIn(page, coach, `${t('courseSlug')}/training-1`)
    })

    await test.step('answers', async () => {
      await answerSurvey(page, locale)
      await page.getByRole('button', { name: t('survey.submit') }).click()
      await expect(page.getByText(t('survey.delivered')).first()).toBeVisible()
    })

    await test.step('a name', async () => {
      await openProfilePage(page, locale, 'details')
      await page.getByLabel(t('signUp.firstName'), { exact: true }).fill('Teresa')
      await page.getByRole('button', { name: t('common.save'), exact: true }).click()
      await expect(page.getByText(t('successMessage.profileSaved')).first()).toBeVisible()
      await page.getByRole('link', { name: t('profile.back') }).click()
      await expect(page.getByText('Teresa da Silva')).toBeVisible()
    })
  },
)
