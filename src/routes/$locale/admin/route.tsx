import { createFileRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { removeLocale } from '../../../config/path-locale.ts'
import { AdminAccess } from '../../../features/admin/admin-access.tsx'
import { findAdminPage } from '../../../features/admin/admin-pages.ts'
import { useAdmin } from '../../../features/admin/request-as-admin.ts'
import { useStore } from '../../../lib/use-store.ts'
import { requireSignIn } from '../../-guards.ts'
import { useOffline } from '../../-use-offline.ts'

/**
 * The pages of admins, who need a role and a second factor. Other coaches see a notice instead, and the server
 * refuses them the data, too.
 */
export const Route = createFileRoute('/$locale/admin')({
  beforeLoad: ({ context, location }) => {
    requireSignIn(context, location.href)
  },
  component: AdminRoute,
})

function AdminRoute() {
  const { services } = Route.useRouteContext()
  const { session, offline } = services
  const state = useStore(session, session.state)
  const isOffline = useOffline(services)
  const path = useRouterState({ select: ({ location }) => removeLocale(location.pathname) })
  const { adminId, openPages } = useAdmin(session)
  // The guard is about to leave the page.
  if (state.status !== 'authenticated') return null
  return (
    <AdminAccess
      key={adminId}
      adminId={adminId}
      role={state.user.role}
      page={findAdminPage(path)}
      offline={isOffline}
      open={openPages}
      measureClock={offline.measureClock}
    >
      <Outlet />
    </AdminAccess>
  )
}
