/** The information pages. The id is also the slug. */
export const pageIds = ['about', 'faq', 'contact', 'terms', 'privacy', 'accessibility', 'cookies'] as const
export type PageId = (typeof pageIds)[number]

/**
 * The pages of every locale that search engines and the sitemap list. They need no session. The empty id is
 * the home page.
 */
export const publicPages = ['', 'sign-up', 'login', ...pageIds, 'sitemap', 'install', 'verify'] as const

/** The pages that the build prerenders as HTML, because they are the same on every device. */
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

/** The ids of the messages that contain the slugs of pages, for slugs that differ between languages. */
export const slugIds = [
  'coursesHomeSlug',
  'courseSlug',
  'footballCourseSlug',
  'courseSeriesSlug',
  'profileSlug',
] as const

export type SlugId = (typeof slugIds)[number]

/**
 * The patterns of all routes. Health reports contain a pattern instead of a URL, because a URL may identify a
 * coach. `checks/route-patterns.test.ts` compares the patterns with the routes.
 */
export const routePatterns = [
  '/',
  '/$locale',
  '/$locale/',
  '/$locale/$',
  '/$locale/$slug/',
  '/$locale/$slug/$module',
  '/$locale/$slug/certificate',
  '/$locale/account-deleted',
  '/$locale/admin',
  '/$locale/admin/',
  '/$locale/admin/delete-account',
  '/$locale/admin/health',
  '/$locale/admin/programme',
  '/$locale/admin/rescue',
  '/$locale/admin/roles',
  '/$locale/admin/sync/',
  '/$locale/admin/sync/$device',
  '/$locale/change-location',
  '/$locale/change-password',
  '/$locale/confirm-email',
  '/$locale/confirm-sign-in',
  '/$locale/courses',
  '/$locale/delete-account',
  '/$locale/drills',
  '/$locale/files',
  '/$locale/finish-deletion',
  '/$locale/forgot-password',
  '/$locale/hosted-sign-in',
  '/$locale/install',
  '/$locale/login',
  '/$locale/maintenance',
  '/$locale/outbox',
  '/$locale/passkeys',
  '/$locale/second-factor',
  '/$locale/sign-ins',
  '/$locale/sign-up',
  '/$locale/sitemap',
  '/$locale/storage',
  '/$locale/verify/',
  '/$locale/verify/$number',
] as const

/** Whether a route that a device reported is one of this app. */
export const isRoutePattern = (route: string | undefined): route is (typeof routePatterns)[number] =>
  routePatterns.some((pattern) => pattern === route)
