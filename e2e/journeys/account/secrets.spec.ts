import { expect, type Page } from '@playwright/test'
import { confirmEmail, createCoach, signUp } from '../../people/coach.ts'
import { fillSignUp, submitSignUp } from '../../people/coach-of-united-states.ts'
import { readStorage } from '../../device/device-storage.ts'
import { answerSurvey } from '../../screens/answer-survey.ts'
import { findUploadRow } from '../../screens/upload-row.ts'
import { createTranslator } from '../../screens/messages.ts'
import { pressSignOut } from '../../screens/sign-out.ts'
import { openProfilePage } from '../../screens/profile.ts'
import { test } from '../../screens/test.ts'
import { removePicker } from '../../screens/without-picker.ts'

/** A password that no other text of the site contains. */
const password = 'Zebra-crossing-77!'
const jsonWebToken = /eyJ[\w-]{10,}\.eyJ/

/** The page's console messages, and every address that it requests. */
const listenTo = (page: Page) => {
  const seen: string[] = []
  page.on('console', (message) => seen.push(message.text()))
  page.on('request', (request) => seen.push(decodeURIComponent(request.url())))
  return seen
}

const expectNoPassword = async (page: Page) => {
  const kept = Object.entries(await readStorage(page))
  expect(kept.filter(([, text]) => text.includes(password)).map(([where]) => where)).toEqual([])
  return kept
}

/** Expects that no storage contains the password. Resolves with the places that contain tokens. */
const tokensIn = async (page: Page) =>
  (await expectNoPassword(page)).filter(([, text]) => jsonWebToken.test(text)).map(([where]) => where)

/** The messages and addresses that identify a person. */
const secretsIn = (seen: readonly string[], email: string) =>
  seen.filter((text) => text.includes(email) || text.includes(password) || jsonWebToken.test(text))

const openOwnProfile = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  await openProfilePage(page, locale, 'details')
  await expect(page.getByRole('button', { name: t('common.save'), exact: true })).toBeVisible()
}

const sessionCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name.endsWith('bb_session'))

const daySeconds = 86_400

/** The days after which each cookie of the browser expires, or undefined for one that ends with the browser. */
const readCookieDays = async (page: Page) => {
  const days = (expires: number) => Math.round((expires - Date.now() / 1000) / daySeconds)
  const all = await page.context().cookies()
  return Object.fromEntries(
    all.map(({ name, expires }) => [name, expires === -1 ? undefined : days(expires)]),
  )
}

test(
  'en-US: password, tokens and address are only where they belong',
  { tag: '@promise' },
  async ({ page }) => {
    const coach = { ...createCoach('en-US'), password }
    const seen = listenTo(page)
    await fillSignUp(page, coach)
    await submitSignUp(page, coach)
    await openOwnProfile(page, 'en-US')
    expect(await tokensIn(page)).toEqual([])
    expect(secretsIn(seen, coach.email)).toEqual([])
    // Scripts cannot read the cookie.
    expect(await sessionCookie(page)).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  },
)

const answer = 'Começar pela roda de conversa.'
const file = 'half-time-of-nobody-else.txt'

/** Answers a survey and uploads a file, and waits until both are stored. */
const work = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  await answerSurvey(page, locale)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  await expect(page.getByText(t('survey.delivered')).first()).toBeVisible()
  await page.goto(`/${locale}/files`)
  const field = page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input'))
  await field.setInputFiles({ name: file, mimeType: 'text/plain', buffer: Buffer.from('2 : 1') })
  await expect(findUploadRow(page, file).filter({ hasText: t('files.state.completed') })).toBeVisible()
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
}

/** The places in the browser's storage that contain one of these texts. */
const holding = async (page: Page, ...texts: string[]) =>
  Object.entries(await readStorage(page))
    .filter(([, stored]) => texts.some((text) => stored.includes(text)))
    .map(([where]) => where)

// Longer than 20 s: a coach signs up, and does everything that could store a secret.
test('pt-BR: password, tokens and address are only where they belong, and a sign-out leaves no trace of the coach', async ({
  page,
}) => {
  const locale = 'pt-BR'
  const coach = { ...createCoach(locale), password }
  const seen = listenTo(page)
  await removePicker(page)

  await test.step('the password is not stored while the app waits for the code', async () => {
    await signUp(page, coach)
    await expectNoPassword(page)
    await confirmEmail(page, coach)
  })

  await test.step('tokens are in the session only, and no message identifies the coach', async () => {
    await openOwnProfile(page, locale)
    expect(await tokensIn(page)).toEqual(['breaking-barriers-session/values'])
    expect(secretsIn(seen, coach.email)).toEqual([])
    expect(await sessionCookie(page)).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  })

  await test.step('the only cookies are those of the product API: Amplify sets none', async () => {
    expect(await readCookieDays(page)).toEqual({ 'XSRF-TOKEN': undefined, bb_session: 30, bb_device: 400 })
  })

  await test.step('after a sign-out nothing is left', async () => {
    await work(page, locale)
    const [, userID = ''] = /"userID":"([^"]+)"/.exec(Object.values(await readStorage(page)).join('')) ?? []
    expect(userID).not.toBe('')
    for (const text of [coach.email, userID, file]) expect(await holding(page, text)).not.toEqual([])
    await pressSignOut(page, locale)
    await expect(page).toHaveURL(new RegExp(`/${locale}/login`))
    await expect.poll(() => holding(page, coach.email, userID, answer, file)).toEqual([])
  })
})
