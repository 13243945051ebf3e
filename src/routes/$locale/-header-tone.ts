import type { HeaderTone } from '../../features/shell/header.tsx'
import type { FileRoutesById } from '../../route-tree.gen.ts'

/** Where header logo and colours change: `/[locale]/[slug]`, what is below it, and `/[locale]/courses` (specification §2). */
const coursesRoutes: ReadonlySet<string> = new Set<keyof FileRoutesById>([
  '/$locale/$slug/',
  '/$locale/$slug/$module',
  '/$locale/$slug/certificate',
  '/$locale/courses',
])

/** How the header looks on a route. */
export const headerToneOf = (routeId: string): HeaderTone =>
  coursesRoutes.has(routeId) ? 'courses' : 'plain'
