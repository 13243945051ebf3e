import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { AdminAccess } from '../../../features/admin/admin-access.tsx'
import { AdminForbidden } from '../../../features/admin/admin-forbidden.tsx'
import { useAdmin } from '../../../features/admin/request-as-admin.ts'
import { useStore } from '../../../lib/use-store.ts'
import { requireSignIn } from '../../-guards.ts'
import { useOffline } from '../../-use-offline.ts'

/**
 * The pages of admins, who need a second factor. Other coaches see a notice instead, and the server refuses
 * them the data, too.
 */
export const Route = createFileRoute('/$locale/admin')({
  beforeLoad: ({ context, params, location }) => {
    requireSignIn(context, location.href)
    // `/admin` itself has no page.
    if (/\/admin\/*$/i.test(location.pathname))
      throw redirect({ to: '/$locale/admin/sync', params, replace: true })
  },
  component: AdminRoute,
})

function AdminRoute() {
  const { services } = Route.useRouteContext()
  const { session, offline } = services
  const state = useStore(session, session.state)
  const isOffline = useOffline(services)
  const { adminId, openPages } = useAdmin(session)
  if (state.status !== 'authenticated' || !state.user.admin) return <AdminForbidden />
  return (
    <AdminAccess
      key={adminId}
      adminId={adminId}
      offline={isOffline}
      open={openPages}
      measureClock={offline.measureClock}
    >
      <Outlet />
    </AdminAccess>
  )
}
