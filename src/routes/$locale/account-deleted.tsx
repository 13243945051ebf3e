import { createFileRoute, redirect } from '@tanstack/react-router'
import { AccountDeletedScreen } from '../../features/profile/delete-account/account-deleted-screen.tsx'
import { requireSession } from '../-guards.ts'

/** The end of an account's deletion. No customer is signed in: the session of the coach is gone. */
export const Route = createFileRoute('/$locale/account-deleted')({
  beforeLoad: ({ context }) => {
    requireSession(context)
  },
  loader: async ({ context: { services, locale } }) => {
    const deletion = await services.session.finishedDeletion()
    if (deletion) return deletion
    throw redirect({ to: '/$locale/', params: { locale: locale.code }, replace: true })
  },
  // A cached receipt would be shown again for another account.
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
