import { expect, type Page } from '@playwright/test'
import { answerFilms, postAs, signInAsCustomer, watchFilms } from '../people/completed-modules.ts'
import { registerCoach } from '../people/registered-coach.ts'
import { createSampleAnswers } from '../../server/testing/sample-answers.ts'
import { readCourseTexts, createTranslator } from './messages.ts'

/** A state of a screen that an address alone does not show. `open` leads there from any page. */
type State = { name: string; open: (page: Page, locale: string) => Promise<void> }

/** Signs in a new coach who has completed the first module, and the whole football course. */
export const signInExperiencedCoach = async (page: Page, locale: string): Promise<void> => {
  const customer_id = await signInAsCustomer(page, await registerCoach(locale))
  const films = ['training-1', ...[1, 2, 3, 4, 5].map((number) => `football-${number}`)]
  await watchFilms(page, customer_id, films)
  await answerFilms(page, customer_id, films)
  const extra = 'football-extra'
  await postAs(page, '/api/save-progress', {
    customer_id,
    module_id: extra,
    watched: [],
    position: null,
    read: true,
  })
  await postAs(page, '/api/save-extra-answers', {
    customer_id,
    extra_module_id: extra,
    answers: createSampleAnswers(extra),
  })
}

const openModule = async (page: Page, locale: string, module: string, search: string): Promise<void> => {
  await page.goto(`/${locale}/${createTranslator(locale)('courseSlug')}/${module}?${search}`)
}

/** Chooses an option of the first check question of the second module, which shows whether it is right. */
const openVerdict =
  (option: string): State['open'] =>
  async (page, locale) => {
    await openModule(page, locale, 'training-2', 'step=check')
    const question = readCourseTexts(locale)('training', 'training-2').survey['c1']
    await page.getByLabel(question?.options?.[option] ?? '', { exact: true }).check()
  }

/** The states to open after `signInExperiencedCoach`. */
export const states: readonly State[] = [
  ...[2, 3, 4].map((number) => ({
    name: `module-run-${number}`,
    open: (page: Page, locale: string) => openModule(page, locale, 'training-1', `step=run&page=${number}`),
  })),
  ...[1, 3].map((number) => ({
    name: `pitch-${number}`,
    open: (page: Page, locale: string) => openModule(page, locale, 'training-1', `step=run&pitch=${number}`),
  })),
  { name: 'module-check-a', open: openVerdict('a') },
  { name: 'module-check-b', open: openVerdict('b') },
  {
    name: 'module-complete',
    open: (page, locale) => openModule(page, locale, 'training-1', 'step=result'),
  },
  {
    name: 'courses-begun',
    open: async (page, locale) => {
      await page.goto(`/${locale}/${createTranslator(locale)('coursesHomeSlug')}`)
    },
  },
  {
    name: 'course-complete',
    open: async (page, locale) => {
      await page.goto(`/${locale}/${createTranslator(locale)('footballCourseSlug')}`)
    },
  },
  {
    name: 'certificate-issued',
    open: async (page, locale) => {
      const t = createTranslator(locale)
      await page.goto(`/${locale}/${t('footballCourseSlug')}/certificate`)
      const request = page.getByRole('button', { name: t('courses.requestCertificate') })
      await expect(request.or(page.locator('article'))).toBeVisible()
      if (await request.isVisible()) await request.click()
      await expect(page.locator('article')).toBeVisible()
    },
  },
  {
    name: 'drills-filters',
    open: async (page, locale) => {
      await page.goto(`/${locale}/drills`)
      await page
        .getByRole('button', { name: createTranslator(locale)('drills.filters'), exact: true })
        .click()
    },
  },
]
