import { expect, type BrowserContext, type Page } from '@playwright/test'
import { signIn, type Coach } from '../../people/coach.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { expectAccessibleAtAllSizes } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { eraseFromDevice } from '../../screens/profile.ts'
import { test } from '../../screens/test.ts'

// The test signs in to an account that is being deleted, and uses a wrong password, on purpose. Service
// workers are blocked: while a service worker takes over a page, Playwright misses some of its requests, and
// could not cut them off.
test.use({
  serviceWorkers: 'block',
  expectedInConsole:
    /^(?:The sign-in was refused|The session could not|A renewal|Failed to load resource)|service worker/i,
})

/** Lets the server handle the request, and drops the response. */
const cutOff = (context: BrowserContext) =>
  context.route('**/api/erase-account', async (route) => {
    await route.fetch()
    await route.abort()
  })

const fillIn = async (page: Page, { locale, email, password }: Coach) => {
  const t = createTranslator(locale)
  await page.getByLabel(t('signIn.email')).fill(email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
}

/** Begins the deletion, and closes the app after it has sent the request. */
const begin = async (page: Page, coach: Coach) => {
  const t = createTranslator(coach.locale)
  await page.goto(`/${coach.locale}/delete-account`)
  await cutOff(page.context())
  const sent = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/erase-account'))
  await page.getByLabel(t('deleteAccount.password'), { exact: true }).fill(coach.password)
  await page.getByRole('button', { name: t('deleteAccount.submit') }).click()
  await sent
  const context = page.context()
  await page.close()
  await context.unroute('**/api/erase-account')
  return context.newPage()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

// Longer than 20 s: two coaches take turns to sign in on one phone.
test('a deletion whose response was lost survives other coaches’ use of the phone, and is finished by the password', async ({
  page,
}) => {
  const locale = 'en-US'
  const t = createTranslator(locale)
  const [coach, other] = [await registerCoach(locale), await registerCoach(locale)]
  await signIn(page, coach)
  const next = await begin(page, coach)

  await test.step('another coach sees nothing of it, and deletes their own data from the phone', async () => {
    await signIn(next, other)
    await expect(next.getByText(t('deleteAccount.begun.banner'))).toHaveCount(0)
    await eraseFromDevice(next, locale)
    await expect(next.getByText(t('deleteAccount.begun.banner'))).toBeVisible()
  })

  await test.step('the coach who deleted it cannot sign in, and is led to finish the deletion', async () => {
    await next.goto(`/${locale}/login`)
    await fillIn(next, coach)
    await next.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    await expect(next.getByText(t('deleteAccount.begun.signIn'))).toBeVisible()
    await next.getByRole('link', { name: t('deleteAccount.begun.toFinish') }).click()
    await expect(heading(next, t('deleteAccount.begun.title'))).toBeVisible()
    await expectAccessibleAtAllSizes(next)
  })

  await test.step('only the right password of this account finishes it', async () => {
    const finish = next.getByRole('button', { name: t('deleteAccount.submit') })
    await fillIn(next, { ...coach, password: 'Not-my-password-1!' })
    await finish.click()
    // The loyalty provider does not distinguish a wrong password from an unknown account.
    await expect(next.getByText(t('errorMessage.authSignUpUserNotFound'))).toBeVisible()
    await fillIn(next, other)
    await finish.click()
    await expect(next.getByText(t('deleteAccount.begun.other'))).toBeVisible()
    await fillIn(next, coach)
    await finish.click()
    await expect(heading(next, t('deleteAccount.done.title'))).toBeVisible()
    await expectAccessibleAtAllSizes(next)
  })

  await test.step('the receipt stays until the coach has it, and the other account was not touched', async () => {
    await next.goto(`/${locale}/`)
    await next.getByRole('link', { name: t('deleteAccount.done.toReceipt') }).click()
    await next.getByRole('button', { name: t('deleteAccount.done.leave') }).click()
    await expect(next).toHaveURL(new RegExp(`/${locale}/$`))
    await expect(next.getByText(t('deleteAccount.done.banner'))).toHaveCount(0)
    await signIn(next, other)
  })
})
