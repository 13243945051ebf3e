import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { demoCoach, signIn } from '../e2e/people/coach.ts'
import { messagesOf } from '../e2e/screens/messages.ts'
import { addresses } from '../e2e/system/addresses.ts'
import { readTexts } from '../locales/read-catalogue.ts'
import { localeCodes, locales, type LocaleCode } from '../src/config/locales.ts'
import { root } from './product/processes.ts'
import { openPage, runInBrowser } from './product/run-in-browser.ts'
import { takeSharePictures } from './share-pictures.ts'

/**
 * `npm run screenshots` takes the pictures that a browser shows before it installs the app, and the pictures
 * that appear beside a link to the site. It runs the product on separate ports and data.
 * `vite-plugins/manifests.ts` states the sizes of the browser's pictures.
 */
const site = addresses.site
const folder = join(root, 'public', 'screenshots')

const overridesOf = (code: LocaleCode): number => JSON.stringify(readTexts(code, 'messages')).length

/** For each language, the locale that differs least from it. */
const localeByLanguage = new Map(
  localeCodes
    .toReversed()
    .toSorted((a, b) => overridesOf(b) - overridesOf(a))
    .map((code) => [locales[code].language, code] as const),
)

const narrow = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }

const take = async (page: Page, name: string): Promise<void> => {
  await page.waitForLoadState('networkidle')
  const browser = await page.context().newCDPSession(page)
  // Playwright cannot take WebP pictures.
  const size = page.viewportSize() ?? narrow
  const { data } = await browser.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    clip: {
      x: 0,
      y: Number(await page.evaluate('scrollY')),
      ...size,
      scale: size.width > narrow.width ? 1 : 1.5,
    },
  })
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}

/** Shows a frame from the middle of the film, without the controls that a browser draws before playback. */
const showFilm = `new Promise((resolve) => {
  const film = document.querySelector('main video')
  film.controls = false
  film.scrollIntoView({ block: 'center', behavior: 'instant' })
  film.addEventListener('seeked', resolve, { once: true })
  film.currentTime = 20
})`

const takeAll = async (browser: Browser, language: string, locale: LocaleCode): Promise<void> => {
  const t = messagesOf(locale)
  const phone = await browser.newContext({ viewport: narrow, baseURL: site })
  const page = await openPage(phone)
  await page.goto(`/${locale}/`)
  await take(page, `${language}-home`)
  await signIn(page, demoCoach(locale))
  // The greeting disappears after a moment and is not part of the picture.
  await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' })
  await take(page, `${language}-courses`)
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  await page.locator('main video').waitFor()
  await page.evaluate(showFilm)
  await take(page, `${language}-module`)
  const computer = await browser.newContext({
    viewport: wide,
    baseURL: site,
    storageState: await phone.storageState({ indexedDB: true }),
  })
  const large = await openPage(computer)
  await large.goto(`/${locale}/${t('coursesHomeSlug')}`)
  await take(large, `${language}-wide`)
  await phone.close()
  await computer.close()
}

mkdirSync(folder, { recursive: true })
await runInBrowser('.data/screenshots', async (browser) => {
  for (const [language, locale] of localeByLanguage) await takeAll(browser, language, locale)
  await takeSharePictures(browser, folder)
})
