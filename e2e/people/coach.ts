import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { addresses } from '../system/addresses.ts'
import { createTranslator } from '../screens/messages.ts'

const messages = v.object({ messages: v.array(v.object({ code: v.optional(v.string()) })) })

/** Reads the newest code in the mailbox of an address. */
export const readCode = async (email: string): Promise<string> => {
  const response = await fetch(`${addresses.mailbox}/api/messages?to=${encodeURIComponent(email)}`)
  const [newest] = v.parse(messages, await response.json()).messages
  if (newest?.code === undefined) throw new Error(`No code arrived for ${email}.`)
  return newest.code
}

export type Coach = {
  locale: string
  email: string
  password: string
  /** Whether the sign-in also asks for a code, which arrives by email. */
  isAskedForCode?: boolean
}

/** Creates a coach with an unused address, who has not signed up yet. */
export const createCoach = (locale: string): Coach => ({
  locale,
  email: `coach-${randomUUID()}@example.com`,
  password: 'Pitch-side-2026!',
})

/** Goes to the next step of the sign-up. */
export const goToNextSignUpStep = (page: Page, locale: string): Promise<void> =>
  page.getByRole('button', { name: createTranslator(locale)('signUp.next'), exact: true }).click()

/**
 * Opens the sign-up form and fills it up to its last step. The tab keeps the answers, so the address of each
 * step then opens that step.
 */
export const fillSignUpToLastStep = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  await page.goto(`/${locale}/sign-up`)
  await page.getByLabel(t('signUp.firstName'), { exact: true }).fill('Marta')
  await page.getByLabel(t('signUp.lastName'), { exact: true }).fill('da Silva')
  await page.getByLabel(t('signUp.email'), { exact: true }).fill('marta@example.com')
  await goToNextSignUpStep(page, locale)
  await expect(page).toHaveURL(/step=work/)
  for (const select of await page.getByRole('main').getByRole('combobox').all())
    await select.selectOption({ index: 1 })
  await page.getByLabel(t('signUp.numberOfPeople')).fill('24')
  await goToNextSignUpStep(page, locale)
  await expect(page).toHaveURL(/step=agreements/)
}

/** Fills the visible sign-up form by its labels, as a coach does, and sends it. */
export const sendSignUp = async (page: Page, { locale, email, password }: Coach): Promise<void> => {
  const t = createTranslator(locale)
  await page.getByLabel(t('signUp.firstName'), { exact: true }).fill('Marta')
  await page.getByLabel(t('signUp.lastName'), { exact: true }).fill('da Silva')
  await page.getByLabel(t('signUp.email'), { exact: true }).fill(email)
  await goToNextSignUpStep(page, locale)
  for (const name of ['job', 'workFrom', 'sportType', 'youngFemale', 'mktChannel']) {
    await page.locator(`select[name="${name}"]`).selectOption({ index: 1 })
  }
  await page.getByLabel(t('signUp.numberOfPeople')).fill('24')
  await goToNextSignUpStep(page, locale)
  await page.getByLabel(t('signUp.password'), { exact: true }).fill(password)
  await page.getByLabel(t('signUp.legalAge')).check()
  await page.getByRole('button', { name: t('signUp.submit') }).click()
}

/** Signs up from the home page. With a free address, the app opens the verification page. */
export const signUp = async (page: Page, coach: Coach, address: 'free' | 'taken' = 'free'): Promise<void> => {
  const t = createTranslator(coach.locale)
  await page.goto(`/${coach.locale}/`)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('home.signUp') })
    .first()
    .click()
  await sendSignUp(page, coach)
  if (address === 'free')
    await expect(page.getByRole('heading', { name: t('confirmEmail.title') })).toBeVisible()
}

/** Enters the code from the mailbox. The coach is then signed in, on the courses page. */
export const confirmEmail = async (page: Page, { locale, email }: Coach): Promise<void> => {
  const t = createTranslator(locale)
  await page.getByLabel(t('confirmEmail.code'), { exact: true }).fill(await readCode(email))
  await page.getByRole('button', { name: t('confirmEmail.submit'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
}

/** Sends the form of the sign-in screen, which is open. */
export const fillSignIn = async (page: Page, { locale, email, password }: Coach): Promise<void> => {
  const t = createTranslator(locale)
  await page.getByLabel(t('signIn.email')).fill(email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
}

/**
 * Signs in with email address and password. If a path is given, the sign-in opens that page of the locale
 * without another load.
 */
export const signIn = async (page: Page, coach: Coach, path?: string): Promise<void> => {
  const { locale } = coach
  const t = createTranslator(locale)
  const search = path === undefined ? '' : `?returnTo=${encodeURIComponent(`/${locale}/${path}`)}`
  await page.goto(`/${locale}/login${search}`)
  await fillSignIn(page, coach)
  if (coach.isAskedForCode) {
    await expect(page.getByRole('heading', { name: t('confirmSignIn.code.EMAIL.title') })).toBeVisible()
    await page.getByLabel(t('confirmEmail.code'), { exact: true }).fill(await readCode(coach.email))
    await page.getByRole('button', { name: t('confirmSignIn.submit'), exact: true }).click()
  }
  const landing = path ?? t(locale === 'es-US' ? 'courseSlug' : 'coursesHomeSlug')
  // A module opens at its first step.
  await expect(page).toHaveURL(new RegExp(`/${locale}/${landing}(\\?step=\\w+)?$`))
  // The heading receives the focus at the end of the navigation. A menu that opens earlier closes again.
  await expect(page.getByRole('main').getByRole('heading').first()).toBeFocused()
}

/** Returns the demo coach of a locale, who exists in the stand-in of the user pool from its first start. */
export const getDemoCoach = (locale: string): Coach => ({
  locale,
  email: `coach.${locale.slice(-2).toLowerCase()}@example.com`,
  password: 'Barriers-2026!',
})
