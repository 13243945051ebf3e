import { expect, type Page } from '@playwright/test'
import { codeFor, newCoach, signIn, signUp } from '../people/coach.ts'
import { fillSignUp, submitSignUp } from '../people/coach-of-united-states.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { storageOf } from '../device/device-storage.ts'
import { answerSurvey } from '../screens/answer-survey.ts'
import { uploadRow } from '../screens/upload-row.ts'
import { messagesOf } from '../screens/messages.ts'
import { openDetails, openProfile } from '../screens/profile.ts'
import { test } from '../screens/test.ts'
import { withoutPicker } from '../screens/without-picker.ts'

/** A password that no other text of the site contains. */
const password = 'Zebra-crossing-77!'
const jsonWebToken = /eyJ[\w-]{10,}\.eyJ/

/** What the page writes to the console, and every address that it asks for. */
const listenTo = (page: Page) => {
  const heard: string[] = []
  page.on('console', (message) => heard.push(message.text()))
  page.on('request', (request) => heard.push(decodeURIComponent(request.url())))
  return heard
}

const expectNoPassword = async (page: Page) => {
  const kept = Object.entries(await storageOf(page))
  expect(kept.filter(([, text]) => text.includes(password)).map(([where]) => where)).toEqual([])
  return kept
}

const ways = {
  'pt-BR': async (page: Page, email: string) => {
    const t = messagesOf('pt-BR')
    await signUp(page, { locale: 'pt-BR', email, password })
    await expectNoPassword(page)
    await page.getByLabel(t('verify.code')).fill(await codeFor(email))
    await page.getByRole('button', { name: t('verify.submit'), exact: true }).click()
    await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
  },
  'en-US': async (page: Page, email: string) => {
    const coach = { locale: 'en-US', email, password }
    await fillSignUp(page, coach)
    await submitSignUp(page, coach)
  },
}

for (const locale of ['pt-BR', 'en-US'] as const) {
  test(
    `${locale}: password, tokens and address are nowhere but where they belong`,
    { tag: locale === 'en-US' ? '@promise' : [] },
    async ({ page, context }) => {
      const t = messagesOf(locale)
      const { email } = newCoach(locale)
      const heard = listenTo(page)
      await ways[locale](page, email)
      await page.goto(`/${locale}/${t('profileSlug')}`)
      await openDetails(page, locale)
      await expect(page.getByRole('button', { name: t('common.save'), exact: true })).toBeVisible()

      await test.step('the password is nowhere, tokens are in the session alone', async () => {
        const kept = await expectNoPassword(page)
        const holding = kept.filter(([, text]) => jsonWebToken.test(text)).map(([where]) => where)
        expect(holding).toEqual(locale === 'pt-BR' ? ['breaking-barriers-session/values'] : [])
      })

      await test.step('neither the console nor an address says who it is', () => {
        const told = heard.filter(
          (text) => text.includes(email) || text.includes(password) || jsonWebToken.test(text),
        )
        expect(told).toEqual([])
      })

      await test.step('scripts cannot read the cookie of the session', async () => {
        const session = (await context.cookies()).find(({ name }) => name.endsWith('bb_session'))
        expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
      })
    },
  )
}

const answer = 'Começar pela roda de conversa.'
const file = 'half-time-of-nobody-else.txt'

/** Answers a survey and uploads a file, to the end of both. */
const work = async (page: Page, locale: string) => {
  const t = messagesOf(locale)
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  await answerSurvey(page, locale)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  await expect(page.getByText(t('survey.delivered')).first()).toBeVisible()
  await openProfile(page, locale)
  await page.goto(`/${locale}/files`)
  const field = page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input'))
  await field.setInputFiles({ name: file, mimeType: 'text/plain', buffer: Buffer.from('2 : 1') })
  await expect(uploadRow(page, file).filter({ hasText: t('files.state.completed') })).toBeVisible()
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
}

/** Where the storage of the browser holds one of these texts. */
const holding = async (page: Page, ...texts: string[]) =>
  Object.entries(await storageOf(page))
    .filter(([, stored]) => texts.some((text) => stored.includes(text)))
    .map(([where]) => where)

for (const locale of ['pt-BR', 'en-US']) {
  test(`${locale}: after a sign-out no storage of the browser says who was here, nor what they did`, async ({
    page,
  }) => {
    const t = messagesOf(locale)
    await withoutPicker(page)
    const coach = await registeredCoach(locale)
    await signIn(page, coach)
    await work(page, locale)
    const [, userID = ''] = /"userID":"([^"]+)"/.exec(Object.values(await storageOf(page)).join('')) ?? []
    expect(userID).not.toBe('')
    for (const text of [coach.email, userID, file]) expect(await holding(page, text)).not.toEqual([])

    await page.getByRole('button', { name: t('header.openMenu') }).click()
    await page.getByRole('button', { name: t('header.signOut') }).click()
    await expect(page).toHaveURL(new RegExp(`/${locale}/login`))
    await expect.poll(() => holding(page, coach.email, userID, answer, file)).toEqual([])
  })
}
