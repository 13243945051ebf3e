import { earlyPresses } from '../src/config/early-presses.ts'
import {
  escaped,
  metadata,
  shared,
  shortened,
  type PageData,
  type Picture,
  type SharedPage,
} from './page-metadata.ts'

export type PublicPage = PageData & {
  /** The content of the app's root element. */
  html: string
  /** Starts the app later. The page does not need the app at first. */
  visitScript: string
}

/** Replaces a part of the shell. Throws if the shell no longer contains the part. */
const put = (html: string, part: RegExp, by: string): string => {
  if (!part.test(html)) throw new Error(`The page of the app has no ${part}`)
  return html.replace(part, () => by)
}

const stylesheets = /\s*<link rel="stylesheet"[^>]*>/g
const appScript = /<script type="module"[^>]*><\/script>/
/** The app's script and what it imports */
const appScripts = /<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]*)"/g

/** A page with a form needs the app to send it. */
const hasForm = ({ html }: PublicPage): boolean => html.includes('<form')

/**
 * The link to the repair page for when the app does not start. The shell shows it after a long wait; here it
 * appears at the bottom of the screen.
 */
const repairLink = (shell: string): string => {
  const link = /<p class="late">([\s\S]*?)<\/p>/.exec(shell)?.[1]
  if (link === undefined) throw new Error('The page of the app has no way to the repair page')
  const place = 'position: fixed; inset: auto 0 0; margin: 0; padding: 1rem; background: var(--surface)'
  return `<aside class="late" style="${place}">${link}</aside>`
}

/** The shell of the app with the head of a page. `elements` are added to the head. */
const withHead = (shell: string, { locale, title, description }: SharedPage, elements: string[]): string => {
  const head = [`<link rel="manifest" href="/manifests/${locale}.webmanifest" />`, ...elements].join('\n    ')
  let page = put(shell, /<html lang="[^"]*"/, `<html lang="${locale}"`)
  page = put(page, /<title>[^<]*<\/title>/, `<title>${escaped(title)}</title>`)
  return put(
    page,
    /<meta\s+name="description"\s+content="[^"]*"\s*\/>/,
    `<meta name="description" content="${escaped(shortened(description))}" />\n    ${head}`,
  )
}

/**
 * The page of the app for an address that the build does not prerender. Its head is for link previews. A
 * browser shows nothing until it has loaded the stylesheets in the head, so here they follow the loading
 * indicator, which does not need them.
 */
export const appHtml = (shell: string, given: SharedPage, picture?: Picture): string => {
  const links = shell.match(stylesheets) ?? []
  const page = withHead(shell.replaceAll(stylesheets, ''), given, shared(given, picture))
  return put(page, /(?=<\/body>)/, links.join(''))
}

/** A public page: the shell of the app with the content for a visitor. */
export const publicHtml = (shell: string, given: PublicPage): string => {
  const { html, visitScript } = given
  let page = withHead(shell, given, metadata(given))
  const inRoot = hasForm(given) ? `${html}${repairLink(shell)}` : html
  page = put(page, /<div id="root">[\s\S]*?<\/div>/, `<div id="root" data-prerendered>${inRoot}</div>`)
  const app = [...page.matchAll(appScripts)].map(([, address]) => address).join(' ')
  if (!hasForm(given)) page = put(page, /<noscript>[\s\S]*<\/noscript>\s*/, '')
  page = page.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
  page = put(page, /<title>/, `<script>${earlyPresses}</script>\n    <title>`)
  return put(page, appScript, `<script src="/${visitScript}" data-app="${app}" defer></script>`)
}
