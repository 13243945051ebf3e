import { recordEarlyClicks } from '../src/config/record-early-clicks.ts'
import {
  createMetadataTags,
  createPreviewTags,
  escapeHtml,
  shortenDescription,
  type LinkPreview,
  type PageData,
  type Picture,
} from './page-metadata.ts'

export type PublicPage = PageData & {
  /** The content of the app's root element. */
  html: string
  /** The file name of the script that starts the app later. At first, the page does not need the app. */
  loaderScript: string
}

/** Replaces a part of the shell. Throws if the shell does not contain the part. */
const replacePart = (html: string, part: RegExp, replacement: string): string => {
  if (!part.test(html)) throw new Error(`The page of the app has no ${part}`)
  // A function, because `$` has a special meaning in a text.
  return html.replace(part, () => replacement)
}

const stylesheetPattern = /\s*<link rel="stylesheet"[^>]*>/g
const appScriptPattern = /<script type="module"[^>]*><\/script>/
/** Matches the app's script and the scripts that it imports. The group is the URL. */
const scriptPattern = /<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]*)"/g

/** Whether a page has a form, which only the app can send. */
const hasForm = ({ html }: PublicPage): boolean => html.includes('<form')

/**
 * Creates the link to the repair page, which appears if the app does not start. It is the link that the shell
 * shows after a long wait, placed at the bottom of the screen.
 */
const createRepairLink = (shell: string): string => {
  const link = /<p class="late">([\s\S]*?)<\/p>/.exec(shell)?.[1]
  if (link === undefined) throw new Error('The page of the app has no link to the repair page')
  const style = 'position: fixed; inset: auto 0 0; margin: 0; padding: 1rem; background: var(--surface)'
  return `<aside class="late" style="${style}">${link}</aside>`
}

/** Replaces the title, language, manifest and description of the shell, and adds `elements` to its head. */
const replaceHead = (
  shell: string,
  { locale, title, description }: LinkPreview,
  elements: string[],
): string => {
  const head = [`<link rel="manifest" href="/manifests/${locale}.webmanifest" />`, ...elements].join('\n    ')
  let page = replacePart(shell, /<html lang="[^"]*"/, `<html lang="${locale}"`)
  page = replacePart(page, /<title>[^<]*<\/title>/, `<title>${escapeHtml(title)}</title>`)
  return replacePart(
    page,
    /<meta\s+name="description"\s+content="[^"]*"\s*\/>/,
    `<meta name="description" content="${escapeHtml(shortenDescription(description))}" />\n    ${head}`,
  )
}

/**
 * Creates the HTML of the app for a page that the build does not prerender. Its head has the tags for link
 * previews, with the page's own `picture` if there is one, and further `tags`. A browser shows nothing until
 * it has loaded the stylesheets in the head. They are therefore moved to the end of the body, after the
 * loading indicator, which does not need them.
 */
export const createAppHtml = (
  shell: string,
  preview: LinkPreview,
  { picture, tags = [] }: { picture?: Picture; tags?: readonly string[] } = {},
): string => {
  const links = shell.match(stylesheetPattern) ?? []
  const page = replaceHead(shell.replaceAll(stylesheetPattern, ''), preview, [
    ...createPreviewTags(preview, picture),
    ...tags,
  ])
  return replacePart(page, /(?=<\/body>)/, links.join(''))
}

/** Creates the HTML of a public page: the shell of the app with the content for a visitor. */
export const createPublicHtml = (shell: string, publicPage: PublicPage): string => {
  const { html, loaderScript } = publicPage
  const rootContent = hasForm(publicPage) ? `${html}${createRepairLink(shell)}` : html
  let page = replaceHead(shell, publicPage, createMetadataTags(publicPage))
  // The page is readable without JavaScript, and its forms say that they need it (`src/prerender/`).
  page = replacePart(page, /<noscript>[\s\S]*<\/noscript>\s*/, '')
  page = replacePart(
    page,
    /<div id="root">[\s\S]*?<\/div>/,
    `<div id="root" data-prerendered>${rootContent}</div>`,
  )
  const appScriptUrls = [...page.matchAll(scriptPattern)].map(([, url]) => url).join(' ')
  page = page.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
  // Records clicks on buttons until the app has started and can handle them.
  page = replacePart(page, /<title>/, `<script>${recordEarlyClicks}</script>\n    <title>`)
  return replacePart(
    page,
    appScriptPattern,
    `<script src="/${loaderScript}" data-app="${appScriptUrls}" defer></script>`,
  )
}
