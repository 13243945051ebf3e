import { registeredCoach } from '../../people/registered-coach.ts'
import { signIn } from '../../people/coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { chooseFirstOptions } from '../../screens/answer-survey.ts'
import { watchFilm } from '../../screens/finish-module.ts'
import { openStep } from '../../screens/module-steps.ts'
import { test } from '../../screens/test.ts'

for (const [locale, width, theme] of [
  ['pt-BR', 360, 'light'],
  ['en-US', 1280, 'light'],
  ['es-AR', 360, 'dark'],
] as const)
  test(`look ${locale} ${width} ${theme}`, async ({ page }) => {
    test.setTimeout(200_000)
    const t = createTranslator(locale)
    await page.setViewportSize({ width, height: 740 })
    await signIn(page, await registeredCoach(locale))
    await page.evaluate((name) => localStorage.setItem('theme', name), theme)
    const at = `/${locale}/${t('courseSlug')}/training-1`
    const heights: Record<string, number> = {}
    const shoot = async (name: string) => {
      await page.waitForTimeout(700)
      heights[name] = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.screenshot({ path: `/tmp/look/z-${locale}-${width}-${theme}-${name}.png` })
    }
    await page.goto(at)
    await shoot('watch')
    await page.goto(`/${locale}/drills`)
    await shoot('drills')
    for (const [slug, modules] of [
      ['courseSlug', ['training-2', 'training-5']],
      ['footballCourseSlug', ['football-2', 'football-4', 'football-5']],
    ] as const)
      for (const module of modules)
        for (const step of ['watch', 'run', 'run&page=2', 'run&page=3']) {
          await page.goto(`/${locale}/${t(slug)}/${module}?step=${step}`)
          await page.locator('main h2').first().waitFor()
          await page.waitForTimeout(500)
          heights[`${module} ${step}`] = await page.evaluate(() => document.documentElement.scrollHeight)
        }
    await page.goto(at)
    await watchFilm(page)
    await chooseFirstOptions(page, locale)
    await page.getByRole('button', { name: t('survey.submit') }).click()
    await shoot('result-done')
    await openStep(page, locale, 'watch')
    await shoot('watch-done')
    console.log(JSON.stringify(heights))
  })
