import { createRouter } from '@tanstack/react-router'
import { NotFound } from '../features/shell/not-found.tsx'
import { routeTree } from '../route-tree.gen.ts'
import { RouteFailed } from './route-failed.tsx'
import { RoutePending } from './route-pending.tsx'
import type { Services } from './services.ts'

/** The router of a tab: every route gets the services from its context. */
export const createAppRouter = (services: Services) =>
  createRouter({
    routeTree,
    context: { services },
    defaultPreload: 'intent',
    // The query client and the catalogues decide what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: RoutePending,
    scrollRestoration: true,
    // A page that scrolls up under the reader looks like one that was not left.
    scrollRestorationBehavior: 'instant',
    trailingSlash: 'preserve',
  })

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
