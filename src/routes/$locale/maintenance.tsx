import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { MaintenanceScreen } from '../../features/pages/maintenance-screen.tsx'
import { useStore } from '../../lib/use-store.ts'
import { isDownForMaintenance, redirectAfterMaintenance, targetAfterMaintenance } from '../-guards.ts'
import { returnToAnyPageSearch } from './-return-to.ts'

/**
 * Maintenance of the locale, which the locale table announces, or of the server, which refuses calls
 * meanwhile. The guard of a locale redirects every page here during the first; the page itself shows the
 * later end of both.
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
  // Nothing else asks the server before a sign-in.
  useEffect(() => {
    void connectivity.check()
  }, [connectivity])
  const { maintenance } = context.locale
  const endTimes = [
    ...(maintenance && isDownForMaintenance(context) ? [Date.parse(maintenance.until)] : []),
    ...(serverState.kind === 'maintenance' ? [serverState.until] : []),
  ]
  return (
    <MaintenanceScreen
      until={endTimes.length > 0 ? Math.max(...endTimes) : undefined}
      isOver={() => !isDownForMaintenance(context) && connectivity.state().kind !== 'maintenance'}
      onOver={() => void navigate(targetAfterMaintenance(context.locale, returnTo))}
      onCheck={connectivity.check}
    />
  )
}
