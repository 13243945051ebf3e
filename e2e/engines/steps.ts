import { readyForOfflineScript } from '../device/ready-for-offline.ts'
import { expect } from '@playwright/test'
import { readCourseTexts, createTranslator } from '../screens/messages.ts'
import type { Coach } from '../people/coach.ts'
import { addresses } from '../system/addresses.ts'
import type { EnginePage } from './engine.ts'
import * as words from './words.ts'

/** The steps of a coach in a locale, for every engine. */
export const createSteps = (page: EnginePage, locale: string) => {
  const t = createTranslator(locale)
  const goto = (path: string) => page.goto(`${addresses.relay}/${locale}/${path}`)

  /** Reads the step and the page of the visible module from the address. */
  const readPosition = () => page.read('location.search')
  /** Chooses the first option of each question that has options, up to the last question. */
  const chooseAnswers = async () => {
    await page.click(words.linkWith(t('steps.check')))
    await expect.poll(readPosition).toContain('step=check')
    for (let questions = 1; ; questions += 1) {
      const visible = Number(
        await page.read(
          "[...document.querySelectorAll('main form fieldset')].findIndex((group) => group.getClientRects().length > 0)",
        ),
      )
      if (visible !== -1) await page.click(words.firstOption(visible + 1))
      const submit = await page.read("document.querySelector('main form [type=submit]').innerText")
      if (submit === t('survey.submit')) return expect(questions).toBeGreaterThan(1)
      const position = await readPosition()
      await page.click(words.button(t('steps.next')))
      await expect.poll(readPosition).not.toBe(position)
      await expect.poll(() => page.read("document.activeElement.tagName === 'H2'")).toBe(true)
    }
  }

  return {
    t,
    goto,
    chooseAnswers,
    signIn: async ({ email, password }: Coach) => {
      await goto('login')
      // These drivers keep a reference to a field while they type. A person's keys go to its replacement.
      await expect.poll(() => page.read(`document.querySelector('[data-prerendered]') === null`)).toBe(true)
      await page.fill(words.field(t('signIn.email')), email)
      await page.fill(words.field(t('signIn.password')), password)
      await page.click(words.button(t('signIn.submit')))
      await page.see(words.heading(t('courses.title')))
    },
    /** Waits until the service worker has cached what the next visit needs offline. */
    waitUntilReadyForOffline: () => expect.poll(() => page.read(readyForOfflineScript(locale))).toBe(true),
    openModule: async (module: string) => {
      await goto(`${t('courseSlug')}/${module}`)
      await page.see(words.heading(readCourseTexts(locale)('training', module).title))
    },
    openFiles: async () => {
      await goto('files')
      await page.see(words.heading(t('files.title')))
    },
    saveAnswers: () => page.click(words.button(t('survey.submit'))),
    see: (id: string) => page.see(words.exactText(t(id))),
    seeInRow: (name: string, id: string) => page.see(words.textInRow(name, t(id))),
    signOut: async () => {
      // The header of wide screens has both too, hidden on a phone.
      await page.click(words.inBar(t('appBar.navigation'), words.linkWith(t('appBar.profile'))))
      // Unsent entries lead to a question, and the app may capture an entry at this very moment. Awaited here,
      // because a module hides the header of a phone, which comes first.
      await page.see(words.exactText(t('sync.allSaved')))
      await page.click(words.inMain(words.button(t('profile.signOut'))))
      const signIn = words.heading(t('signIn.title'))
      const leave = words.inDialog(words.button(t('header.signOut')))
      await page.see(`${signIn} | ${leave}`)
      if (await page.read(`document.querySelector('dialog[open]') !== null`)) await page.click(leave)
      await page.see(signIn)
    },
  }
}
