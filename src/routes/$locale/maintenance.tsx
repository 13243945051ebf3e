import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { MaintenanceScreen } from '../../features/pages/maintenance-screen.tsx'
import { afterMaintenance, isDown, leaveMaintenance } from '../-guards.ts'
import { place } from './-place.ts'
import { useStore } from '../../lib/use-store.ts'

/**
 * Shown in place of every page during the maintenance window of a locale: the guard of the locale redirects
 * here. If opened by its address, it also shows how long the server accepts no calls.
 */
export const Route = createFileRoute('/$locale/maintenance')({
  validateSearch: v.object({
    /** The page that redirected here. */
    place: v.fallback(v.optional(place), undefined),
  }),
  beforeLoad: ({ context, search: { place } }) => leaveMaintenance(context, place),
  component: MaintenanceRoute,
})

function MaintenanceRoute() {
  const context = Route.useRouteContext()
  const { place } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { connectivity } = context.services.offline
  const server = useStore(connectivity, connectivity.state)
  // A visitor's pages make no calls that would reveal the server's state.
  useEffect(() => void connectivity.check(), [connectivity])
  const { maintenance } = context.locale
  const ends = [
    ...(maintenance && isDown(context) ? [Date.parse(maintenance.until)] : []),
    ...(server.kind === 'maintenance' ? [server.until] : []),
  ]
  return (
    <MaintenanceScreen
      until={ends.length > 0 ? Math.max(...ends) : undefined}
      isOver={() => !isDown(context) && connectivity.state().kind !== 'maintenance'}
      onOver={() => void navigate(afterMaintenance(context.locale, place))}
      onCheck={connectivity.check}
    />
  )
}
