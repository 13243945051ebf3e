import { createFileRoute } from '@tanstack/react-router'
import { ImportScreen } from '../../../features/rescue/import-screen.tsx'

export const Route = createFileRoute('/$locale/admin/rescue')({ component: RescueRoute })

function RescueRoute() {
  const { services } = Route.useRouteContext()
  return (
    <ImportScreen
      api={services.session.api}
      onImported={() => void services.outbox.track('rescue_file_imported', {})}
    />
  )
}
