import { courses, films, sampleModule, type Video } from '../src/config/courses.ts'
import { defaultLocale, localeCodes, type LocaleCode } from '../src/config/locales.ts'
import type { PrerenderedPage } from '../src/config/pages.ts'

/** The data for the preview of a link, as messengers and social networks show it. */
export type LinkPreview = {
  locale: LocaleCode
  title: string
  description: string
  /** The name of the programme. */
  site: string
  /** The origin of the site, if the build knows it. Link previews need absolute URLs. */
  origin: string | undefined
}

/** The texts that describe a module or a course. */
type ModuleTexts = { title: string; summary: string }

export type PageData = LinkPreview & {
  page: PrerenderedPage
  /** The texts of each course, by its id. */
  courseTexts: Readonly<Record<string, ModuleTexts>>
  /** The texts of the film on the home page. */
  filmTexts: ModuleTexts
}

export type Picture = { path: string; width: number; height: number; alt: string }

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => htmlEntities[character] ?? character)

/** In characters. Search engines cut off longer descriptions, in the middle of a word. */
const maxDescriptionLength = 160

/** Shortens a description at the end of a word, with an ellipsis. */
export const shortenDescription = (text: string): string => {
  if (text.length <= maxDescriptionLength) return text
  const beginning = text.slice(0, maxDescriptionLength - 1)
  return `${beginning.slice(0, beginning.lastIndexOf(' '))}…`
}

/** The Open Graph tags of a page, with the picture of the locale unless the page has its own picture. */
export const previewTags = (
  { locale, title, description, site, origin }: LinkPreview,
  picture: Picture = {
    path: `/screenshots/share-${locale}.jpg`,
    width: 1200,
    height: 630,
    alt: site,
  },
): string[] => {
  if (origin === undefined) return []
  const properties = {
    type: 'website',
    locale: locale.replace('-', '_'),
    title,
    description: shortenDescription(description),
    image: `${origin}${picture.path}`,
    'image:width': picture.width,
    'image:height': picture.height,
    'image:alt': picture.alt,
  }
  return [
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="og:${name}" content="${escapeHtml(String(content))}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
}

/** The tags with the URL of the page, in this locale and in the others. */
const urlTags = ({ locale, page }: PageData, origin: string): string[] => {
  const urlIn = (code: LocaleCode) => `${origin}/${code}/${page}`
  return [
    `<link rel="canonical" href="${urlIn(locale)}" />`,
    ...localeCodes.map((code) => `<link rel="alternate" hreflang="${code}" href="${urlIn(code)}" />`),
    `<link rel="alternate" hreflang="x-default" href="${urlIn(defaultLocale)}" />`,
    `<meta property="og:url" content="${urlIn(locale)}" />`,
  ]
}

/** The publication date of the films, which search engines require. */
const filmsPublishedAt = '2026-11-23T00:00:00Z'

/** A film as structured data for search engines. */
const filmData = (
  { poster, sources, duration }: Video,
  { locale, texts, origin }: { locale: LocaleCode; texts: ModuleTexts; origin: string },
): object => ({
  '@type': 'VideoObject',
  name: texts.title,
  description: texts.summary,
  inLanguage: locale,
  thumbnailUrl: `${origin}${poster}`,
  uploadDate: filmsPublishedAt,
  duration: `PT${duration}S`,
  contentUrl: `${origin}${sources.at(-1)?.src}`,
  isFamilyFriendly: true,
})

/** Structured data (schema.org) as an element of the head. */
const structuredDataTag = (data: object): string => {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data })
  // Escapes `<`, so that the text cannot close the script element.
  return `<script type="application/ld+json">${text.replaceAll('<', String.raw`\u003c`)}</script>`
}

/** The tag that describes the film of a page. Empty if the build does not know the origin of the site. */
export const filmTags = (
  film: Video,
  { locale, texts, origin }: { locale: LocaleCode; texts: ModuleTexts; origin: string | undefined },
): string[] => (origin === undefined ? [] : [structuredDataTag(filmData(film, { locale, texts, origin }))])

/** The organisation, its courses and a film as structured data for search engines (schema.org). */
const structuredData = (page: PageData, origin: string): string => {
  const { locale, site, courseTexts, filmTexts } = page
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization` }
  const data = [
    { ...organization, name: site, url: `${origin}/${locale}/`, logo: `${origin}/icons/icon-512.png` },
    ...courses.map(({ id, hours }) => ({
      '@type': 'Course',
      name: courseTexts[id]?.title,
      description: courseTexts[id]?.summary,
      inLanguage: locale,
      isAccessibleForFree: true,
      provider: organization,
      offers: { '@type': 'Offer', category: 'Free' },
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseMode: 'Online',
        courseWorkload: `PT${hours}H`,
      },
    })),
    ...films
      .filter(({ id }) => id === sampleModule)
      .map((film) => filmData(film, { locale, texts: filmTexts, origin })),
  ]
  return structuredDataTag({ '@graph': data })
}

/**
 * The metadata of a page for search engines and link previews, as elements of its head. Empty if the build
 * does not know the origin of the site.
 */
export const metadataTags = (page: PageData): string[] => {
  const { origin } = page
  if (origin === undefined) return []
  const isHome = page.page === ''
  return [...urlTags(page, origin), ...previewTags(page), ...(isHome ? [structuredData(page, origin)] : [])]
}
