import { expect, type BrowserContext, type Page } from '@playwright/test'
import { answerByFirstOptions } from '../../screens/answer-survey.ts'
import { signIn, type Coach } from '../../people/coach.ts'
import { readRecords } from '../../device/device-records.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { watchEntries } from '../../system/entries-in.ts'
import { test } from '../../screens/test.ts'

const locale = 'es-AR'
const t = createTranslator(locale)
const course = `/${locale}/${t('courseSlug')}`

/** Simulates the server's responses after this browser's session expired: real tokens live for an hour. */
const endSession = async (context: BrowserContext): Promise<void> => {
  await context.clearCookies()
  const error = { code: 'identity-refused', message: 'expired', request_id: 'late' }
  await context.route('**/api/login', (route) => route.fulfill({ status: 401, json: { error } }))
  await context.route('**/api/token-validation', (route) => route.fulfill({ json: { valid: false } }))
}

/**
 * Signs the coach in on a phone, which signs out this browser, and the one that it was before it lost its cookies.
 */
const endOnPhone = async (phone: Page, coach: Coach): Promise<void> => {
  const endOthers = phone.getByRole('button', { name: t('signIns.endOthers') })
  await signIn(phone, coach, t('profileSlug'))
  await phone.getByRole('link', { name: t('profile.security') }).click()
  await phone.getByRole('link', { name: t('signIns.title') }).click()
  const sessions = phone.getByRole('listitem').filter({ has: phone.getByRole('heading') })
  await expect(sessions.filter({ hasText: t('signIns.current') })).toBeVisible()
  await expect(endOthers).toBeVisible()
  await expectAccessible(phone)
  await phone.reload()
  await endOthers.click()
  await expectAccessible(phone)
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: t('signIns.end'), exact: true })
    .click()
  await expect(phone.getByText(t('signIns.onlyHere'))).toBeVisible()
}

test(
  'a coach can work on when the session ends offline; sending waits for the sign-in',
  { tag: '@promise' },
  async ({ page, context, browser }) => {
    const taken = watchEntries(context)
    const arrived = () =>
      taken.flatMap(({ path, key, replay }) => (path === '/api/save-answers' && !replay ? [key] : []))
    const coach = await registerCoach(locale)
    await signIn(page, coach, `${t('courseSlug')}/training-1`)
    await waitUntilReadyForOffline(page, locale)
    const chip = page.locator('header output')
    await expect(chip).toHaveText(t('sync.allSaved'))

    await context.setOffline(true)
    await endSession(context)
    await answerByFirstOptions(page, locale)
    await page.goto(`${course}/training-2`)
    await answerByFirstOptions(page, locale)
    const waiting = await readRecords(page, 'outbox')
    const keys = waiting.flatMap(({ key, name }) => (name === 'survey.answered.v2' ? [key] : []))
    expect(keys).toHaveLength(2)

    await context.setOffline(false)
    // The refusal ends the session on every screen, and states the reason.
    await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
    await expect(page.getByText(t('errorMessage.sessionExpired')).first()).toBeVisible()
    expect(arrived()).toEqual([])
    expect((await readRecords(page, 'outbox')).map(({ key }) => key)).toEqual(waiting.map(({ key }) => key))

    await context.unrouteAll()
    await signIn(page, coach)
    await expect(chip).toHaveText(t('sync.allSaved'))
    await expect.poll(() => arrived().toSorted()).toEqual(keys.toSorted())

    await test.step('after a phone has signed this browser out, its entries still arrive', async () => {
      await page.goto(`${course}/training-3`)
      await expect(chip).toHaveText(t('sync.allSaved'))
      await context.setOffline(true)
      await answerByFirstOptions(page, locale)
      const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
      await endOnPhone(phone, coach)

      await context.setOffline(false)
      await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
      await expect(page.getByText(t('error.endedElsewhere'))).toBeVisible()
      expect(arrived()).toHaveLength(2)
      await signIn(page, coach)
      await expect(chip).toHaveText(t('sync.allSaved'))
      await expect.poll(arrived).toHaveLength(3)
      await phone.context().close()
    })
  },
)
