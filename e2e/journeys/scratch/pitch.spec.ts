import { registeredCoach } from '../../people/registered-coach.ts'
import { signIn } from '../../people/coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

for (const [locale, width, height, theme] of [
  ['pt-BR', 360, 740, 'light'],
  ['es-AR', 740, 360, 'dark'],
  ['en-US', 1280, 800, 'sun'],
] as const)
  test(`pitch ${locale} ${width} ${theme}`, async ({ page }) => {
    test.setTimeout(400_000)
    const t = createTranslator(locale)
    await page.setViewportSize({ width, height })
    await signIn(page, await registeredCoach(locale))
    await page.evaluate((name) => localStorage.setItem('theme', name), theme)
    const heights: Record<string, number> = {}
    const shoot = async (name: string) => {
      await page.waitForTimeout(1500)
      heights[name] = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.screenshot({ path: `/tmp/look/p-${locale}-${width}-${theme}-${name}.png` })
    }
    if (width === 360)
      for (const [slug, modules] of [
        [
          'courseSlug',
          [
            'training-1',
            'training-2',
            'training-3',
            'training-4',
            'training-5',
            'training-6',
            'training-extra',
          ],
        ],
        [
          'footballCourseSlug',
          ['football-1', 'football-2', 'football-3', 'football-4', 'football-5', 'football-extra'],
        ],
      ] as const)
        for (const module of modules)
          for (const step of [
            'watch',
            'understand',
            'understand&page=2',
            'understand&page=3',
            'understand&page=4',
            'understand&page=5',
            'run',
            'run&page=2',
            'check',
            'reflect&page=2',
          ]) {
            await page.goto(`/${locale}/${t(slug)}/${module}?step=${step}`)
            await page.locator('main h2').first().waitFor()
            heights[`${module} ${step}`] = await page.evaluate(() => document.documentElement.scrollHeight)
          }
    console.log(
      Object.entries(heights)
        .filter(([, h]) => h > 1480)
        .map(String)
        .join('\n'),
    )
    const at = `/${locale}/${t('courseSlug')}/training-1`
    await page.goto(`${at}?step=run`)
    await shoot('run')
    await page.goto(`${at}?step=run&page=2`)
    await shoot('run2')
    await page.goto(`${at}?step=run&pitch=1`)
    await shoot('pitch')
    await page.getByRole('button', { name: t('pitch.next') }).click()
    await page.getByRole('button', { name: t('pitch.next') }).click()
    await page.getByRole('button', { name: t('pitch.next') }).click()
    await page.getByRole('button', { name: t('pitch.start') }).click()
    await shoot('pitch4')
    await page.getByText(t('drill.easier'), { exact: true }).click()
    await shoot('pitch-easier')
  })
