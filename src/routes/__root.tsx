import { createRootRouteWithContext, Navigate } from '@tanstack/react-router'
import type { Services } from '../app/services/services.ts'

export const Route = createRootRouteWithContext<{ services: Services }>()({
  // An address that cannot be read, as one with a lone per cent sign, names no locale in which the error could be
  // shown.
  notFoundComponent: () => <Navigate to="/" replace />,
})
