import { expect, type BrowserContext, type Page } from '@playwright/test'
import { signIn } from '../people/coach.ts'
import { registerCoach } from '../people/registered-coach.ts'
import { createTranslator } from './messages.ts'
import { pressSignOut } from './sign-out.ts'
import { expectModule } from './module-steps.ts'

const locale = 'en-GB'
const t = createTranslator(locale)

/**
 * Opens a tab that can fall asleep. A sleeping tab misses the messages of other tabs, as a frozen tab does.
 * It also ignores the events of a tap, which would wake it just before or after the effect of the tap.
 */
const openTab = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const isAsleep = () => document.documentElement?.dataset['asleep'] !== undefined
    for (const name of ['focus', 'pageshow', 'resume', 'visibilitychange'])
      window.addEventListener(name, (event) => isAsleep() && event.stopImmediatePropagation(), true)
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        // The first listener can stop the event for all later listeners.
        this.addEventListener('message', (event) => {
          if (isAsleep()) event.stopImmediatePropagation()
        })
      }
    }
  })
  return page
}

/**
 * Puts a tab to sleep. It also gets no responses of the product API, because they could tell it about another
 * coach. Resolves with the function that lets the responses pass.
 */
const fallAsleep = async (page: Page) => {
  const connected = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await connected.promise
    await route.continue()
  })
  await page.evaluate(() => void (document.documentElement.dataset['asleep'] = ''))
  return () => connected.resolve()
}

/** Simulates that the person returns to the tab. */
export const wake = (page: Page) =>
  page.evaluate(() => {
    delete document.documentElement.dataset['asleep']
    window.dispatchEvent(new Event('focus'))
  })

export const expectAllSaved = (page: Page) =>
  expect(page.locator('header output')).toHaveText(t('sync.allSaved'))

export const signOut = async (page: Page): Promise<void> => {
  // Unsent entries would lead to a question.
  await expectAllSaved(page)
  await pressSignOut(page, locale)
  await expect(page).toHaveURL(new RegExp(`/${locale}/login`))
}

/**
 * Opens two tabs of one browser. Ana works in the first tab, which falls asleep. Then Ben signs in in the
 * second tab. `connect` lets the first tab get responses again.
 */
export const startTwoTabs = async (context: BrowserContext, work: (page: Page) => Promise<void>) => {
  const [ana, ben] = [await registerCoach(locale), await registerCoach(locale)]
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

/** Opens the first module, and waits until the server has recorded this visit. */
export const openSurvey = async (page: Page): Promise<void> => {
  // The app records a coach's first visit a moment after it shows the page. Before that, it shows "all saved"
  // although this entry follows.
  const recordPromise = page.context().waitForEvent('response', {
    predicate: (response) => response.url().endsWith('/api/save-modules-events'),
  })
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  await expectModule(page, locale)
  await recordPromise
}

/** Collects the requests with answers that the server accepts from now on, as text. The list grows. */
export const watchAnswers = (context: BrowserContext): string[] => {
  const accepted: string[] = []
  context.on('response', (response) => {
    if (response.url().endsWith('/api/save-answers') && response.ok())
      accepted.push(response.request().postData() ?? '')
  })
  return accepted
}
