import { expect, type BrowserContext, type Page } from '@playwright/test'
import { signIn, type Coach } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { expectAccessibleAtAllSizes } from '../screens/accessible.ts'
import { messagesOf } from '../screens/messages.ts'
import { eraseFromDevice } from '../screens/profile.ts'
import { test } from '../screens/test.ts'

// The sign-in of an account that is being deleted is tried on purpose, and a wrong password. A request that a service worker
// lets pass while it takes over a page is not always seen here, so that it cannot be cut off.
test.use({
  serviceWorkers: 'block',
  expectedInConsole:
    /^(?:The sign-in was refused|The session could not|A renewal|Failed to load resource)|service worker/i,
})

/** The request to erase, of which no response arrives: the server has done it, or has never read it. */
const cutOff = (context: BrowserContext, how: 'done' | 'lost') =>
  context.route('**/api/erase-account', async (route) => {
    if (how === 'done') await route.fetch()
    await route.abort()
  })

const fillIn = async (page: Page, { locale, email, password }: Coach) => {
  const t = messagesOf(locale)
  await page.getByLabel(t('signIn.email')).fill(email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
}

/** Begins the deletion, and closes the app when the request was sent. */
const begin = async (page: Page, coach: Coach, how: 'done' | 'lost') => {
  const t = messagesOf(coach.locale)
  await page.goto(`/${coach.locale}/delete-account`)
  await cutOff(page.context(), how)
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

for (const locale of ['pt-BR', 'en-US']) {
  test(`a deletion whose response never came to a coach of ${locale} is finished by the password`, async ({
    page,
  }) => {
    const t = messagesOf(locale)
    const [coach, other] = [await registeredCoach(locale), await registeredCoach(locale)]
    await signIn(page, coach)
    const next = await begin(page, coach, 'done')

    await next.goto(`/${locale}/${t('profileSlug')}`)
    await expect(next.getByText(t('deleteAccount.begun.banner'))).toBeVisible()
    await next.goto(`/${locale}/login`)
    await fillIn(next, coach)
    await next.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    await expect(next.getByText(t('deleteAccount.begun.signIn'))).toBeVisible()

    await next.getByRole('link', { name: t('deleteAccount.begun.toFinish') }).click()
    await expect(heading(next, t('deleteAccount.begun.title'))).toBeVisible()
    await expectAccessibleAtAllSizes(next)
    const finish = next.getByRole('button', { name: t('deleteAccount.submit') })
    await fillIn(next, { ...coach, password: 'Not-my-password-1!' })
    await finish.click()
    // The loyalty provider does not tell a wrong password from somebody whom it does not know.
    const wrong = locale === 'en-US' ? 'errorMessage.authSignUpUserNotFound' : 'errorMessage.passwordIsWrong'
    await expect(next.getByText(t(wrong))).toBeVisible()
    await fillIn(next, other)
    await finish.click()
    await expect(next.getByText(t('deleteAccount.begun.other'))).toBeVisible()
    await fillIn(next, coach)
    await finish.click()

    await expect(heading(next, t('deleteAccount.done.title'))).toBeVisible()
    await expectAccessibleAtAllSizes(next)
    // It stays until the coach has it.
    await next.goto(`/${locale}/`)
    await next.getByRole('link', { name: t('deleteAccount.done.toReceipt') }).click()
    await next.getByRole('button', { name: t('deleteAccount.done.leave') }).click()
    await expect(next).toHaveURL(new RegExp(`/${locale}/$`))
    await expect(next.getByText(t('deleteAccount.done.banner'))).toHaveCount(0)
    // The other account was not touched.
    await signIn(next, other)
  })
}

test('who has changed their mind goes on, and another coach on the phone meanwhile hears nothing of it', async ({
  page,
}) => {
  const locale = 'es-AR'
  const t = messagesOf(locale)
  const [coach, other] = [await registeredCoach(locale), await registeredCoach(locale)]
  await signIn(page, coach)
  const next = await begin(page, coach, 'lost')

  await signIn(next, other)
  await expect(next.getByText(t('deleteAccount.begun.banner'))).toHaveCount(0)
  await next.getByRole('button', { name: t('header.openMenu') }).click()
  await next.getByRole('button', { name: t('header.signOut') }).click()
  await expect(next).toHaveURL(new RegExp(`/${locale}/login`))

  await next.getByRole('link', { name: t('deleteAccount.begun.toFinish') }).click()
  await next.getByRole('button', { name: t('deleteAccount.begun.keep') }).click()
  await expect(heading(next, t('signIn.title'))).toBeVisible()
  await signIn(next, coach)
  await expect(next.getByText(t('deleteAccount.begun.banner'))).toHaveCount(0)
})

test('another coach who deletes what is theirs from the phone does not lose the deletion for its owner', async ({
  page,
}) => {
  const locale = 'es-AR'
  const t = messagesOf(locale)
  const [coach, other] = [await registeredCoach(locale), await registeredCoach(locale)]
  await signIn(page, coach)
  const next = await begin(page, coach, 'done')

  await signIn(next, other)
  await eraseFromDevice(next, locale)
  await expect(next.getByText(t('deleteAccount.begun.banner'))).toBeVisible()
  await next.goto(`/${locale}/login`)
  await fillIn(next, coach)
  await next.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
  await expect(next.getByText(t('deleteAccount.begun.signIn'))).toBeVisible()
})
