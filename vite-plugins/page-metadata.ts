import { courses, sampleModule, videos, type Course, type Video } from '../src/config/courses.ts'
import { defaultLocale, localeCodes, type LocaleCode } from '../src/config/locales.ts'
import type { PrerenderedPage } from '../src/config/pages.ts'

/** The data of the preview that messengers and social networks show for a link. */
export type LinkPreview = {
  locale: LocaleCode
  title: string
  description: string
  /** The name of the programme. */
  siteName: string
  /** The origin of the site, if the build knows it. Link previews need absolute URLs. */
  origin: string | undefined
}

/** The texts that describe a module or a course. */
type ModuleTexts = { title: string; summary: string }

export type PageData = LinkPreview & {
  page: PrerenderedPage
  /** The texts of each course, by its id. */
  courseTexts: Readonly<Record<string, ModuleTexts>>
  /** The texts of the module whose video the home page shows. */
  videoTexts: ModuleTexts
}

/** The image of a link preview, with its size in pixels. */
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

/**
 * Creates the Open Graph tags of a page. `picture` defaults to the image of the locale. Empty if the build
 * does not know the origin of the site.
 */
export const createPreviewTags = (
  { locale, title, description, siteName, origin }: LinkPreview,
  picture: Picture = {
    path: `/screenshots/share-${locale}.jpg`,
    width: 1200,
    height: 630,
    alt: siteName,
  },
): string[] => {
  if (origin === undefined) return []
  const properties = {
    type: 'website',
    // Open Graph writes `pt_BR`.
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

/** Creates the tags with the URLs of the page in this locale and in all others. */
const createUrlTags = ({ locale, page }: PageData, origin: string): string[] => {
  const getUrl = (code: LocaleCode) => `${origin}/${code}/${page}`
  return [
    `<link rel="canonical" href="${getUrl(locale)}" />`,
    ...localeCodes.map((code) => `<link rel="alternate" hreflang="${code}" href="${getUrl(code)}" />`),
    `<link rel="alternate" hreflang="x-default" href="${getUrl(defaultLocale)}" />`,
    `<meta property="og:url" content="${getUrl(locale)}" />`,
  ]
}

/** When all videos were published. Search engines require the date. */
const videosPublishedAt = '2026-11-23T00:00:00Z'

/** Describes a video as structured data for search engines. */
const createVideoData = (
  { poster, sources, duration }: Video,
  { locale, texts, origin }: { locale: LocaleCode; texts: ModuleTexts; origin: string },
): object => ({
  '@type': 'VideoObject',
  name: texts.title,
  description: texts.summary,
  inLanguage: locale,
  thumbnailUrl: `${origin}${poster}`,
  uploadDate: videosPublishedAt,
  duration: `PT${duration}S`,
  // The last source is the MP4 file, which the most browsers can play.
  contentUrl: `${origin}${sources.at(-1)?.src}`,
  isFamilyFriendly: true,
})

/** Creates an element of the head with structured data (schema.org). */
const createDataTag = (data: object): string => {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data })
  // Without the escaped `<`, a text could close the script element.
  return `<script type="application/ld+json">${text.replaceAll('<', String.raw`\u003c`)}</script>`
}

/**
 * Creates the tag that describes the video of a page. Empty if the build does not know the origin of the
 * site.
 */
export const createVideoTags = (
  video: Video,
  { locale, texts, origin }: { locale: LocaleCode; texts: ModuleTexts; origin: string | undefined },
): string[] =>
  origin === undefined ? [] : [createDataTag(createVideoData(video, { locale, texts, origin }))]

/** Describes a course as structured data. `provider` is the organisation. */
const createCourseData = ({ id, hours }: Course, { locale, courseTexts }: PageData, provider: object) => ({
  '@type': 'Course',
  name: courseTexts[id]?.title,
  description: courseTexts[id]?.summary,
  inLanguage: locale,
  isAccessibleForFree: true,
  provider,
  offers: { '@type': 'Offer', category: 'Free' },
  hasCourseInstance: {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: `PT${hours}H`,
  },
})

/** Describes the organisation, its courses and a video for search engines (schema.org). */
const createSiteDataTag = (pageData: PageData, origin: string): string => {
  const { locale, siteName, videoTexts } = pageData
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization` }
  const siteData = { name: siteName, url: `${origin}/${locale}/`, logo: `${origin}/icons/icon-512.png` }
  const sampleVideos = videos.filter(({ id }) => id === sampleModule)
  return createDataTag({
    '@graph': [
      { ...organization, ...siteData },
      ...courses.map((course) => createCourseData(course, pageData, organization)),
      ...sampleVideos.map((video) => createVideoData(video, { locale, texts: videoTexts, origin })),
    ],
  })
}

/**
 * Creates the elements of a page's head for search engines and link previews. Empty if the build does not
 * know the origin of the site.
 */
export const createMetadataTags = (pageData: PageData): string[] => {
  const { origin, page } = pageData
  if (origin === undefined) return []
  const isHome = page === ''
  return [
    ...createUrlTags(pageData, origin),
    ...createPreviewTags(pageData),
    ...(isHome ? [createSiteDataTag(pageData, origin)] : []),
  ]
}
