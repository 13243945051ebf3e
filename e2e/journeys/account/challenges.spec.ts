import { expect, type Browser } from '@playwright/test'
import { readCodeOfApp } from '../../people/authenticator-app.ts'
import { fillSignIn, readCode, type Coach } from '../../people/coach.ts'
import { callAsOperator, inviteCoach, resetPoolFactors, setPoolFactors } from '../../people/pool-operator.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'
import { addresses } from '../../system/addresses.ts'
import { forgetBrowsers } from './forget-browsers.ts'

/** A phone at the sign-in screen of a locale, and what a coach sees and does on the screens after it. */
const startPhone = async (browser: Browser, locale: string) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const t = createTranslator(locale)
  const heading = (id: string) => page.getByRole('heading', { level: 1, name: t(id) })
  const label = (id: string) => page.getByLabel(t(id), { exact: true })
  const press = () => page.getByRole('button', { name: t('confirmSignIn.submit'), exact: true }).click()
  return {
    page,
    t,
    heading,
    label,
    press,
    alert: page.getByRole('main').getByRole('alert'),
    signIn: async (coach: Coach) => {
      await page.goto(`/${locale}/login?returnTo=${encodeURIComponent(`/${locale}/files`)}`)
      await fillSignIn(page, coach)
    },
    /** Expects the screen of a challenge, now and after a reload. */
    expectStep: async (name: string) => {
      await expect(heading(`confirmSignIn.${name}.title`)).toBeFocused()
      await page.reload()
      await expect(heading(`confirmSignIn.${name}.title`)).toBeVisible()
      await expectAccessible(page)
    },
    sendCode: async (code: string) => {
      await label('confirmEmail.code').fill(code)
      await press()
    },
    expectSignedIn: () => expect(heading('files.title')).toBeVisible(),
  }
}

const createWrongCode = (code: string): string => (code === '123456' ? '654321' : '123456')

/** The pool requires a second factor. The clock of the phone is off, and so are the codes of its app. */
const setUpApp = async (browser: Browser): Promise<void> => {
  const locale = 'es-AR'
  const phone = await startPhone(browser, locale)
  const { page, t, alert, sendCode } = phone
  const coach = await registerCoach(locale)
  await setPoolFactors(locale, 'required', ['app', 'email'])
  await page.clock.setSystemTime(Date.now() + 150_000)
  await phone.signIn(coach)
  await phone.expectStep('chooseSetup')
  await phone.label('confirmSignIn.factor.TOTP').check()
  await phone.press()
  const key = page.locator('code')
  const openKey = () => page.getByText(t('authenticator.otherDevice'), { exact: true }).click()
  // Folded, so that the focus stays at the title.
  const shownKey = (await key.textContent()) ?? ''
  await phone.expectStep('appSetup')
  await expect(key).toHaveText(shownKey)
  await openKey()
  // The QR code is a drawing of squares, hidden from screen readers, which have the key.
  await expect(page.locator('svg:has(path[shape-rendering])')).toBeVisible()
  const secret = shownKey.replaceAll(' ', '')
  await sendCode(readCodeOfApp(secret, 5))
  await expect(alert).toContainText(t('errorMessage.challengeCodeWrong'))
  await expect(alert).toContainText('La hora de este dispositivo tiene 3 minutos de diferencia.')
  await expectAccessible(page)
  await sendCode(readCodeOfApp(secret))
  await phone.expectSignedIn()
  await resetPoolFactors(locale)
  await page.context().close()
}

/** The pool offers only codes by email, which need no more than a press. */
const setUpEmail = async (browser: Browser): Promise<void> => {
  const locale = 'pt-BR'
  const phone = await startPhone(browser, locale)
  const coach = await registerCoach(locale)
  await setPoolFactors(locale, 'required', ['email'])
  await phone.signIn(coach)
  await phone.expectStep('emailSetup')
  await phone.press()
  await phone.expectStep('code.EMAIL')
  await phone.sendCode(await readCode(coach.email))
  await phone.expectSignedIn()
  await resetPoolFactors(locale)
  await phone.page.context().close()
}

type Phone = Awaited<ReturnType<typeof startPhone>>

/** Answers in a copy of the tab, as soon as the pool accepts codes again. The first tab follows. */
const answerInCopy = async ({ page, t, expectSignedIn }: Phone, code: string): Promise<void> => {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  const copy = await opened
  const field = copy.getByLabel(t('confirmEmail.code'), { exact: true })
  await expect(field).toBeVisible()
  await expect(async () => {
    if (await field.isVisible()) {
      await field.fill(code)
      await copy.getByRole('button', { name: t('confirmSignIn.submit'), exact: true }).click()
    }
    await expect(copy.getByRole('heading', { level: 1, name: t('files.title') })).toBeVisible({
      timeout: 3000,
    })
  }).toPass()
  await expectSignedIn()
}

/** A chain of three steps breaks off, because the pool turns off the factor. The next sign-in asks for the other. */
const loseFactor = async (browser: Browser): Promise<void> => {
  const locale = 'en-AU'
  const number = '+61491570156'
  const phone = await startPhone(browser, locale)
  const { page, t, alert } = phone
  const coach = await inviteCoach(locale, { given_name: 'Ana', family_name: 'Lee', phone_number: number })
  await callAsOperator('AdminSetUserMFAPreference', coach, {
    EmailMfaSettings: { Enabled: true },
    SMSMfaSettings: { Enabled: true },
  })
  await phone.signIn(coach)
  await phone.expectStep('newPassword')
  const password = 'Warm-up-2026!'
  await phone.label('forgotPassword.newPassword').fill(password)
  await phone.press()
  await phone.expectStep('chooseFactor')
  await phone.label('confirmSignIn.factor.SMS').check()
  await phone.press()
  await phone.expectStep('code.SMS')
  await setPoolFactors(locale, 'optional', ['email'])
  await phone.sendCode(await readCode(number))
  await expect(alert).toContainText(t('errorMessage.challengeOver'))
  await expectAccessible(page)
  await alert.getByRole('link', { name: t('confirmSignIn.restart') }).click()
  await expect(phone.heading('signIn.title')).toBeVisible()
  await expect(page.getByLabel(t('signIn.email'))).toHaveValue(coach.email)
  await fillSignIn(page, { ...coach, password })
  await phone.expectStep('code.EMAIL')

  const code = await readCode(coach.email)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await phone.sendCode(createWrongCode(code))
    await expect(alert).toContainText(t('errorMessage.challengeCodeWrong'))
  }
  // The pause doubles from 1 s, so that the next code comes too early on a slow machine too.
  await expect(async () => {
    await phone.sendCode(createWrongCode(code))
    await expect(alert).toContainText(t('errorMessage.codeAttempts'), { timeout: 1000 })
  }).toPass()
  await expectAccessible(page)
  await answerInCopy(phone, code)
  await resetPoolFactors(locale)
  await page.context().close()
}

/** The pool asks for something that this app does not know. */
const meetUnknown = async (browser: Browser): Promise<void> => {
  const locale = 'es-MX'
  const phone = await startPhone(browser, locale)
  const { page, t, alert } = phone
  const coach = await registerCoach(locale)
  await page.route(`${addresses.userPool}/`, (route) =>
    route.request().headers()['x-amz-target']?.endsWith('.RespondToAuthChallenge')
      ? route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          json: { ChallengeName: 'RIDDLE', ChallengeParameters: {}, Session: 'session' },
        })
      : route.fallback(),
  )
  await phone.signIn(coach)
  await expect(alert).toContainText(t('errorMessage.challengeUnknown'))
  await expectAccessible(page)
  await alert.getByRole('link', { name: t('deleteAccount.contact') }).click()
  await expect(phone.heading('footer.contact')).toBeVisible()
  // Nothing is left that a reload could continue.
  await page.goto(`/${locale}/confirm-sign-in`)
  await expect(phone.heading('signIn.title')).toBeVisible()
  await page.context().close()
}

test.use({ expectedInConsole: /^The sign-in was refused/ })

// Longer than 20 s: five coaches sign in, each with several steps.
test('the challenges of a sign-in survive reloads, and end with a message if they cannot continue', async ({
  browser,
}) => {
  await test.step('a required app is set up, on a phone whose clock is off', () => setUpApp(browser))
  await test.step('required codes by email are set up', () => setUpEmail(browser))
  await test.step('a factor is turned off meanwhile, codes are wrong, and another tab answers', () =>
    loseFactor(browser))
  await test.step('an unknown challenge leads to the contact page', () => meetUnknown(browser))
  await test.step('a coach asks for a code again in two browsers at once', () => forgetBrowsers(browser))
})
