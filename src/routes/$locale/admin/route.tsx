import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { AdminForbidden } from '../../../features/admin/admin-forbidden.tsx'
import { useStore } from '../../../lib/use-store.ts'
import { requireSignIn } from '../../-guards.ts'

/** The pages of admins. Other coaches see a notice instead, and the server refuses them the data, too. */
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
  const { session } = Route.useRouteContext().services
  const state = useStore(session, session.state)
  return state.status === 'authenticated' && state.user.admin ? <Outlet /> : <AdminForbidden />
}
