/**
 * `npm run screenshots` creates two kinds of images in `public/screenshots`:
 *
 * - Screenshots of the app for each language. A browser shows them before it installs the app. Their sizes
 *   are also in `vite-plugins/manifests.ts`.
 * - A share image for each locale. Social networks show it in the preview of a link to the site.
 *
 * The script starts the product on its own ports and data.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { getDemoCoach, signIn } from '../e2e/people/coach.ts'
import { createTranslator } from '../e2e/screens/messages.ts'
import { addresses } from '../e2e/system/addresses.ts'
import { readTexts } from '../locales/read-catalogue.ts'
import { localeCodes, locales, type LocaleCode } from '../src/config/locales.ts'
import { root } from './product/processes.ts'
import { openPage, runInBrowser } from './product/run-in-browser.ts'

const site = addresses.site
const folder = join(root, 'public', 'screenshots')

/** In px. Social networks recommend this size. */
const shareSize = { width: 1200, height: 630 }

const toDataUrl = (path: string, type: string): string =>
  `data:${type};base64,${readFileSync(join(root, path)).toString('base64')}`

const fontUrl = toDataUrl(
  'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'font/woff2',
)

/** The CSS of a share image. */
const shareStyles = `
  @font-face { font-family: Figtree; src: url(${fontUrl}); font-weight: 300 900 }
  * { margin: 0; box-sizing: border-box }
  body { width: ${shareSize.width}px; height: ${shareSize.height}px; padding: 72px; overflow: hidden; display: flex;
    flex-direction: column; justify-content: space-between; position: relative; color: #fff;
    font-family: Figtree; background: linear-gradient(145deg, #075a35, #0b7a4b 75%) }
  svg { position: absolute; inset: 0 }
  img { width: 196px; height: 196px; position: relative }
  h1 { width: 640px; font-size: 92px; font-weight: 800; line-height: 1.02; letter-spacing: -0.02em; text-wrap: balance }
  p { width: 720px; margin-top: 26px; font-size: 38px; font-weight: 500; color: #d8f5e4; text-wrap: balance }
  div { position: relative }`

/** The background of a share image: half a pitch, with the dotted path of a ball. */
const pitch = `
  <svg viewBox="0 0 1200 630" fill="none" stroke="#fff" stroke-opacity="0.22" stroke-width="4">
    <path d="M800 0v630M800 315h400M936 0v95h264M936 630v-95h264M1016 95a80 80 0 0 0 128 0M1016 535a80 80 0 0 1 128 0" />
    <circle cx="1080" cy="315" r="104" />
    <path d="m884 592 194-300" stroke="#ffc53d" stroke-opacity="1" stroke-width="10" stroke-dasharray="0 25" stroke-linecap="round" />
    <circle cx="1098" cy="262" r="38" fill="#ffc53d" stroke="none" />
  </svg>`

/** Draws a page with the logo, the title and the tagline of each locale, and takes a screenshot of it. */
const takeShareImages = async (browser: Browser): Promise<void> => {
  const page = await browser.newPage({ viewport: shareSize })
  for (const locale of localeCodes) {
    const t = createTranslator(locale)
    const logo = toDataUrl(`public/logos/${locales[locale].logo}-light.svg`, 'image/svg+xml')
    await page.setContent(
      `<style>${shareStyles}</style>${pitch}<img src="${logo}" alt="">
      <div><h1>${t('site.title')}</h1><p>${t('site.tagline')}</p></div>`,
    )
    // The screenshot must show the font, which loads after the page.
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: join(folder, `share-${locale}.jpg`), type: 'jpeg', quality: 84 })
  }
  await page.close()
}

/** Returns the size, in characters, of the messages where a locale overrides its language. */
const measureOverrides = (code: LocaleCode): number => JSON.stringify(readTexts(code, 'messages')).length

/**
 * The most typical locale of each language: the locale with the fewest overrides, or the first of several.
 * It comes last in the sorted list, and `Map` keeps the last entry of a key.
 */
const localeByLanguage = new Map(
  localeCodes
    .toReversed()
    .toSorted((a, b) => measureOverrides(b) - measureOverrides(a))
    .map((code) => [locales[code].language, code] as const),
)

/** In CSS px. */
const phoneSize = { width: 360, height: 740 }
const computerSize = { width: 1280, height: 800 }

/** Takes a screenshot of the visible part of a page. Screenshots of phones have 1.5 pixels per CSS px. */
const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  await page.waitForLoadState('networkidle')
  // Playwright's own `screenshot` cannot write WebP.
  const devTools = await page.context().newCDPSession(page)
  const size = page.viewportSize() ?? phoneSize
  const isPhone = size.width <= phoneSize.width
  const { data } = await devTools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    clip: {
      x: 0,
      y: Number(await page.evaluate('scrollY')),
      ...size,
      scale: isPhone ? 1.5 : 1,
    },
  })
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}

/**
 * JavaScript for the page. Shows a frame of the video at 20 s, without the controls that a browser draws
 * before playback. Resolves when the frame is visible.
 */
const showVideoFrame = `new Promise((resolve) => {
  const video = document.querySelector('main video')
  video.controls = false
  video.scrollIntoView({ block: 'center', behavior: 'instant' })
  video.addEventListener('seeked', resolve, { once: true })
  video.currentTime = 20
})`

/** Takes the screenshots of a language: three on a phone, and one on a computer with the same sign-in. */
const takeScreenshots = async (browser: Browser, language: string, locale: LocaleCode): Promise<void> => {
  const t = createTranslator(locale)
  const phone = await browser.newContext({ viewport: phoneSize, baseURL: site })
  const page = await openPage(phone)
  await page.goto(`/${locale}/`)
  await takeScreenshot(page, `${language}-home`)
  await signIn(page, getDemoCoach(locale))
  // The screenshot must not show the greeting.
  await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' })
  await takeScreenshot(page, `${language}-courses`)
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  await page.locator('main video').waitFor()
  await page.evaluate(showVideoFrame)
  await takeScreenshot(page, `${language}-module`)
  const computer = await browser.newContext({
    viewport: computerSize,
    baseURL: site,
    storageState: await phone.storageState({ indexedDB: true }),
  })
  const computerPage = await openPage(computer)
  await computerPage.goto(`/${locale}/${t('coursesHomeSlug')}`)
  await takeScreenshot(computerPage, `${language}-wide`)
  await phone.close()
  await computer.close()
}

mkdirSync(folder, { recursive: true })
await runInBrowser('.data/screenshots', async (browser) => {
  for (const [language, locale] of localeByLanguage) await takeScreenshots(browser, language, locale)
  await takeShareImages(browser)
})
