import { createFileRoute } from '@tanstack/react-router'
import { AdminLinks } from '../../../features/admin/admin-links.tsx'
import { ImportScreen } from '../../../features/rescue/import-screen.tsx'

export const Route = createFileRoute('/$locale/admin/rescue')({ component: RescueRoute })

function RescueRoute() {
  const { services } = Route.useRouteContext()
  return (
    <ImportScreen
      links={<AdminLinks />}
      api={services.session.api}
      onImported={() => void services.outbox.track('rescue_file_imported', {})}
    />
  )
}
