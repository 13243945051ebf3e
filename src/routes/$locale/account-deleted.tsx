import { createFileRoute, Navigate, useRouterState } from '@tanstack/react-router'
import * as v from 'valibot'
import {
  AccountDeletedScreen,
  deletedAccount,
} from '../../features/profile/delete-account/account-deleted-screen.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What `/account-deleted` shows. A reload finds it again; an address, which others may see, does not hold it. */
    deleted?: v.InferOutput<typeof deletedAccount>
  }
}

/** The end of an account's deletion, for nobody: its coach has no session any more. */
export const Route = createFileRoute('/$locale/account-deleted')({ component: AccountDeletedRoute })

function AccountDeletedRoute() {
  const { locale } = Route.useRouteContext()
  const state = useRouterState({ select: ({ location }) => location.state })
  const deleted = v.safeParse(deletedAccount, state.deleted)
  if (deleted.success) return <AccountDeletedScreen {...deleted.output} />
  return <Navigate to="/$locale/" params={{ locale: locale.code }} replace />
}
