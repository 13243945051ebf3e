import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { AdminOnly } from '../../../features/admin/admin-only.tsx'

/** The pages of admins. Everybody else reads whose they are; the server sends them no data either. */
export const Route = createFileRoute('/$locale/admin')({
  beforeLoad: ({ params, location }) => {
    // The address above the pages has none of its own.
    if (/\/admin\/?$/.test(location.pathname))
      throw redirect({ to: '/$locale/admin/sync', params, replace: true })
  },
  component: AdminRoute,
})

function AdminRoute() {
  const { session } = Route.useRouteContext().services
  const state = useSyncExternalStore(session.subscribe, session.state)
  const signedIn = state.status === 'authenticated'
  return signedIn && state.user.admin ? <Outlet /> : <AdminOnly signedIn={signedIn} />
}
