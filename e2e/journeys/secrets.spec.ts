import { expect, test, type Page } from '@playwright/test'
import { codeFor, newCoach, signUp } from '../people/coach.ts'
import { fillSignUp, submitSignUp } from '../people/coach-of-united-states.ts'
import { storageOf } from '../device/device-storage.ts'
import { messagesOf } from '../screens/messages.ts'

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
  test(`${locale}: password, tokens and address are nowhere but where they belong`, async ({
    page,
    context,
  }) => {
    const t = messagesOf(locale)
    const { email } = newCoach(locale)
    const heard = listenTo(page)
    await ways[locale](page, email)
    await page.goto(`/${locale}/${t('profileSlug')}`)
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
  })
}
