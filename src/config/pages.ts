/** The information pages. The id is also the address. */
export const pageIds = ['about', 'faq', 'contact', 'terms', 'privacy', 'accessibility', 'cookies'] as const
export type PageId = (typeof pageIds)[number]

/** The public pages of every locale, with or without a session. The empty page is the home page. */
export const publicPages = ['', 'sign-up', 'login', ...pageIds, 'sitemap', 'install', 'verify'] as const

/** The pages that the build writes as HTML, because they are the same on every device. */
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
