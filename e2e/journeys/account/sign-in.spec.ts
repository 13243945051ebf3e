import { expect, type Page } from '@playwright/test'
import { readCodeOfApp } from '../../people/authenticator-app.ts'
import { fillSignIn, getDemoCoach, signIn } from '../../people/coach.ts'
import { inviteCoach } from '../../people/pool-operator.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { pressSignOut } from '../../screens/sign-out.ts'
import { test } from '../../screens/test.ts'
import { addresses } from '../../system/addresses.ts'

/**
 * Signs in twice on a phone that reloads the page in the middle of each sign-in. The second code makes the phone
 * sign in without one, until it is forgotten.
 */
const passChallenges = async (page: Page): Promise<void> => {
  const locale = 'pt-BR'
  const t = createTranslator(locale)
  const press = (id: string) => page.getByRole('button', { name: t(id), exact: true }).click()
  const heading = (id: string) => page.getByRole('heading', { level: 1, name: t(id) })
  const coach = await inviteCoach(locale)
  await page.goto(`/${locale}/login?returnTo=${encodeURIComponent(`/${locale}/second-factor`)}`)
  await fillSignIn(page, coach)
  await expect(heading('confirmSignIn.newPassword.title')).toBeVisible()
  await page.reload()
  await expect(heading('confirmSignIn.newPassword.title')).toBeVisible()
  await expectAccessible(page)
  const password = 'Minha-2026!'
  await page.getByLabel(t('signUp.firstName'), { exact: true }).fill('Marta')
  await page.getByLabel(t('signUp.lastName')).fill('da Silva')
  await page.getByLabel(t('forgotPassword.newPassword'), { exact: true }).fill(password)
  await press('confirmSignIn.submit')

  await expect(heading('secondFactor.title')).toBeVisible()
  await page.getByLabel(t('secondFactor.password'), { exact: true }).fill(password)
  await press('secondFactor.setUp')
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  await expectAccessible(page)
  await page.getByLabel(t('confirmEmail.code')).fill(readCodeOfApp(key))
  await press('secondFactor.save')
  await expect(page.getByText(t('secondFactor.on'))).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/${locale}/${t('profileSlug')}`)
  await pressSignOut(page, locale)
  await expect(page.getByRole('heading', { level: 1, name: t('signIn.title') })).toBeVisible()
  await fillSignIn(page, { ...coach, password })
  await expect(heading('confirmSignIn.code.TOTP.title')).toBeVisible()
  await page.reload()
  await expect(heading('confirmSignIn.code.TOTP.title')).toBeVisible()
  await expectAccessible(page)
  const code = page.getByLabel(t('confirmEmail.code'), { exact: true })
  await code.fill(readCodeOfApp(key, 1))
  await page.getByLabel(t('confirmSignIn.remember')).check()
  await press('confirmSignIn.submit')
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()

  const signInAgain = async () => {
    await page.goto(`/${locale}/${t('profileSlug')}`)
    await pressSignOut(page, locale)
    await expect(page.getByRole('heading', { level: 1, name: t('signIn.title') })).toBeVisible()
    await fillSignIn(page, { ...coach, password })
  }
  await signInAgain()
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
  await page.goto(`/${locale}/sign-ins`)
  await expect(page.getByRole('heading', { name: t('signIns.remembered') })).toBeVisible()
  await page.reload()
  await expectAccessible(page)
  await page.getByRole('button', { name: t('signIns.forget') }).click()
  await expect(page.getByRole('heading', { name: t('signIns.remembered') })).toBeHidden()
  await signInAgain()
  await expect(heading('confirmSignIn.code.TOTP.title')).toBeVisible()
}

/** Gives a page an authenticator that unlocks at once, as a phone does with a fingerprint. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Adds a passkey, signs in with it, and removes it, on a phone that reloads the page in the middle. */
const usePasskey = async (page: Page): Promise<void> => {
  const locale = 'es-MX'
  const t = createTranslator(locale)
  const button = (id: string) => page.getByRole('button', { name: t(id), exact: true })
  const heading = (id: string) => page.getByRole('heading', { level: 1, name: t(id) })
  const coach = await registerCoach(locale)
  await addAuthenticator(page)
  await signIn(page, coach)
  await page.goto(`/${locale}/${t('profileSlug')}`)
  await page.getByRole('link', { name: t('profile.security') }).click()
  await page.getByRole('link', { name: t('passkeys.title') }).click()
  await expect(page.getByText(t('passkeys.none'))).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(t('secondFactor.password'), { exact: true }).fill(coach.password)
  await button('passkeys.add').click()
  await expect(page.getByRole('heading', { name: t('passkeys.list') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: t('passkeys.list') })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/${locale}/${t('profileSlug')}`)
  await pressSignOut(page, locale)
  await expect(heading('signIn.title')).toBeVisible()
  await page.reload()
  await page.getByLabel(t('signIn.email')).fill(coach.email)
  await expect(page.getByText(t('passkeys.orPassword'))).toBeVisible()
  await expectAccessible(page)
  await button('passkeys.signIn').click()
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()

  await page.goto(`/${locale}/passkeys`)
  await page.getByRole('button', { name: t('passkeys.removeNamed', { name: 'Passkey' }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('passkeys.remove'), exact: true })
    .click()
  await expect(page.getByText(t('passkeys.none'))).toBeVisible()
}

/** Signs in on the hosted page of a pool, with a return that fails, a reload, and a sign-out. */
const signInThroughOrganisation = async (page: Page): Promise<void> => {
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

    await test.step('an invited coach chooses a password and sets up a code, which the next sign-in asks for', async () => {
      const phone = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
      await passChallenges(phone)
      await phone.context().close()
    })

    await test.step('a coach adds a passkey, signs in with it, and removes it', async () => {
      const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
      await usePasskey(phone)
      await phone.context().close()
    })
  },
)
