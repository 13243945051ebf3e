import { createRootRouteWithContext } from '@tanstack/react-router'
import type { Services } from '../app/services.ts'

export const Route = createRootRouteWithContext<{ services: Services }>()({})
