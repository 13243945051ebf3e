import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useAdminIdentity } from '../../../features/admin/admin-identity.ts'
import { getFirstPage } from '../../../features/admin/admin-pages.ts'

/** `/admin` itself has no page: it leads to the first page that the role of the admin may see. */
export const Route = createFileRoute('/$locale/admin/')({ component: AdminIndexRoute })

function AdminIndexRoute() {
  const { locale } = Route.useParams()
  const { role } = useAdminIdentity()
  return <Navigate to={`/$locale/${getFirstPage(role)}`} params={{ locale }} replace />
}
