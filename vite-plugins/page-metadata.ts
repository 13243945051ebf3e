import { courses, films } from '../src/config/courses.ts'
import { defaultLocale, localeCodes, type LocaleCode } from '../src/config/locales.ts'
import type { PrerenderedPage } from '../src/config/pages.ts'

export type PageData = {
  locale: LocaleCode
  page: PrerenderedPage
  title: string
  description: string
  /** What the programme is called. */
  site: string
  /** What is said of each course, by its id. */
  courseTexts: Readonly<Record<string, { title: string; summary: string }>>
  /** What is said of the film on the home. */
  filmTexts: { title: string; summary: string }
  /** The address of the site, where the build knows it: what others show of a page names it in full. */
  origin: string | undefined
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** Longer ones are cut off by search engines, in the middle of a word. */
const longestDescription = 160

export const shortened = (text: string): string => {
  if (text.length <= longestDescription) return text
  const cut = text.slice(0, longestDescription - 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`
}

/** Where the page is in the other locales, and what is shown where somebody shares it. */
const whereabouts = ({ locale, page, title, description, site }: PageData, origin: string): string[] => {
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
    property('image', `${origin}/screenshots/share-${locale}.jpg`),
    property('image:width', '1200'),
    property('image:height', '630'),
    property('image:alt', site),
    '<meta name="twitter:card" content="summary_large_image" />',
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
  return [...whereabouts(given, origin), ...(page === '' ? [offer(given, origin)] : [])]
}
