import { expect, type BrowserContext, type Page } from '@playwright/test'
import { signIn, type Coach } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { addresses } from '../system/addresses.ts'
import { answerByFirstOptions } from '../screens/answer-survey.ts'
import { messagesOf } from '../screens/messages.ts'
import { openProfile, sections } from '../screens/profile.ts'
import { test } from '../screens/test.ts'

/** What the product API responded to this browser since then, as `call status`. */
const responsesOf = (context: BrowserContext) => {
  const heard: string[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) heard.push(`${pathname} ${response.status()}`)
  })
  return heard
}

/** Signs in with the form that is on screen. */
const signInHere = async (page: Page, { locale, email, password }: Coach) => {
  const t = messagesOf(locale)
  await page.getByLabel(t('signIn.email')).fill(email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
}

for (const locale of ['es-AR', 'en-US']) {
  test(`a session of ${locale} ends on another device, which delivers after a new sign-in`, async ({
    page,
    browser,
  }) => {
    const t = messagesOf(locale)
    const coach = await registeredCoach(locale)
    await signIn(page, coach)

    const other = await browser.newContext({ baseURL: addresses.site })
    const laptop = await other.newPage()
    await signIn(laptop, coach)
    const module = `/${locale}/${t('courseSlug')}/training-1`
    await laptop.goto(module)
    await expect(laptop.getByRole('heading', { name: t('survey.title') })).toBeVisible()
    const profile = `/${locale}/${t('profileSlug')}`
    const secondTab = await other.newPage()
    await secondTab.goto(profile)
    await expect(sections(secondTab, locale).account).toBeVisible()
    // With a connection it might hear of the end before the coach has answered.
    await other.setOffline(true)

    await openProfile(page, locale)
    await sections(page, locale)
      .account.getByRole('button', { name: t('profile.signOutEverywhere') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('profile.signOutEverywhere') })
      .click()
    await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()

    const heard = responsesOf(other)
    await answerByFirstOptions(laptop, locale)
    await other.setOffline(false)
    for (const tab of [laptop, secondTab]) {
      await expect(tab.getByText(t('errorMessage.sessionExpired'))).toBeVisible()
      await expect(tab).toHaveURL(new RegExp(`/${locale}/login`))
    }
    expect(heard).toContain('/api/login 401')
    expect(heard).not.toContain('/api/login 200')
    expect(heard).not.toContain('/api/save-answers 200')

    await signInHere(laptop, coach)
    await expect(laptop).toHaveURL(new RegExp(`${module}$`))
    await expect(secondTab).toHaveURL(new RegExp(`${profile}$`))
    await expect.poll(() => heard).toContain('/api/save-answers 200')
    await other.close()
  })
}
