import { createRouter } from '@tanstack/react-router'
import { NotFoundRoute } from '../../routes/-not-found.tsx'
import { routeTree } from '../../route-tree.gen.ts'
import { LayersContext } from '../../ui/layout/use-back-closes.ts'
import { createHistory, separateCertificates } from './create-history.ts'
import { RouteFailed } from './route-failed.tsx'
import type { Services } from '../services/services.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './route-pending.module.css'

type Options = {
  /** The page on the screen was prerendered. */
  isPrerendered: boolean
}

/**
 * Whether the router scrolls. It does not scroll a prerendered page that the person has scrolled already when
 * the app takes it over.
 */
const scrollsUnlessRead = ({ isPrerendered }: Options) => {
  let isFirst = isPrerendered
  return () => {
    const isRead = isFirst && window.scrollY > 0
    isFirst = false
    return !isRead
  }
}

const create = (services: Services, options: Options) => {
  const { history, layers } = createHistory(window)
  separateCertificates(history, window)
  return createRouter({
    routeTree,
    history,
    context: { services },
    defaultPreload: 'intent',
    // The query client and the catalogues decide what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: NotFoundRoute,
    defaultPendingComponent: RoutePending,
    scrollRestoration: scrollsUnlessRead(options),
    // With smooth scrolling, the new page would look like the old one.
    scrollRestorationBehavior: 'instant',
    trailingSlash: 'preserve',
    InnerWrap: ({ children }) => <LayersContext value={layers}>{children}</LayersContext>,
  })
}

export type AppRouter = ReturnType<typeof create>

/**
 * The router of a tab. Every route gets the services from its context, and its guard runs again when the
 * session changes.
 */
export const createAppRouter = (services: Services, options: Options): AppRouter => {
  const router = create(services, options)
  const { session } = services
  const identity = () => session.customer() ?? session.state().status
  let last = identity()
  // The session may change in this tab or in another. A tab that was asleep may go from one customer straight
  // to another.
  session.subscribe(() => {
    if (identity() === last) return
    last = identity()
    void router.invalidate()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

/** Placeholder for a page that takes noticeably long to load. */
const RoutePending = () => (
  <div className={styles.pending}>
    <Skeleton rows={6} />
  </div>
)
