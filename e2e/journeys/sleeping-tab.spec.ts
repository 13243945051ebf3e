import { expect, type BrowserContext, type Page } from '@playwright/test'
import { signIn } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { answerSurvey } from '../screens/answer-survey.ts'
import { courseTextsOf, messagesOf } from '../screens/messages.ts'
import { openProfile, sections } from '../screens/profile.ts'
import { test } from '../screens/test.ts'

const locale = 'en-GB'
const t = messagesOf(locale)
const { survey } = courseTextsOf(locale)('training', 'training-1')
const typed = 'Começar pela roda de conversa.'

/** A tab that can fall asleep: it then misses what the other tabs announce, as a frozen one does. */
const openTab = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        // The first listener decides for those that follow.
        this.addEventListener('message', (event) => {
          if (document.documentElement.dataset['asleep'] !== undefined) event.stopImmediatePropagation()
        })
      }
    }
  })
  return page
}
/** Puts a tab to sleep. No response reaches it either, which would tell it of another coach: `connect` ends that. */
const fallAsleep = async (page: Page) => {
  const connected = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await connected.promise
    await route.continue()
  })
  await page.evaluate(() => void (document.documentElement.dataset['asleep'] = ''))
  return () => connected.resolve()
}
/** The person comes back to the tab. */
const wake = (page: Page) =>
  page.evaluate(() => {
    delete document.documentElement.dataset['asleep']
    window.dispatchEvent(new Event('focus'))
  })

const allSaved = (page: Page) => expect(page.locator('header output')).toHaveText(t('sync.allSaved'))

const signOut = async (page: Page): Promise<void> => {
  // What still waits would lead to a question.
  await allSaved(page)
  await page.getByRole('button', { name: t('header.openMenu') }).click()
  await page.getByRole('button', { name: t('header.signOut') }).click()
  await expect(page).toHaveURL(new RegExp(`/${locale}/login`))
}

/** Two tabs of one browser: Ana works in one of them, which is asleep when Ben signs in in the other. */
const start = async (context: BrowserContext, work: (page: Page) => Promise<void>) => {
  const [ana, ben] = [await registeredCoach(locale), await registeredCoach(locale)]
  const asleep = await openTab(context)
  await signIn(asleep, ana)
  await work(asleep)
  const connect = await fallAsleep(asleep)
  const awake = await context.newPage()
  await awake.goto(`/${locale}/`)
  await signOut(awake)
  await signIn(awake, ben)
  return { ana, asleep, awake, connect }
}

const openSurvey = async (page: Page): Promise<void> => {
  // The first visit of a coach is recorded, a moment after the page shows: until then "all saved" says too much.
  const recorded = page.context().waitForEvent('response', {
    predicate: (response) => response.url().endsWith('/api/save-modules-events'),
  })
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  await expect(page.getByRole('heading', { name: t('survey.title') })).toBeVisible()
  await recorded
}
const textOf = (page: Page) => page.getByLabel(survey['q3']?.question ?? '')
const save = (page: Page) => page.getByRole('button', { name: t('survey.submit') }).click()

/** The answers that the server took, as text. */
const watchAnswers = (context: BrowserContext): string[] => {
  const taken: string[] = []
  context.on('response', (response) => {
    if (response.url().endsWith('/api/save-answers') && response.ok())
      taken.push(response.request().postData() ?? '')
  })
  return taken
}

test('a survey that was filled in before another coach signed in is theirs in no tab', async ({
  context,
}) => {
  const taken = watchAnswers(context)
  const { asleep, connect } = await start(context, async (page) => {
    await openSurvey(page)
    await answerSurvey(page, locale)
  })
  await expect(textOf(asleep)).toHaveValue(typed)
  connect()
  await wake(asleep)
  await expect(textOf(asleep)).toHaveValue('')
  await expect(asleep.getByText(t('error.tabOfOtherCustomer'))).toBeVisible()
  await answerSurvey(asleep, locale)
  await textOf(asleep).fill('Ben has words of his own.')
  await save(asleep)
  await expect.poll(() => taken).toHaveLength(1)
  expect(taken.join()).not.toContain(typed)
})

test('answers that are saved in a tab that is still asleep wait for the coach who gave them', async ({
  context,
}) => {
  const taken = watchAnswers(context)
  const { ana, asleep, awake, connect } = await start(context, async (page) => {
    await openSurvey(page)
    await answerSurvey(page, locale)
  })
  await save(asleep)
  connect()
  // The server knows who is signed in, and the tab learns it: it shows what is Ben's.
  await expect(textOf(asleep)).toHaveValue('')
  await openSurvey(awake)
  await expect(textOf(awake)).toHaveValue('')
  await allSaved(awake)
  expect(taken).toEqual([])

  await signOut(awake)
  await signIn(awake, ana)
  await expect.poll(() => taken).toHaveLength(1)
  expect(taken[0]).toContain(typed)
})

test('a profile that was open before another coach signed in is not saved as theirs', async ({ context }) => {
  const saved: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/update')) saved.push(request.postData() ?? '')
  })
  const { asleep, awake } = await start(context, async (page) => {
    await openProfile(page, locale)
    await sections(page, locale).details.getByLabel(t('signUp.firstName'), { exact: true }).fill('Anastasia')
  })
  await sections(asleep, locale)
    .details.getByRole('button', { name: t('common.save'), exact: true })
    .click()
  await expect(asleep.getByText(t('error.tabOfOtherCustomer'))).toBeVisible()
  expect(saved.join()).not.toContain('Anastasia')
  await openProfile(awake, locale)
  await expect(
    sections(awake, locale).details.getByLabel(t('signUp.firstName'), { exact: true }),
  ).toHaveValue('Marta')
})
