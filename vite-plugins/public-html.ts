import type { LocaleCode } from '../src/config/locales.ts'
import { defaultLocale, localeCodes } from '../src/config/locales.ts'
import type { PrerenderedPage } from '../src/config/pages.ts'

export type PublicPage = {
  locale: LocaleCode
  page: PrerenderedPage
  title: string
  description: string
  /** What stands in the root of the app. */
  html: string
  /** Starts the app a little later, on a page that needs it for nothing at first. */
  visitScript: string
  /** The address of the site, where the build knows it: what others show of a page names it in full. */
  origin: string | undefined
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** Longer ones are cut off by search engines, in the middle of a word. */
const longestDescription = 160

const shortened = (text: string): string => {
  if (text.length <= longestDescription) return text
  const cut = text.slice(0, longestDescription - 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`
}

/** Where the page is in the other locales, and what is shown where somebody shares it. */
const whereabouts = ({ locale, page, title, description, origin }: PublicPage): string[] => {
  if (origin === undefined) return []
  const addressIn = (code: LocaleCode) => `${origin}/${code}/${page}`
  const property = (name: string, content: string) =>
    `<meta property="og:${name}" content="${escaped(content)}" />`
  return [
    `<link rel="canonical" href="${addressIn(locale)}" />`,
    ...localeCodes.map((code) => `<link rel="alternate" hreflang="${code}" href="${addressIn(code)}" />`),
    `<link rel="alternate" hreflang="x-default" href="${addressIn(defaultLocale)}" />`,
    property('type', 'website'),
    property('locale', locale.replace('-', '_')),
    property('url', addressIn(locale)),
    property('title', title),
    property('description', shortened(description)),
    property('image', `${origin}/screenshots/share.jpg`),
  ]
}

/** Replaces a part of the shell; throws where the shell has become another. */
const put = (html: string, part: RegExp, by: string): string => {
  if (!part.test(html)) throw new Error(`The page of the app has no ${part}`)
  return html.replace(part, () => by)
}

const appScript = /<script type="module"[^>]*src="([^"]*)"[^>]*><\/script>/

/** The app is needed at once where there is something to fill in. */
const hasForm = ({ html }: PublicPage): boolean => html.includes('<form')

/** A public page: the shell of the app with what it shows to a visitor. */
export const publicHtml = (shell: string, given: PublicPage): string => {
  const { locale, title, description, html, visitScript } = given
  const head = [
    `<link rel="manifest" href="/manifests/${locale}.webmanifest" />`,
    ...whereabouts(given),
  ].join('\n    ')
  let page = put(shell, /<html lang="[^"]*"/, `<html lang="${locale}"`)
  page = put(page, /<title>[^<]*<\/title>/, `<title>${escaped(title)}</title>`)
  page = put(
    page,
    /<meta\s+name="description"\s+content="[^"]*"\s*\/>/,
    `<meta name="description" content="${escaped(shortened(description))}" />\n    ${head}`,
  )
  page = put(page, /<div id="root">[\s\S]*?<\/div>/, `<div id="root" data-prerendered>${html}</div>`)
  const script = `<script src="/${visitScript}" defer></script>`
  if (hasForm(given))
    return put(
      page,
      appScript,
      `${script}\n    <link rel="modulepreload" crossorigin href="${appScript.exec(page)?.[1]}">`,
    )
  page = put(page, /<noscript>[\s\S]*<\/noscript>\s*/, '')
  page = page.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
  return put(page, appScript, script)
}
