import { expect, type Page } from '@playwright/test'
import { getDemoCoach } from '../../people/coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { pressSignOut } from '../../screens/sign-out.ts'
import { addresses } from '../../system/addresses.ts'

/**
 * Signs in on the hosted page of a pool, with returns that fail, a page that does not appear, a reload, and a
 * sign-out.
 */
export const signInThroughOrganisation = async (page: Page): Promise<void> => {
  const locale = 'en-NZ'
  const t = createTranslator(locale)
  const coach = getDemoCoach(locale)
  const heading = (id: string) => page.getByRole('heading', { level: 1, name: t(id) })
  const button = (id: string) => page.getByRole('button', { name: t(id), exact: true })
  const password = page.getByLabel('Password')
  const signInThere = async () => {
    await page.getByLabel('Email address').fill(coach.email)
    await password.fill(coach.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await page.goto(`/${locale}/login?returnTo=${encodeURIComponent(`/${locale}/files`)}`)
  await page.getByRole('link', { name: t('hostedSignIn.title') }).click()
  await expect(heading('hostedSignIn.title')).toBeVisible()
  await expectAccessible(page)
  await button('hostedSignIn.submit').click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText(t('hostedSignIn.cancelled'))).toBeVisible()
  await expectAccessible(page)

  // The page returns with the state of another sign-in, as after a link from a stranger.
  await button('confirmSignIn.restart').click()
  await expect(password).toBeVisible()
  const other = new URL(page.url())
  other.searchParams.set('state', 'of-another-sign-in')
  await page.goto(other.href)
  await signInThere()
  await expect(page.getByText(t('hostedSignIn.otherWindow'))).toBeVisible()
  await expect(page).toHaveURL(`/${locale}/hosted-sign-in`)
  await expectAccessible(page)

  // The page does not respond. After 10 s, by the clock of the phone, the coach can go another way.
  const start = `${addresses.userPool}/oauth2/authorize?*`
  await page.clock.install()
  await page.route(start, () => undefined)
  const isOpening = page.waitForRequest(start)
  await button('confirmSignIn.restart').click()
  await isOpening
  await page.clock.fastForward(10_000)
  await expect(page.getByText(t('error.providerUnavailable'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('hostedSignIn.withPassword') })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(start)

  // The phone reloads the page before the coach is signed in.
  const tokens = `${addresses.userPool}/oauth2/token`
  await page.route(tokens, () => undefined)
  const isSent = page.waitForRequest(tokens)
  await button('confirmSignIn.restart').click()
  await signInThere()
  await isSent
  await expect(page).toHaveURL(`/${locale}/hosted-sign-in`)
  await page.unroute(tokens)
  await page.reload()
  await expect(page.getByText(t('hostedSignIn.interrupted'))).toBeVisible()
  await expect(page).toHaveURL(`/${locale}/hosted-sign-in`)

  await page.goto(`/${locale}/hosted-sign-in?returnTo=${encodeURIComponent(`/${locale}/files`)}`)
  await button('hostedSignIn.submit').click()
  await signInThere()
  await expect(heading('files.title')).toBeVisible()
  await expect(page).toHaveURL(`/${locale}/files`)
  await page.reload()
  await expect(heading('files.title')).toBeVisible()

  // The sign-out also visits the page of the organisation, and comes back.
  await page.goto(`/${locale}/${t('profileSlug')}`)
  // Not the request that only finds out whether the page can be reached.
  const isBack = page.waitForResponse(
    (response) => response.request().isNavigationRequest() && new URL(response.url()).pathname === '/logout',
  )
  const getCookieNames = async () =>
    (await page.context().cookies(addresses.userPool)).map(({ name }) => name)
  expect(await getCookieNames()).toContain('cognito')
  await pressSignOut(page, locale)
  await isBack
  await expect(heading('signIn.title')).toBeVisible()
  expect(await getCookieNames()).not.toContain('cognito')
  await page.goto(`/${locale}/hosted-sign-in`)
  await button('hostedSignIn.submit').click()
  await expect(password).toBeVisible()
}
