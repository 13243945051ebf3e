import { expect, type Page } from '@playwright/test'
import { answerFilms, postAs, signInAsCustomer, watchFilms } from '../people/completed-modules.ts'
import { registerCoach } from '../people/registered-coach.ts'
import { createSampleAnswers } from '../../server/testing/sample-answers.ts'
import { readCourseTexts, createTranslator } from './messages.ts'
import { removePicker } from './without-picker.ts'

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

const chooseFiles = async (page: Page, locale: string, paths: string[]): Promise<void> => {
  const field = page.getByLabel(createTranslator(locale)('files.choose'), { exact: true })
  await field.and(page.locator('input')).setInputFiles(paths)
}

/** Opens the files screen with a picture and a video, which it uploads the first time. */
const openFiles: State['open'] = async (page, locale) => {
  await page.context().setOffline(false)
  await removePicker(page)
  await page.goto(`/${locale}/files`)
  const rows = page.getByRole('grid').getByRole('row')
  const empty = page.getByText(createTranslator(locale)('files.stored.emptyTitle'), { exact: true })
  await expect(rows.first().or(empty)).toBeVisible()
  if (await empty.isVisible())
    await chooseFiles(page, locale, ['public/icons/icon-192.png', 'public/videos/football-2.mp4'])
  await expect(rows.nth(1)).toBeVisible()
}

/** Leaves the connection off, with a file that waits for it. */
const waitForConnection: State['open'] = async (page, locale) => {
  await openFiles(page, locale)
  // The service worker has the app by then.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await chooseFiles(page, locale, ['public/videos/football-1.mp4'])
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
  {
    name: 'files-selected',
    open: async (page, locale) => {
      await openFiles(page, locale)
      const name = createTranslator(locale)('files.browse.select', { name: 'football-2.mp4' })
      await page.getByRole('checkbox', { name }).check()
    },
  },
  {
    name: 'files-viewer',
    open: async (page, locale) => {
      await openFiles(page, locale)
      const name = 'icon-192.png'
      await page.getByRole('grid').getByRole('button', { name, exact: true }).click()
      const preview = createTranslator(locale)('files.browse.preview', { name })
      await expect(page.getByRole('img', { name: preview })).toBeVisible()
    },
  },
  // These stay without a connection, so they are the last ones.
  { name: 'files-offline', open: waitForConnection },
  {
    name: 'outbox-offline',
    open: async (page, locale) => {
      await waitForConnection(page, locale)
      await page.goto(`/${locale}/outbox`)
    },
  },
  {
    name: 'module-not-loaded',
    open: async (page, locale) => {
      await waitForConnection(page, locale)
      await openModule(page, locale, 'training-3', 'step=watch')
    },
  },
]
