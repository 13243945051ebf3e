import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { messagesOf } from '../e2e/screens/messages.ts'
import { localeCodes, locales } from '../src/config/locales.ts'
import { root } from './product/processes.ts'

/** px; the size that social networks ask for */
const size = { width: 1200, height: 630 }

const inline = (path: string, type: string): string =>
  `data:${type};base64,${readFileSync(join(root, path)).toString('base64')}`

const typeface = inline(
  'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'font/woff2',
)

const styles = `
  @font-face { font-family: Figtree; src: url(${typeface}); font-weight: 300 900 }
  * { margin: 0; box-sizing: border-box }
  body { width: ${size.width}px; height: ${size.height}px; padding: 72px; overflow: hidden; display: flex;
    flex-direction: column; justify-content: space-between; position: relative; color: #fff;
    font-family: Figtree; background: linear-gradient(145deg, #075a35, #0b7a4b 75%) }
  svg { position: absolute; inset: 0 }
  img { width: 196px; height: 196px; position: relative }
  h1 { width: 640px; font-size: 92px; font-weight: 800; line-height: 1.02; letter-spacing: -0.02em; text-wrap: balance }
  p { width: 720px; margin-top: 26px; font-size: 38px; font-weight: 500; color: #d8f5e4; text-wrap: balance }
  div { position: relative }`

/** Half a pitch, and the path of a ball over it. */
const pitch = `
  <svg viewBox="0 0 1200 630" fill="none" stroke="#fff" stroke-opacity="0.22" stroke-width="4">
    <path d="M800 0v630M800 315h400M936 0v95h264M936 630v-95h264M1016 95a80 80 0 0 0 128 0M1016 535a80 80 0 0 1 128 0" />
    <circle cx="1080" cy="315" r="104" />
    <path d="m884 592 194-300" stroke="#ffc53d" stroke-opacity="1" stroke-width="10" stroke-dasharray="0 25" stroke-linecap="round" />
    <circle cx="1098" cy="262" r="38" fill="#ffc53d" stroke="none" />
  </svg>`

/**
 * Takes the picture that a social network shows beside a link to the site, with the programme's name in each
 * locale.
 */
export const takeSharePictures = async (browser: Browser, folder: string): Promise<void> => {
  const page = await browser.newPage({ viewport: size })
  for (const locale of localeCodes) {
    const t = messagesOf(locale)
    const mark = inline(`public/logos/${locales[locale].logo}-light.svg`, 'image/svg+xml')
    await page.setContent(
      `<style>${styles}</style>${pitch}<img src="${mark}" alt="">
      <div><h1>${t('site.title')}</h1><p>${t('site.tagline')}</p></div>`,
    )
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: join(folder, `share-${locale}.jpg`), type: 'jpeg', quality: 84 })
  }
  await page.close()
}
