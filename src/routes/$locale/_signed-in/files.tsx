import { createFileRoute } from '@tanstack/react-router'
import { FilesScreen } from '../../../features/files/files-screen.tsx'

export const Route = createFileRoute('/$locale/_signed-in/files')({ component: FilesRoute })

function FilesRoute() {
  const { services, user } = Route.useRouteContext()
  return <FilesScreen uploads={services.uploads} customer={user.userID} />
}
