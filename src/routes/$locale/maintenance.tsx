import { createFileRoute, redirect } from '@tanstack/react-router'
import { inMaintenance } from '../../config/locales.ts'
import { MaintenanceScreen } from '../../features/pages/maintenance-screen.tsx'
import { localTime } from '../../lib/local-time.ts'

/** Shown in place of everything else while the window of a locale lasts; outside of it there is nothing to see here. */
export const Route = createFileRoute('/$locale/maintenance')({
  beforeLoad: ({ context: { services, locale } }) => {
    if (inMaintenance(locale, localTime(services.device.now()))) return
    throw redirect({ to: '/$locale/', params: { locale: locale.code }, replace: true })
  },
  component: MaintenanceRoute,
})

function MaintenanceRoute() {
  const { maintenance } = Route.useRouteContext().locale
  return <MaintenanceScreen until={maintenance && new Date(maintenance.until)} />
}
