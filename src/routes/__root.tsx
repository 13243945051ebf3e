import { createRootRouteWithContext, Navigate, useLocation } from '@tanstack/react-router'
import type { Services } from '../app/services/services.ts'
import { repairEscapes } from '../config/path-locale.ts'

type RouterContext = {
  services: Services
  /** Waits for this device's session (`src/session/follow-session.ts`). */
  waitUntilKnown: (check: Promise<unknown>) => Promise<void>
}

export const Route = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: MalformedPath,
})

/**
 * Redirects a path that cannot be decoded, for example because of a lone per cent sign, and so matches no
 * route. The repaired path shows the "not found" page of its locale.
 */
function MalformedPath() {
  const path = useLocation({ select: ({ pathname }) => repairEscapes(pathname) })
  return <Navigate to={path} replace />
}
