import { courses, films } from '../src/config/courses.ts'
import { defaultLocale, localeCodes, type LocaleCode } from '../src/config/locales.ts'
import type { PrerenderedPage } from '../src/config/pages.ts'

/** The data for the preview of a shared address. */
export type SharedPage = {
  locale: LocaleCode
  title: string
  description: string
  /** The name of the programme. */
  site: string
  /** The address of the site, if the build knows it. Link previews need absolute addresses. */
  origin: string | undefined
}

export type PageData = SharedPage & {
  page: PrerenderedPage
  /** The texts of each course, by its id. */
  courseTexts: Readonly<Record<string, { title: string; summary: string }>>
  /** The texts of the film on the home page. */
  filmTexts: { title: string; summary: string }
}

export type Picture = { path: string; width: number; height: number; alt: string }

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** Characters. Search engines cut off longer descriptions, in the middle of a word. */
const maxDescriptionLength = 160

export const shortened = (text: string): string => {
  if (text.length <= maxDescriptionLength) return text
  const cut = text.slice(0, maxDescriptionLength - 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`
}

/** The Open Graph tags of a page, with the picture of the locale unless the page has its own picture. */
export const shared = (
  { locale, title, description, site, origin }: SharedPage,
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
    description: shortened(description),
    image: `${origin}${picture.path}`,
    'image:width': picture.width,
    'image:height': picture.height,
    'image:alt': picture.alt,
  }
  return [
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="og:${name}" content="${escaped(String(content))}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
}

/** The address of the page, in this locale and in the others. */
const whereabouts = ({ locale, page }: PageData, origin: string): string[] => {
  const addressIn = (code: LocaleCode) => `${origin}/${code}/${page}`
  return [
    `<link rel="canonical" href="${addressIn(locale)}" />`,
    ...localeCodes.map((code) => `<link rel="alternate" hreflang="${code}" href="${addressIn(code)}" />`),
    `<link rel="alternate" hreflang="x-default" href="${addressIn(defaultLocale)}" />`,
    `<meta property="og:url" content="${addressIn(locale)}" />`,
  ]
}

/** The publication date of the films, which search engines require. */
const filmsSince = '2026-11-23T00:00:00Z'

/** The film on the home page as structured data for search engines. */
const filmOnHome = ({ locale, filmTexts }: PageData, origin: string): object[] =>
  films.slice(0, 1).map(({ poster, sources, duration }) => ({
    '@type': 'VideoObject',
    name: filmTexts.title,
    description: filmTexts.summary,
    inLanguage: locale,
    thumbnailUrl: `${origin}${poster}`,
    uploadDate: filmsSince,
    duration: `PT${duration}S`,
    contentUrl: `${origin}${sources.at(-1)?.src}`,
    isFamilyFriendly: true,
  }))

/** The organisation, its courses and a film as structured data for search engines (schema.org). */
const offer = (given: PageData, origin: string): string => {
  const { locale, site, courseTexts } = given
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
    ...filmOnHome(given, origin),
  ]
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': data })
  // Escapes `<`, so that the text cannot close the script element.
  return `<script type="application/ld+json">${text.replaceAll('<', String.raw`\u003c`)}</script>`
}

/**
 * The metadata of a page for search engines and link previews, as elements of its head. Empty if the build
 * does not know the address of the site.
 */
export const metadata = (given: PageData): string[] => {
  const { origin, page } = given
  if (origin === undefined) return []
  return [...whereabouts(given, origin), ...shared(given), ...(page === '' ? [offer(given, origin)] : [])]
}
