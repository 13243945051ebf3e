import { createFileRoute } from '@tanstack/react-router'
import { AdminLinks } from '../../../features/admin/admin-links.tsx'
import { useAdmin } from '../../../features/admin/request-as-admin.ts'
import { ImportScreen } from '../../../features/rescue/import-screen.tsx'

export const Route = createFileRoute('/$locale/admin/rescue')({ component: RescueRoute })

function RescueRoute() {
  const { services } = Route.useRouteContext()
  const { api } = useAdmin(services.session)
  return (
    <ImportScreen
      links={<AdminLinks />}
      api={api}
      onImported={() => void services.outbox.track('rescue_file_imported', {})}
    />
  )
}
