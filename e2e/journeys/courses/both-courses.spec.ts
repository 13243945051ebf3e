import { expect, type Page } from '@playwright/test'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { signIn } from '../../people/coach.ts'
import { answerByFirstOptions } from '../../screens/answer-survey.ts'
import { readToTheEnd, watchFilm } from '../../screens/finish-module.ts'
import { readCourseTexts, createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

/** One locale, or all eight with `EVERY_LOCALE=1`. */
const chosen =
  process.env['EVERY_LOCALE'] === undefined
    ? ['pt-BR']
    : ['pt-BR', 'en-GB', 'en-US', 'en-AU', 'en-NZ', 'es-AR', 'es-MX', 'es-US']

const courses = [
  { id: 'training', slug: 'courseSlug', films: 6 },
  { id: 'football', slug: 'footballCourseSlug', films: 5 },
] as const
type Course = (typeof courses)[number]

/** The modules of a course: those with a film, and the reading module. */
const listModules = ({ id, films }: Course): string[] => [
  ...Array.from({ length: films }, (_, index) => `${id}-${index + 1}`),
  `${id}-extra`,
]

test.use({ viewport: { width: 360, height: 740 } })

/**
 * The app offers its installation after the first completed module. Declines the offer, and expects that the
 * offer does not return.
 */
const declineInstalling = async (page: Page, locale: string, module: string): Promise<void> => {
  const t = createTranslator(locale)
  const offer = page.getByRole('region', { name: t('install.offer') })
  if (module === 'training-1') {
    await expect(offer.getByRole('link', { name: t('install.how') })).toBeVisible()
    await offer.getByRole('button', { name: t('install.later') }).click()
  }
  await expect(offer).toHaveCount(0)
}

/** Goes from the page of a course to its last module, through the links on the screens. */
const follow = async (page: Page, locale: string, course: Course): Promise<void> => {
  const t = createTranslator(locale)
  for (const module of listModules(course)) {
    const { title } = readCourseTexts(locale)(course.id, module)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const isLast = module === `${course.id}-extra`
    await (isLast ? readToTheEnd(page, locale) : watchFilm(page))
    await answerByFirstOptions(page, locale)
    const number = listModules(course).indexOf(module) + 2
    await declineInstalling(page, locale, module)
    const nextLinkName = isLast ? t('courses.backToCourse') : t('courses.goOnWith', { number })
    await page.getByRole('link', { name: nextLinkName, exact: true }).click()
  }
}

// Longer than 20 s: the test watches the films of eleven modules to their ends.
for (const locale of chosen) {
  test(`a coach of ${locale} completes both courses offline, to certificates that anybody can verify`, async ({
    page,
    context,
  }) => {
    test.slow()
    const t = createTranslator(locale)
    const home = `/${locale}/${t('coursesHomeSlug')}`
    await signIn(page, await registerCoach(locale))
    for (const course of courses) {
      await page.goto(`/${locale}/${t(course.slug)}`)
      await page.getByRole('heading', { name: t('takeAlong.title') }).scrollIntoViewIfNeeded()
      await page.locator('main').getByRole('button').last().click()
      await expect(page.getByText(t('offline.keptShort'), { exact: true })).toHaveCount(course.films)
    }
    await waitUntilReadyForOffline(page, locale)
    await context.setOffline(true)

    for (const course of courses) {
      await test.step(course.id, async () => {
        await page.goto(home)
        // The page begins with the next course, also when another is complete.
        const start = page.locator(`main a[href*="/${t(course.slug)}/${course.id}-1"]`).first()
        await expect(start).toBeInViewport({ ratio: 1 })
        await start.click()
        await follow(page, locale, course)
        await page.getByRole('button', { name: t('courses.requestCertificate') }).click()
        await expect(page.getByText(t('courses.certificateRequested'))).toBeVisible()
      })
    }

    await context.setOffline(false)
    await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
    const visitor = await context.browser()?.newPage()
    for (const course of courses) {
      await page.goto(`/${locale}/${t(course.slug)}/certificate`)
      const sheet = page.getByRole('article', { name: t('certificate.title') })
      await expect(sheet).toContainText('Marta da Silva')
      const number = (await sheet.textContent())?.match(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/)?.[0] ?? ''
      await visitor?.goto(`${new URL(page.url()).origin}/${locale}/verify/${number}`)
      await expect(visitor!.getByText(t('verifyCertificate.valid'))).toBeVisible()
    }
    await visitor?.close()
  })
}
