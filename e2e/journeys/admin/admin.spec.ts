import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtAllSizes } from '../../screens/accessible.ts'
import { answerByFirstOptions, chooseFirstOptions } from '../../screens/answer-survey.ts'
import {
  enterAdminCode,
  getLoyaltyAdmin,
  readNextCode,
  setUpAuthenticator,
  signInAdmin,
} from '../../people/admin.ts'
import { signIn } from '../../people/coach.ts'
import { makeAdmin, registerCoach } from '../../people/registered-coach.ts'
import { openProfile, findProfileRow } from '../../screens/profile.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'
import { expectPagesToFollowRole } from './follow-role.ts'

/** Makes the server refuse a phone's answers to one module. */
const refuseAnswers = (page: Page, module: string) => {
  const error = { code: 'invalid-body', message: 'refused', request_id: 'poison', path: 'answers.0.value' }
  return page.context().route('**/api/save-answers', (route) => {
    const { video_id } = route.request().postDataJSON() as { video_id: string }
    return video_id === module ? route.fulfill({ status: 422, json: { error } }) : route.fallback()
  })
}

/** An admin of a pool sets up a second factor, from the page that needs it, and gets back there. */
const setUpFirst = async (page: Page): Promise<void> => {
  const locale = 'es-AR'
  const t = createTranslator(locale)
  const heading = (id: string) => page.getByRole('heading', { level: 1, name: t(id) })
  const admin = await registerCoach(locale)
  await makeAdmin(admin)
  await signIn(page, admin)
  await page.goto(`/${locale}/admin/sync`)
  await expect(heading('admin.access.setUpTitle')).toBeVisible()
  await expectAccessible(page)
  expect((await page.request.get('/api/sync-devices')).status()).toBe(403)
  await page.getByRole('link', { name: t('admin.access.setUpLink') }).click()
  await expect(heading('secondFactor.title')).toBeVisible()
  await setUpAuthenticator(page, admin)
  await page.getByRole('link', { name: t('secondFactor.toAdmin') }).click()
  await expect(heading('admin.tabs.sync')).toBeVisible()
}

/** An admin of the loyalty provider enters the code of the app in another browser, which reloads the page. */
const enterCodeOfApp = async (page: Page, other: Page): Promise<void> => {
  const locale = 'en-US'
  const t = createTranslator(locale)
  await signInAdmin(page, locale)
  await signIn(other, getLoyaltyAdmin(locale))
  await other.goto(`/${locale}/admin/programme`)
  await enterAdminCode(other, locale, '12345')
  await expect(other.getByText(t('errorMessage.authCodeverify')).first()).toBeVisible()
  await other.reload()
  await expect(other.getByRole('heading', { level: 1, name: t('admin.access.codeTitle') })).toBeVisible()
  await expectAccessible(other)
  await enterAdminCode(other, locale, readNextCode(locale))
  await expect(
    other.getByRole('heading', { level: 1, name: t('admin.programme.title'), exact: true }),
  ).toBeVisible()
}

// Longer than 20 s: two people sign in, and axe checks the lists on a phone and on a computer.
test(
  'an admin finds the device of a coach and its log, and downloads the list; nobody else can',
  { tag: '@promise' },
  async ({ page, browser }) => {
    const t = createTranslator('pt-BR')
    const coach = await registerCoach('pt-BR')
    const reports: unknown[] = []
    const uploads: unknown[] = []
    // The service worker reports, too, if it delivered the entries.
    page.context().on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname === '/api/sync-report') reports.push(request.postDataJSON())
      if (pathname === '/api/sync-uploads') uploads.push(request.postDataJSON())
    })

    const customer =
      await test.step('a coach answers two surveys, of which the server refuses one', async () => {
        await signIn(page, coach)
        await page.goto(`/pt-BR/${t('courseSlug')}/training-1`)
        const answered = page.context().waitForEvent('response', {
          predicate: (response) => new URL(response.url()).pathname === '/api/save-answers',
        })
        await answerByFirstOptions(page, 'pt-BR')
        const { customer_id } = (await answered).request().postDataJSON() as { customer_id: string }
        await refuseAnswers(page, 'training-2')
        await page.goto(`/pt-BR/${t('courseSlug')}/training-2`)
        // Waiting entries are sent together, so all of them have to be sent first.
        await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
        await chooseFirstOptions(page, 'pt-BR')
        await page.getByRole('button', { name: t('survey.submit') }).click()
        await expect(page.getByText(t('survey.needsYou'), { exact: true }).first()).toBeVisible()
        return customer_id
      })

    await test.step('their phone reports both, and the page refuses the coach; a visitor has to sign in first', async () => {
      // A page reports at its start, even if its last report is less than 15 s old.
      await page.goto('/pt-BR/admin/sync')
      await expect(page.getByText(t('admin.forbidden'), { exact: true })).toBeVisible()
      await expectAccessible(page)
      expect((await page.request.get('/api/sync-devices')).status()).toBe(403)
      await expect
        .poll(() => JSON.stringify(reports))
        .toMatch(/"happened":"delivered"[^}]*"name":"survey\.answered\.v2"/)
      await expect.poll(() => reports.at(-1)).toMatchObject({ pending: { needs_you: 1 } })
      await expect.poll(() => uploads.at(-1)).toMatchObject({ uploads: [] })
      expect(JSON.stringify(reports)).not.toContain(coach.email)
      expect(JSON.stringify(reports)).not.toContain('answers"')
      const visitor = await (await browser.newContext()).newPage()
      const opened = await visitor.goto('/pt-BR/admin/sync')
      expect(opened?.status()).toBe(403)
      await expect(visitor).toHaveURL(/\/pt-BR\/\?returnTo=%2Fpt-BR%2Fadmin%2Fsync$/)
      await visitor.context().close()
    })

    await test.step('an admin without a second factor is led to its set-up; another one enters a code', async () => {
      const phones = await Promise.all(
        [1, 2, 3].map(async () => {
          const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
          return context.newPage()
        }),
      )
      const [first, second, third] = phones
      if (!first || !second || !third) return
      await setUpFirst(first)
      await enterCodeOfApp(second, third)
      for (const phone of phones) await phone.context().close()
    })

    const admin = await (await browser.newContext()).newPage()
    const list = admin.getByRole('region', { name: t('admin.list.heading'), exact: true })
    await test.step('an admin opens the list from the profile and filters it', async () => {
      await signInAdmin(admin, 'pt-BR')
      await openProfile(admin, 'pt-BR')
      await findProfileRow(admin, t('header.admin')).click()
      await expect(admin.getByRole('heading', { level: 1, name: t('admin.tabs.sync') })).toBeVisible()
      await admin.getByText(t('admin.filter.heading'), { exact: true }).click()
      await admin.getByLabel(t('admin.filter.country'), { exact: true }).selectOption('BR')
      await admin.getByLabel(t('admin.filter.who'), { exact: true }).fill(customer)
      await admin.getByLabel(t('admin.filter.sort'), { exact: true }).selectOption('silent')
      await admin.getByRole('button', { name: t('admin.filter.apply') }).click()
      await expect(list.getByRole('rowheader')).toHaveCount(1)
      await expect(admin).toHaveURL(/country=BR/)
    })

    /** On a phone, all charts but the first are folded. */
    const unfold = () => admin.getByText(t('admin.overview.more'), { exact: true }).click()
    const bar = (picture: string, name: string) =>
      admin.getByRole('region', { name: picture, exact: true }).getByRole('link', { name })
    await test.step('a tap on its bar finds the recently seen device', async () => {
      await unfold()
      await expect(bar(t('admin.overview.seen'), t('admin.overview.seenAge.today'))).toHaveCount(1)
      await bar(t('admin.overview.seen'), t('admin.overview.seenAge.today')).click()
      await expect(admin).toHaveURL(/country=BR.*seen=today/)
      await expect(list.getByRole('heading', { level: 2 })).toBeInViewport()
      await expect(list.getByText(customer).filter({ visible: true }).first()).toBeVisible()
      await expect(list.getByRole('rowheader')).toHaveCount(1)
    })

    await test.step('the bars of waiting entries filter, too; filters combine and can be removed', async () => {
      await admin.goto(`/pt-BR/admin/sync?who=${customer}`)
      await unfold()
      const waits = bar(t('admin.overview.waiting'), t('admin.overview.waitingAge.hour'))
      await waits.click()
      await expect(waits).toHaveAttribute('aria-current', 'true')
      await expect(list.getByRole('rowheader')).toHaveCount(1)
      await expect(list.getByText(customer).filter({ visible: true }).first()).toBeVisible()
      await bar(t('admin.overview.byCountry'), t('countryName.BR')).click()
      for (const filter of [/country=BR/, /needs=true/, /waiting=hour/]) await expect(admin).toHaveURL(filter)
      await expect(list.getByRole('rowheader')).toHaveCount(1)
      await expectAccessibleAtAllSizes(admin)
      await admin.goBack()
      await expect(admin).toHaveURL(/^(?!.*country).*waiting=hour/)
      await list.getByRole('link', { name: t('admin.overview.waitingAge.hour') }).click()
      await expect(admin).not.toHaveURL(/waiting/)
      await expect(waits).not.toHaveAttribute('aria-current')
      await admin.goto(`/pt-BR/admin/sync?country=BR&who=${customer}&sort=silent`)
    })

    await test.step('the admin downloads the same list as CSV, although the server has lost the session', async () => {
      await admin.context().clearCookies()
      const downloading = admin.waitForEvent('download')
      await admin.getByRole('link', { name: t('admin.list.csv') }).click()
      const file = await (await downloading).path()
      const lines = readFileSync(file, 'utf8').trim().split('\r\n')
      expect(lines).toHaveLength(2)
      expect(lines[1]).toContain(`"${customer}"`)
    })

    await test.step('the admin reads what happened on the device', async () => {
      await list.getByRole('rowheader').getByRole('link').click()
      await expect(admin.getByText(t('admin.detail.noGaps'), { exact: true })).toBeVisible()
      await expect(admin.getByText(t('admin.happened.delivered')).first()).toBeVisible()
      await expect(admin.getByText('training-1').first()).toBeVisible()
      await expect(admin.getByText(t('admin.uploads.none'), { exact: true })).toBeVisible()
      expect(await admin.getByRole('main').textContent()).not.toContain('@')
      await expectAccessibleAtAllSizes(admin)
    })

    await test.step('the page says when it is offline, and offers to try again', async () => {
      await admin.context().setOffline(true)
      await admin.goBack()
      await admin.getByText(t('admin.filter.heading'), { exact: true }).click()
      await admin.getByLabel(t('admin.filter.sort'), { exact: true }).selectOption('pending')
      await admin.getByRole('button', { name: t('admin.filter.apply') }).click()
      await expect(list.getByText(t('admin.failed'), { exact: true })).toBeVisible()
      await admin.context().setOffline(false)
      await list.getByRole('button', { name: t('common.retry') }).click()
      await expect(list.getByRole('rowheader').first()).toBeVisible()
    })

    await test.step('the admin gives a coach a role, and takes it; their pages follow without a new sign-in', () =>
      expectPagesToFollowRole(admin, browser))
    await admin.context().close()
  },
)
