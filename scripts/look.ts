/**
 * `npm run look` takes full-page screenshots of every screen and of its main states, so that people can judge
 * the appearance, which no test can do. It uses one locale of each language, each theme, and the widths of a
 * phone, a tablet and a computer. `npm run look es-AR` takes the screenshots of one locale, `npm run look
 * es-AR state` those with this word in their names.
 */

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { getDemoCoach, fillSignUpToLastStep, signIn } from '../e2e/people/coach.ts'
import { postAs } from '../e2e/people/completed-modules.ts'
import { signInAdmin } from '../e2e/people/admin.ts'
import { getScreenPath, screens } from '../e2e/screens/screens.ts'
import { signInExperiencedCoach, states } from '../e2e/screens/states.ts'
import { addresses } from '../e2e/system/addresses.ts'
import { themes, type Theme } from '../src/config/themes.ts'
import { root } from './product/processes.ts'
import { openPage, runInBrowser } from './product/run-in-browser.ts'

const folder = join(root, '.data', 'look')

/** One locale of each language. */
const locales = ['pt-BR', 'en-US', 'es-AR']

/** In px. */
const widths = [360, 768, 1280]

/** The device preferences that select each theme. */
const mediaByTheme: Record<Theme, Parameters<Page['emulateMedia']>[0]> = {
  light: { colorScheme: 'light', contrast: null },
  dark: { colorScheme: 'dark', contrast: null },
  sun: { colorScheme: 'light', contrast: 'more' },
}

const [onlyLocale, onlyWord = ''] = process.argv.slice(2)

const captureScreen = async (page: Page, open: () => Promise<unknown>, name: string): Promise<void> => {
  if (!name.includes(onlyWord)) return
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // Opens the page again at each width, because some pages read the width only when they open.
    await open()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    for (const theme of themes) {
      await page.emulateMedia(mediaByTheme[theme])
      await page.locator(`html[data-theme=${theme}]`).waitFor()
      await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), fullPage: true })
    }
  }
}

/** Takes the screenshots of the states of screens that an address alone does not show. */
const captureStates = async (browser: Browser, locale: string): Promise<void> => {
  const context = await browser.newContext({ baseURL: addresses.site, reducedMotion: 'reduce' })
  const page = await openPage(context)
  await signInExperiencedCoach(page, locale)
  for (const { name, open } of states)
    await captureScreen(page, () => open(page, locale), `${locale}-state-${name}`)
  await context.close()
}

/** Reports an error, and each web vital twenty times, because fewer reports have no percentile. */
const reportHealth = async (page: Page, customerId: string): Promise<void> => {
  const report = (entries: object) =>
    postAs(page, '/api/app-health', {
      customer_id: customerId,
      errors: [],
      vitals: [],
      uploads: [],
      ...entries,
    })
  for (const { step, ...vital } of [
    { vital: 'LCP', route: '/$locale/files', value: 1800, step: 90 },
    { vital: 'INP', route: '/$locale/$slug/', value: 60, step: 12 },
    { vital: 'CLS', route: '/$locale/drills', value: 0, step: 0.01 },
    { vital: 'FCP', route: '/$locale/', value: 900, step: 40 },
    { vital: 'TTFB', route: '/$locale/', value: 200, step: 20 },
  ]) {
    const getValue = (index: number) => vital.value + index * step
    await report({ vitals: Array.from({ length: 20 }, (_, index) => ({ ...vital, value: getValue(index) })) })
  }
  const message = 'TypeError: The file cannot be read'
  await report({ errors: [{ place: 'worker', version: '1.0.0', message, stack: [], count: 3 }] })
}

const captureLocale = async (browser: Browser, locale: string): Promise<void> => {
  for (const person of ['visitor', 'coach', 'admin'] as const) {
    const context = await browser.newContext({ baseURL: addresses.site, reducedMotion: 'reduce' })
    const page = await openPage(context)
    if (person === 'coach') await signIn(page, getDemoCoach(locale))
    if (person === 'admin') await reportHealth(page, await signInAdmin(page, locale))
    for (const screen of screens[person]) {
      const path = getScreenPath(screen, locale)
      if (path === 'sign-up?step=work') await fillSignUpToLastStep(page, locale)
      await captureScreen(
        page,
        () => page.goto(`/${locale}/${path}`),
        `${locale}-${person}-${path.replaceAll(/[/?&=]/g, '-') || 'home'}`,
      )
    }
    await context.close()
  }
  await captureStates(browser, locale)
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await runInBrowser('.data/look-product', async (browser) => {
  for (const locale of locales)
    if (onlyLocale === undefined || onlyLocale === locale) await captureLocale(browser, locale)
})
console.log(`The pictures are in ${folder}.`)
