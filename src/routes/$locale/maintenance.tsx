import { createFileRoute } from '@tanstack/react-router'
import { MaintenanceScreen } from '../../features/pages/maintenance-screen.tsx'

/** Shown in place of everything else while the window of a locale lasts: the guard of the locale redirects. */
export const Route = createFileRoute('/$locale/maintenance')({
  component: MaintenanceRoute,
})

function MaintenanceRoute() {
  const { maintenance } = Route.useRouteContext().locale
  return <MaintenanceScreen until={maintenance && new Date(maintenance.until)} />
}
