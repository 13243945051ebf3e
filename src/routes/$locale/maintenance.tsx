import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { MaintenanceScreen } from '../../features/pages/maintenance-screen.tsx'
import { useStore } from '../../lib/use-store.ts'
import { isDownForMaintenance, redirectAfterMaintenance, targetAfterMaintenance } from '../-guards.ts'
import { returnToSearch } from './-return-to.ts'

/**
 * Shown in place of every page during the maintenance window of a locale: the guard of the locale redirects
 * here. If opened by its own URL, it also shows how long the server accepts no calls.
 */
export const Route = createFileRoute('/$locale/maintenance')({
  // `place` is the page that redirected here.
  validateSearch: v.object(returnToSearch),
  beforeLoad: ({ context, search: { place } }) => redirectAfterMaintenance(context, place),
  component: MaintenanceRoute,
})

function MaintenanceRoute() {
  const context = Route.useRouteContext()
  const { place: returnTo } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { connectivity } = context.services.offline
  const serverState = useStore(connectivity, connectivity.state)
  // A visitor's pages make no calls that would reveal the server's state.
  useEffect(() => void connectivity.check(), [connectivity])
  const { maintenance } = context.locale
  const ends = [
    ...(maintenance && isDownForMaintenance(context) ? [Date.parse(maintenance.until)] : []),
    ...(serverState.kind === 'maintenance' ? [serverState.until] : []),
  ]
  return (
    <MaintenanceScreen
      until={ends.length > 0 ? Math.max(...ends) : undefined}
      isOver={() => !isDownForMaintenance(context) && connectivity.state().kind !== 'maintenance'}
      onOver={() => void navigate(targetAfterMaintenance(context.locale, returnTo))}
      onCheck={connectivity.check}
    />
  )
}
