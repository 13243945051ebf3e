import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { AdminOnly } from '../../../features/admin/admin-only.tsx'

/** The pages of admins. Everybody else reads whose they are; the server sends them no data either. */
export const Route = createFileRoute('/$locale/admin')({ component: AdminRoute })

function AdminRoute() {
  const { session } = Route.useRouteContext().services
  const state = useSyncExternalStore(session.subscribe, session.state)
  const signedIn = state.status === 'authenticated'
  return signedIn && state.user.admin ? <Outlet /> : <AdminOnly signedIn={signedIn} />
}
