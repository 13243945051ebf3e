import { expect, type Page } from '@playwright/test'
import { codeFor, newCoach, sendSignUp, type Coach } from '../people/coach.ts'
import { fillShownSignUp } from '../people/coach-of-united-states.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const moduleIn = (locale: string) => `/${locale}/${messagesOf(locale)('courseSlug')}/training-3`

/** Asks for a module without a session, and goes to the sign-in screen. */
const askForModule = async (page: Page, locale: string): Promise<void> => {
  const t = messagesOf(locale)
  await page.goto(moduleIn(locale))
  await page
    .getByRole('main')
    .getByRole('link', { name: t('home.signIn') })
    .click()
  await expect(page.getByText(t('signIn.toOpen'))).toBeVisible()
}

const follow = async (page: Page, name: string, title: string): Promise<void> => {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

/** Goes to the form of the sign-up by way of the other screens. */
const wanderToSignUp = async (page: Page, locale: string): Promise<void> => {
  const t = messagesOf(locale)
  await follow(page, t('signIn.toSignUp'), t('signUp.title'))
  await follow(page, t('signUp.toSignIn'), t('signIn.title'))
  await follow(page, t('forgotPassword.title'), t('forgotPassword.title'))
  await follow(page, t('forgotPassword.toSignIn'), t('signIn.title'))
  await expect(page.getByText(t('signIn.toOpen'))).toBeVisible()
  await follow(page, t('signIn.toSignUp'), t('signUp.title'))
  await page.reload()
}

const submitSignIn = async (page: Page, { locale, email }: Coach, password: string): Promise<void> => {
  const t = messagesOf(locale)
  await page.getByLabel(t('signIn.email')).fill(email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
}

test('who has no account yet signs up, confirms the address, and is on the page that they asked for', async ({
  page,
}) => {
  const coach = newCoach('pt-BR')
  const t = messagesOf(coach.locale)
  await askForModule(page, coach.locale)
  await wanderToSignUp(page, coach.locale)
  await sendSignUp(page, coach)
  await expect(page.getByLabel(t('verify.code'))).toBeVisible()
  await page.getByLabel(t('verify.code')).fill(await codeFor(coach.email))
  await page.getByRole('button', { name: t('verify.submit'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${moduleIn(coach.locale)}$`))
})

test('who confirms the address after a reload signs in, and is on the page that they asked for', async ({
  page,
}) => {
  const coach = newCoach('es-AR')
  const t = messagesOf(coach.locale)
  await askForModule(page, coach.locale)
  await follow(page, t('signIn.toSignUp'), t('signUp.title'))
  await sendSignUp(page, coach)
  await expect(page.getByLabel(t('verify.code'))).toBeVisible()
  // The password was in memory only.
  await page.reload()
  await page.getByLabel(t('verify.code')).fill(await codeFor(coach.email))
  await page.getByRole('button', { name: t('verify.submit'), exact: true }).click()
  await expect(page.getByText(t('signIn.confirmed'))).toBeVisible()
  await submitSignIn(page, coach, coach.password)
  await expect(page).toHaveURL(new RegExp(`${moduleIn(coach.locale)}$`))
})

test('in the United States a sign-up leads to the page that was asked for as well', async ({ page }) => {
  const coach = newCoach('es-US')
  const t = messagesOf(coach.locale)
  await askForModule(page, coach.locale)
  await wanderToSignUp(page, coach.locale)
  await fillShownSignUp(page, coach)
  await page.getByRole('button', { name: t('signUp.submit') }).click()
  await expect(page).toHaveURL(new RegExp(`${moduleIn(coach.locale)}$`))
})

test('a new password leads to the page that was asked for', async ({ page }) => {
  const coach = await registeredCoach('en-NZ')
  const t = messagesOf(coach.locale)
  const password = 'Half-time-2026!'
  await askForModule(page, coach.locale)
  await follow(page, t('forgotPassword.title'), t('forgotPassword.title'))
  await page.getByLabel(t('signIn.email')).fill(coach.email)
  await page.getByRole('button', { name: t('forgotPassword.submit') }).click()
  await page.getByLabel(t('forgotPassword.newPassword'), { exact: true }).fill(password)
  await page.getByLabel(t('verify.code')).fill(await codeFor(coach.email))
  await page.getByRole('button', { name: t('forgotPassword.save') }).click()
  await submitSignIn(page, coach, password)
  await expect(page).toHaveURL(new RegExp(`${moduleIn(coach.locale)}$`))
})

test('the sign-up button of the header leads by way of the home page, which still knows the page', async ({
  page,
}) => {
  const t = messagesOf('en-GB')
  await askForModule(page, 'en-GB')
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('header.openMenu') })
    .click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('header.signUp') })
    .click()
  await expect(page).toHaveURL(/\/en-GB\/\?place=.*#sign-up$/)
  await page
    .getByRole('region', { name: t('home.joinTitle') })
    .getByRole('link', { name: t('home.signUp') })
    .click()
  await expect(page).toHaveURL(/\/en-GB\/sign-up\?place=/)
})
