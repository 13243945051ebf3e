import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { MaintenanceScreen } from '../../features/pages/maintenance-screen.tsx'
import { useStore } from '../../lib/use-store.ts'
import { getTargetAfterMaintenance, isDownForMaintenance, redirectAfterMaintenance } from '../-guards.ts'
import { returnToAnyPageSearch } from './-return-to.ts'

/**
 * Shown during maintenance of the locale, which the locale table announces, or of the server, which refuses
 * calls. The guard of `/$locale` redirects every page here, but only for maintenance of the locale. If both
 * apply, the page shows the later end.
 */
export const Route = createFileRoute('/$locale/maintenance')({
  // `returnTo` is the page that redirected here.
  validateSearch: v.object(returnToAnyPageSearch),
  beforeLoad: ({ context, search: { returnTo } }) => redirectAfterMaintenance(context, returnTo),
  component: MaintenanceRoute,
})

function MaintenanceRoute() {
  const context = Route.useRouteContext()
  const { returnTo } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { connectivity } = context.services.offline
  const serverState = useStore(connectivity, connectivity.state)
  // Before a sign-in, no other call shows whether the server is in maintenance.
  useEffect(() => {
    void connectivity.check()
  }, [connectivity])
  const { maintenance } = context.locale
  const endTimes: number[] = []
  if (maintenance && isDownForMaintenance(context)) endTimes.push(Date.parse(maintenance.until))
  if (serverState.kind === 'maintenance') endTimes.push(serverState.until)
  return (
    <MaintenanceScreen
      until={endTimes.length > 0 ? Math.max(...endTimes) : undefined}
      isOver={() => !isDownForMaintenance(context) && connectivity.state().kind !== 'maintenance'}
      onOver={() => void navigate(getTargetAfterMaintenance(context.locale, returnTo))}
      onCheck={connectivity.check}
    />
  )
}
