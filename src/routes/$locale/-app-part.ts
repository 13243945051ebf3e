import type { AppPart } from '../../features/app-bar/app-bar.tsx'
import type { Translate } from '../../i18n/translate.ts'
import type { FileRoutesById } from '../../route-tree.gen.ts'
import { resolveSlug, type SlugTarget } from './$slug/-resolve-slug.ts'

type RouteId = keyof FileRoutesById

/** The part of each route that does not depend on a translated slug. */
const partByRoute: Partial<Record<RouteId, AppPart>> = {
  '/$locale/$slug/$module': 'courses',
  '/$locale/$slug/certificate': 'courses',
  '/$locale/courses': 'courses',
  '/$locale/_signed-in/drills': 'drills',
  '/$locale/_signed-in/files': 'files',
  '/$locale/_signed-in/change-password': 'profile',
  '/$locale/_signed-in/delete-account': 'profile',
  '/$locale/_signed-in/passkeys': 'profile',
  '/$locale/_signed-in/second-factor': 'profile',
  '/$locale/_signed-in/sign-ins': 'profile',
  '/$locale/change-location': 'profile',
  '/$locale/install': 'profile',
  '/$locale/storage': 'profile',
}
const hasPart = (id: string): id is RouteId => id in partByRoute

/** The part of each target of a translated slug. */
const partByTarget: Partial<Record<SlugTarget['kind'], AppPart>> = {
  'courses-home': 'courses',
  course: 'courses',
  profile: 'profile',
}

/**
 * Finds the part of the app that the app bar marks for a page, or undefined for pages outside all parts. For
 * a slug, the part depends on the target of the slug.
 */
export const findAppPart = (routeId: string, slug: string | undefined, t: Translate): AppPart | undefined => {
  if (hasPart(routeId)) return partByRoute[routeId]
  const target = slug === undefined ? undefined : resolveSlug(slug, t)
  return target && partByTarget[target.kind]
}

/**
 * Whether a page has a bar of its own, which replaces the header on a phone: a module, once it is loaded. If it
 * could not be loaded, or does not exist, the header stays.
 */
export const hasOwnBar = (routeId: string, status: string | undefined): boolean =>
  routeId === '/$locale/$slug/$module' && status === 'success'

/** Whether only signed-in users can open a route. */
const isForSignedIn = (routeId: string): boolean =>
  routeId.startsWith('/$locale/_signed-in/') || routeId.startsWith('/$locale/admin/')

/** The pages that are public for visitors, although they are parts of the app for coaches. */
const publicRoutes = new Set(['/$locale/change-location', '/$locale/install', '/$locale/storage'])

/** Whether a page belongs to the app, and is not a public page. */
export const isInApp = (routeId: string, part: AppPart | undefined): boolean =>
  (part !== undefined && !publicRoutes.has(routeId)) || isForSignedIn(routeId)
