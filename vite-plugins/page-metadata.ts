import { courses, films } from '../src/config/courses.ts'
import { defaultLocale, localeCodes, type LocaleCode } from '../src/config/locales.ts'
import type { PrerenderedPage } from '../src/config/pages.ts'

/** What is shown where somebody shares an address. */
export type SharedPage = {
  locale: LocaleCode
  title: string
  description: string
  /** What the programme is called. */
  site: string
  /** The address of the site, where the build knows it: what others show of a page names it in full. */
  origin: string | undefined
}

export type PageData = SharedPage & {
  page: PrerenderedPage
  /** What is said of each course, by its id. */
  courseTexts: Readonly<Record<string, { title: string; summary: string }>>
  /** What is said of the film on the home. */
  filmTexts: { title: string; summary: string }
}

export type Picture = { path: string; width: number; height: number; alt: string }

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** Longer ones are cut off by search engines, in the middle of a word. */
const longestDescription = 160

export const shortened = (text: string): string => {
  if (text.length <= longestDescription) return text
  const cut = text.slice(0, longestDescription - 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`
}

/** What is shown of a page beside its link, as Open Graph has it: the picture of the locale, unless it has one of its own. */
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

/** Where the page is, also in the other locales. */
const whereabouts = ({ locale, page }: PageData, origin: string): string[] => {
  const addressIn = (code: LocaleCode) => `${origin}/${code}/${page}`
  return [
    `<link rel="canonical" href="${addressIn(locale)}" />`,
    ...localeCodes.map((code) => `<link rel="alternate" hreflang="${code}" href="${addressIn(code)}" />`),
    `<link rel="alternate" hreflang="x-default" href="${addressIn(defaultLocale)}" />`,
    `<meta property="og:url" content="${addressIn(locale)}" />`,
  ]
}

/** When the films were published, which search engines ask for. */
const filmsSince = '2026-11-23T00:00:00Z'

/** The film that the home shows, as search engines read it. */
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

/** Who offers which courses, with a film of them, as search engines read it (schema.org). */
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
  // The end of an element cannot stand in it.
  return `<script type="application/ld+json">${text.replaceAll('<', String.raw`\u003c`)}</script>`
}

/** What others are told of a page, as elements of its head; nothing where the build does not know the address of the site. */
export const metadata = (given: PageData): string[] => {
  const { origin, page } = given
  if (origin === undefined) return []
  return [...whereabouts(given, origin), ...shared(given), ...(page === '' ? [offer(given, origin)] : [])]
}
