import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { AdminRefused } from '../../../features/admin/admin-refused.tsx'
import { requireSignIn } from '../../-guards.ts'
import { useStore } from '../../../lib/use-store.ts'

/** The pages of admins. Other coaches see whose pages these are; the server sends them no data either. */
export const Route = createFileRoute('/$locale/admin')({
  beforeLoad: ({ context, params, location }) => {
    requireSignIn(context, location.href)
    // The parent address has no page of its own.
    if (/\/admin\/*$/i.test(location.pathname))
      throw redirect({ to: '/$locale/admin/sync', params, replace: true })
  },
  component: AdminRoute,
})

function AdminRoute() {
  const { session } = Route.useRouteContext().services
  const state = useStore(session, session.state)
  return state.status === 'authenticated' && state.user.admin ? <Outlet /> : <AdminRefused />
}
