import { createRootRouteWithContext, Navigate, useLocation } from '@tanstack/react-router'
import type { Services } from '../app/services/services.ts'
import { repairEscapes } from '../config/path-locale.ts'

export const Route = createRootRouteWithContext<{ services: Services }>()({
  notFoundComponent: MalformedPath,
})

/**
 * The router matches no route to a path that cannot be decoded, for example with a lone per cent sign. The
 * repaired path leads to the page that says what is wrong, in its locale.
 */
function MalformedPath() {
  const path = useLocation({ select: ({ pathname }) => repairEscapes(pathname) })
  return <Navigate to={path} replace />
}
