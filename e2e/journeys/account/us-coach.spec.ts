import { expect, type Page, type Response } from '@playwright/test'
import * as v from 'valibot'
import { expectAccessible } from '../../screens/accessible.ts'
import { createCoach, type Coach } from '../../people/coach.ts'
import { fillShownSignUp, getSurveyTexts } from '../../people/coach-of-united-states.ts'
import { failPersonServices } from '../../system/fail-next.ts'
import { addresses } from '../../system/addresses.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

test.use({ expectedInConsole: /^The sign-(in|up) was refused/ })

const response = v.object({ AnswerID: v.string(), SurveyTextResponse: v.string() })
const stored = v.object({
  loyalty: v.object({
    profiles: v.array(
      v.object({
        Username: v.string(),
        UserAccount: v.object({ AccountVerify: v.string(), AccountVerifyDate: v.optional(v.string()) }),
        PromotionResponses: v.array(v.object({ CampaignControlID: v.string(), DataSourceID: v.string() })),
        SurveyProfileResponses: v.array(response),
      }),
    ),
  }),
})

/** The loyalty provider's data about a coach. */
const fetchProfile = async ({ email }: Coach) => {
  const { loyalty } = v.parse(stored, await (await fetch(`${addresses.personServices}/_stored`)).json())
  const mine = loyalty.profiles.find(({ Username }) => Username === email)
  if (!mine) throw new Error('The loyalty provider stores nothing of this coach.')
  return mine
}

/** The downloaded scripts that talk to user pools. Only those scripts contain the name of that service. */
const userPoolScripts = (page: Page) => {
  const scripts: Promise<string | undefined>[] = []
  const look = async (answer: Response) => {
    const code = await answer.text().catch(() => '')
    return code.includes('AWSCognitoIdentityProviderService') ? answer.url() : undefined
  }
  page.context().on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(look(answer))
  })
  return scripts
}

/** The same, among the scripts that the service worker fetched ahead. */
const keptUserPoolScripts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const found: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const code = await (await cache.match(request))?.text()
        if (code?.includes('AWSCognitoIdentityProviderService')) found.push(request.url)
      }
    }
    return found
  })

const locale = 'en-US'
const t = createTranslator(locale)
const module = `/${locale}/${t('courseSlug')}/training-3`

test(
  'a coach of en-US signs up with the survey profile, and is signed in at once',
  { tag: '@promise' },
  async ({ page }) => {
    const coach = createCoach(locale)
    const scripts = userPoolScripts(page)
    const submit = page.getByRole('button', { name: t('signUp.submit') })

    await test.step('the questions are in the language of the coach', async () => {
      await page.goto(`/${locale}/sign-up?returnTo=${module}`)
      await fillShownSignUp(page, coach)
      const question = page.getByLabel(t('surveyProfile.job'), { exact: true })
      await expect(
        question.getByRole('option', { name: getSurveyTexts(locale).job, includeHidden: true }),
      ).toBeAttached()
      await expectAccessible(page)
    })

    await test.step('the next sign-up continues an interrupted one', async () => {
      await failPersonServices(page, { target: 'loyalty.addSurveyResponses', code: 200_500 })
      await submit.click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(t('errorMessage.authSignUp'))
      await expect(page.getByLabel(t('signUp.email'), { exact: true })).toHaveValue(coach.email)
      await submit.click()
      // The page that the coach opened before the sign-up.
      await expect(page).toHaveURL(new RegExp(`${module}\\?step=watch$`))
    })

    await test.step('the loyalty provider has promotions, answers and a verified account', async () => {
      const mine = await fetchProfile(coach)
      expect(mine.PromotionResponses.map(({ CampaignControlID }) => CampaignControlID).toSorted()).toEqual([
        '4100273001',
        '4100273002',
        '4100273003',
        '4100273004',
        '4100273005',
      ])
      expect(new Set(mine.PromotionResponses.map(({ DataSourceID }) => DataSourceID))).toEqual(
        new Set(['2000042737']),
      )
      expect(mine.SurveyProfileResponses.map(({ SurveyTextResponse }) => SurveyTextResponse)).toContain(
        'Physical education',
      )
      expect(mine.SurveyProfileResponses).toHaveLength(5)
      expect(mine.UserAccount.AccountVerify).toBe('Y')
      expect(mine.UserAccount.AccountVerifyDate).toMatch(/^\d{2}\/\d{2}\/\d{4}$/)
    })

    await test.step('the session survives a reload, and Amplify was never downloaded', async () => {
      await page.goto(`/${locale}/${t('profileSlug')}`)
      await page.reload()
      await expect(page.getByText('Marta da Silva').first()).toBeVisible()
      const downloaded = await Promise.all(scripts)
      expect(downloaded.length).toBeGreaterThan(3)
      expect(downloaded.filter((address) => address !== undefined)).toEqual([])
      expect(await keptUserPoolScripts(page)).toEqual([])
    })
  },
)
