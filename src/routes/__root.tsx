import { createRootRouteWithContext, Navigate } from '@tanstack/react-router'
import type { Services } from '../app/services/services.ts'

export const Route = createRootRouteWithContext<{ services: Services }>()({
  // A URL that cannot be decoded, for example with a lone per cent sign, has no locale in which to show the
  // error.
  notFoundComponent: () => <Navigate to="/" replace />,
})
