import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../../route-tree.gen.ts'
import { NotFoundRoute } from '../../routes/-not-found.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LayersContext } from '../../ui/layout/use-back-closes.ts'
import type { Services } from '../services/services.ts'
import { createHistory, separateCertificates } from './create-history.ts'
import { followSession, type WaitUntilKnown } from '../../session/follow-session.ts'
import { RouteFailed } from './route-failed.tsx'
import styles from './route-pending.module.css'

type AppRouterOptions = {
  /** Whether the current page was rendered at build time. */
  isPrerendered: boolean
}

/**
 * Returns the function that decides whether the router scrolls when it shows a page. The router does not
 * scroll when the app takes over a prerendered page that the visitor has already scrolled.
 */
const createScrollDecision = ({ isPrerendered }: AppRouterOptions) => {
  let isPrerenderedPage = isPrerendered
  return () => {
    const isScrolled = isPrerenderedPage && window.scrollY > 0
    isPrerenderedPage = false
    return !isScrolled
  }
}

/** Placeholder for a page that takes noticeably long to load. */
const RoutePending = () => (
  <div className={styles.pending}>
    <Skeleton rows={6} />
  </div>
)

const createRouterWithHistory = (
  context: { services: Services; waitUntilKnown: WaitUntilKnown },
  options: AppRouterOptions,
) => {
  const { history, layers } = createHistory(window)
  separateCertificates(history, window)
  return createRouter({
    routeTree,
    history,
    context,
    defaultPreload: 'intent',
    // The query client and the catalogues decide what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: NotFoundRoute,
    defaultPendingComponent: RoutePending,
    scrollRestoration: createScrollDecision(options),
    // Smooth scrolling would first show the new page at the scroll position of the old one.
    scrollRestorationBehavior: 'instant',
    trailingSlash: 'preserve',
    InnerWrap: ({ children }) => <LayersContext value={layers}>{children}</LayersContext>,
  })
}

export type AppRouter = ReturnType<typeof createRouterWithHistory>

/**
 * Creates the router of a tab. Every route gets the services from its context, and its guard runs again when
 * the session changes.
 */
export const createAppRouter = (services: Services, options: AppRouterOptions): AppRouter => {
  const { waitUntilKnown } = followSession(services.session, () => void router.invalidate())
  const router = createRouterWithHistory({ services, waitUntilKnown }, options)
  return router
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The email address that one screen passes to the next while signing in. It must not be in the URL. */
    email?: string | undefined
  }
  interface Register {
    router: AppRouter
  }
}
