import { createFileRoute, redirect } from '@tanstack/react-router'
import { AccountDeletedScreen } from '../../features/profile/delete-account/account-deleted-screen.tsx'
import { requireSession } from '../-guards.ts'

/** The end of an account's deletion, for nobody: its coach has no session any more. */
export const Route = createFileRoute('/$locale/account-deleted')({
  beforeLoad: ({ context }) => {
    requireSession(context)
  },
  loader: async ({ context: { services, locale } }) => {
    const deletion = await services.session.finishedDeletion()
    if (deletion) return deletion
    throw redirect({ to: '/$locale/', params: { locale: locale.code }, replace: true })
  },
  // Shown again for another account, an earlier receipt would come back.
  gcTime: 0,
  component: AccountDeletedRoute,
})

function AccountDeletedRoute() {
  const { services, locale } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  return (
    <AccountDeletedScreen
      {...Route.useLoaderData()}
      onLeave={async () => {
        await navigate({ to: '/$locale/', params: { locale: locale.code }, replace: true })
        await services.session.forgetDeletion()
      }}
    />
  )
}
