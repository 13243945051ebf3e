/** The information pages; the id is also their address. */
export const pageIds = ['about', 'faq', 'contact', 'terms', 'privacy', 'accessibility', 'cookies'] as const
export type PageId = (typeof pageIds)[number]

/** What anybody can open below a locale, signed in or not: the same addresses in every locale. Empty is its home. */
export const publicPages = ['', 'sign-up', 'login', ...pageIds, 'sitemap', 'install', 'verify'] as const

/** What the build writes as HTML, because it reads the same on every device. */
export const prerenderedPages = [
  '',
  'sign-up',
  'login',
  ...pageIds,
  'sitemap',
  'change-location',
  'verify',
] as const
export type PrerenderedPage = (typeof prerenderedPages)[number]
