import { expect } from '@playwright/test'
import { getDemoCoach, signIn } from '../../people/coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'
import { passChallenges } from './pass-challenges.ts'
import { signInThroughOrganisation } from './sign-in-through-organisation.ts'

test(
  'a signed-out visitor of a coach’s page is sent home; a session, and a sign-in with several steps, survive a reload',
  { tag: '@promise' },
  async ({ page, browser }) => {
    const t = createTranslator('en-AU')
    await page.goto('/en-AU/files')
    await expect(page).toHaveURL(/\/en-AU\/\?returnTo=/)
    await signIn(page, getDemoCoach('en-AU'))
    await page.reload()
    await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
    await page.goto('/en-AU/files')
    await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
    // The home page is for visitors.
    await page.goto('/en-AU/')
    await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
    await expect(page).toHaveURL(`/en-AU/${t('coursesHomeSlug')}`)

    await test.step('a coach signs in on the page of their organisation, and is signed out there too', async () => {
      const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
      await signInThroughOrganisation(phone)
      await phone.context().close()
    })

    await test.step('an invited coach chooses a password and sets up a code, which sign-ins ask for until it is turned off', async () => {
      const phone = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
      await passChallenges(phone)
      await phone.context().close()
    })
  },
)
