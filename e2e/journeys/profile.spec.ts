import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import * as v from 'valibot'
import { expectAccessible } from '../accessible.ts'
import { answerSurvey } from '../answer-survey.ts'
import { signIn, type Coach } from '../coach.ts'
import { eventsOf } from '../events-of.ts'
import { failPersonServices, forgetFailures } from '../faults/fail-next.ts'
import { addresses } from '../product.ts'
import { registeredCoach } from '../registered-coach.ts'
import { courseWordsOf, wordsOf } from '../words.ts'

test.afterEach(forgetFailures)

/** A new coach of a locale, signed in. */
const joined = async (page: Page, locale: string): Promise<Coach> => {
  const coach = await registeredCoach(locale)
  await signIn(page, coach)
  return coach
}

const sections = (page: Page, locale: string) => {
  const t = wordsOf(locale)
  const section = (id: string) => page.getByRole('region', { name: t(id), exact: true })
  return {
    details: section('profile.aboutYou'),
    learning: section('profile.learning.title'),
    news: section('profile.news.title'),
    account: section('profile.account'),
    data: section('profile.data'),
  }
}

const openProfile = async (page: Page, locale: string) => {
  const t = wordsOf(locale)
  await page.goto(`/${locale}/${t('profileSlug')}`)
  await expect(page.getByRole('heading', { name: t('profile.title') })).toBeVisible()
}

const journal = v.object({
  journal: v.array(v.object({ service: v.string(), call: v.string(), body: v.optional(v.unknown()) })),
})
const callsOf = async (service: string) => {
  const stored = v.parse(journal, await (await fetch(`${addresses.personServices}/_stored`)).json())
  return stored.journal.filter((entry) => entry.service === service)
}

const market = {
  'pt-BR': { isoLanguage: 'pt', isoCountry: 'BR', campaignId: 'PN001766', brandCode: 'BH0413' },
  'es-US': { isoLanguage: 'es', isoCountry: 'US' },
}

for (const locale of ['pt-BR', 'es-US'] as const) {
  test(`a coach of ${locale} changes name, answers, interests and preferences`, async ({ page }) => {
    const t = wordsOf(locale)
    await joined(page, locale)
    await openProfile(page, locale)
    const { details, learning, news } = sections(page, locale)
    const save = details.getByRole('button', { name: t('common.save'), exact: true })
    await expect(save).toBeVisible()
    await expectAccessible(page)

    await test.step('a name and answers', async () => {
      await details.getByLabel(t('signUp.firstName'), { exact: true }).fill('Teresa')
      await details.locator('select[name="job"]').selectOption({ index: 3 })
      await save.click()
      await expect(details.getByText('Teresa da Silva')).toBeVisible()
      await expect(page.getByText(t('successMessage.profileSaved')).first()).toBeVisible()
    })

    await test.step('topics, at the extended profile', async () => {
      await learning.getByLabel(t('profile.interest.inclusion')).check()
      await learning.getByLabel(t('profile.preference.shortSessions')).check()
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/users/preferences/store'))
      await learning.getByRole('button', { name: t('profile.learning.save') }).click()
      expect((await saved).status()).toBe(200)
    })

    await test.step('news, at the marketing profile with the header of the market', async () => {
      await news.getByLabel(t('profile.interest.events')).check()
      await news.getByLabel(t('profile.preference.email')).check()
      const saved = page.waitForResponse(
        (answer) => answer.url().endsWith('/user/custom-preferences') && answer.request().method() === 'POST',
      )
      await news.getByRole('button', { name: t('profile.news.save') }).click()
      expect((await saved).status()).toBe(200)
      const made = (await callsOf('marketing-profile')).findLast(({ call }) => call === 'signUp')
      expect(made?.body).toMatchObject({
        profile: {
          header: { ...market[locale], formType: 'signUp', entity: 'PRM2.6', origin: 'Website' },
          consumerIdentity: { firstName: 'Teresa', lastName: 'da Silva' },
        },
      })
    })

    await test.step('all of it is there after a reload', async () => {
      await page.reload()
      await expect(save).toBeVisible()
      await expect(details.getByLabel(t('signUp.firstName'), { exact: true })).toHaveValue('Teresa')
      await expect(details.locator('select[name="job"]')).not.toHaveValue('')
      await expect(learning.getByLabel(t('profile.interest.inclusion'))).toBeChecked()
      await expect(learning.getByLabel(t('profile.preference.shortSessions'))).toBeChecked()
      await expect(news.getByLabel(t('profile.interest.events'))).toBeChecked()
      await expect(news.getByLabel(t('profile.interest.research'))).not.toBeChecked()
    })
  })
}

test('a profile that is refused is asked for again after 3 s, and then shown from this device', async ({
  page,
}) => {
  const t = wordsOf('en-US')
  await joined(page, 'en-US')
  await openProfile(page, 'en-US')
  const { details } = sections(page, 'en-US')
  const save = details.getByRole('button', { name: t('common.save'), exact: true })
  await expect(save).toBeVisible()

  await test.step('one refusal: the wait is shown, then the profile', async () => {
    await failPersonServices({ target: 'loyalty.userDetails', code: 200_500 })
    await page.reload()
    await expect(details.getByText(t('profile.waiting'))).toBeVisible()
    await expect(save).toBeVisible()
  })

  await test.step('two refusals: the copy of this device, and a button to try again', async () => {
    await failPersonServices({ target: 'loyalty.userDetails', code: 200_500, times: 2 })
    await page.reload()
    await expect(details.getByText(t('profile.notRead'))).toBeVisible()
    await expect(details.getByText('Marta da Silva')).toBeVisible()
    await expectAccessible(page)
    const { learning } = sections(page, 'en-US')
    await learning.getByLabel(t('profile.interest.families')).check()
    await details.getByRole('button', { name: t('common.retry') }).click()
    await expect(save).toBeVisible()
    // The button that was pressed is gone: the focus is at the heading of its part.
    await expect(details.getByRole('heading', { name: t('profile.aboutYou') })).toBeFocused()
    // The other parts are not touched by it: what was chosen there is still chosen.
    await expect(learning.getByLabel(t('profile.interest.families'))).toBeChecked()
  })

  await test.step('a name that is refused: the answers are not sent, and nothing typed is lost', async () => {
    await failPersonServices({ target: 'loyalty.updateProfile', code: 200_500 })
    const before = (await callsOf('loyalty')).filter(({ call }) => call === 'addSurveyResponses').length
    const firstName = details.getByLabel(t('signUp.firstName'), { exact: true })
    await firstName.fill('Teresa')
    await save.click()
    await expect(details.getByRole('alert')).toContainText(t('profile.nameNotSaved'))
    await expect(page.locator(':focus').getByRole('alert')).toBeVisible()
    await expect(firstName).toHaveValue('Teresa')
    const after = (await callsOf('loyalty')).filter(({ call }) => call === 'addSurveyResponses').length
    expect(after).toBe(before)
  })

  await test.step('answers that are refused: the name is saved, and the screen says so', async () => {
    await failPersonServices({ target: 'loyalty.addSurveyResponses', code: 200_500 })
    await save.click()
    await expect(details.getByRole('alert')).toContainText(t('profile.answersNotSaved'))
    await save.click()
    await expect(details.getByText('Teresa da Silva')).toBeVisible()
  })
})

test('the profile can be read without a connection, not changed', async ({ page, context }) => {
  const t = wordsOf('en-GB')
  await joined(page, 'en-GB')
  await openProfile(page, 'en-GB')
  const { details, learning } = sections(page, 'en-GB')
  const save = details.getByRole('button', { name: t('common.save'), exact: true })
  await expect(save).toBeVisible()
  await learning.getByLabel(t('profile.interest.families')).check()
  await learning.getByRole('button', { name: t('profile.learning.save') }).click()
  await expect(page.getByText(t('successMessage.profileSaved')).first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.reload()
  await expect(details.getByText('Marta da Silva')).toBeVisible()
  await expect(details.getByText(t('error.network'))).toBeVisible()
  await expect(learning.getByLabel(t('profile.interest.families'))).toBeChecked()
  await expect(learning.getByLabel(t('profile.interest.families'))).toBeDisabled()
  await expect(save).toHaveCount(0)
  await expectAccessible(page)
  await context.setOffline(false)
})

for (const locale of ['pt-BR', 'en-US']) {
  test(`a coach of ${locale} changes the password and signs out everywhere`, async ({ page }) => {
    const t = wordsOf(locale)
    const coach = await joined(page, locale)
    const changed = { ...coach, password: 'Half-time-2026!' }
    const events = await eventsOf(page)
    const old = page.getByLabel(t('changePassword.oldPassword'), { exact: true })
    const save = page.getByRole('button', { name: t('forgotPassword.save') })

    await test.step('the address of password managers leads to the form of the locale', async () => {
      await page.goto('/.well-known/change-password')
      await expect(page).toHaveURL(new RegExp(`/${locale}/change-password$`))
      await expect(page.getByRole('heading', { name: t('changePassword.title') })).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('a wrong password is refused', async () => {
      await old.fill('Not-this-one-2026!')
      await page.getByLabel(t('forgotPassword.newPassword'), { exact: true }).fill(changed.password)
      await save.click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(t('errorMessage.passwordIsWrong'))
      await expect(page.locator(':focus').getByRole('alert')).toBeVisible()
    })

    await test.step('the right one is changed, and the session goes on', async () => {
      await old.fill(coach.password)
      await save.click()
      await expect(page.getByRole('heading', { name: t('profile.title') })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: t('profile.title') })).toBeVisible()
    })

    await test.step('sign out everywhere, and in again with the new password', async () => {
      const { account } = sections(page, locale)
      await account.getByRole('button', { name: t('profile.signOutEverywhere') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: t('profile.signOutEverywhere') }).click()
      await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
      expect(await events()).toEqual(expect.arrayContaining(['password_changed', 'sign_out']))
      await signIn(page, changed)
    })
  })
}

test('a coach downloads what is known, and deletes what is on the device', async ({ page, context }) => {
  const t = wordsOf('pt-BR')
  const coach = await joined(page, 'pt-BR')
  await openProfile(page, 'pt-BR')
  const { data } = sections(page, 'pt-BR')

  await test.step('the file has what device and services hold, and no token', async () => {
    const downloading = page.waitForEvent('download')
    await data.getByRole('button', { name: t('profile.download') }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    const content: unknown = JSON.parse(text)
    expect(content).toMatchObject({
      account: { email: coach.email, locale: 'pt-BR' },
      services: {
        details: { firstName: 'Marta', lastName: 'da Silva' },
        learning: { interests: [] },
        product: { customer: { data: { country: 'BR' } }, progress: { surveys: [] } },
      },
    })
    expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\.|[Tt]oken"/)
  })

  await test.step('unsent work is counted before anything is deleted', async () => {
    await page.goto(`/pt-BR/${t('courseSlug')}`)
    await page.getByRole('link', { name: courseWordsOf('pt-BR')('training', 'training-1').title }).click()
    await expect(page.getByRole('heading', { name: t('survey.title') })).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await answerSurvey(page, 'pt-BR')
    await page.getByRole('button', { name: t('survey.submit') }).click()
    await expect(page.getByText(t('survey.saved'), { exact: true }).first()).toBeVisible()
    await openProfile(page, 'pt-BR')
    await data.getByRole('button', { name: t('profile.erase') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(t('profile.eraseLoses'))).toBeVisible()
    // The answers, and what was told of them to analytics.
    await expect(dialog.getByText(/^\d registros? na caixa de saída$/)).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(dialog.getByText(t('profile.eraseAllSent'))).toBeVisible()
  })

  await test.step('only the typed word deletes', async () => {
    const dialog = page.getByRole('dialog')
    const word = dialog.getByLabel(t('profile.eraseType', { word: t('profile.eraseWord') }))
    await dialog.getByRole('button', { name: t('profile.erase') }).click()
    await expect(word).toBeFocused()
    await expect(dialog.getByText(t('profile.eraseWordNeeded'))).toBeVisible()
    await word.fill(t('profile.eraseWord').toLowerCase())
    await dialog.getByRole('button', { name: t('profile.erase') }).click()
    await expect(page).toHaveURL(/\/pt-BR\/$/)
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: t('home.signUp') })
        .first(),
    ).toBeVisible()
    const left = await page.evaluate(async () => {
      const open = (name: string) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name)
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(new Error(name)))
        })
      const database = await open('breaking-barriers-session')
      const request = database.transaction('values').objectStore('values').getAllKeys()
      await new Promise((resolve) => {
        request.addEventListener('success', resolve)
      })
      return request.result
    })
    expect(left).not.toContain('currentUser')
  })
})
