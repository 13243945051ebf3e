import { createFileRoute, redirect } from '@tanstack/react-router'
import { AccountDeletedScreen } from '../../features/profile/delete-account/account-deleted-screen.tsx'
import { requireSessionState } from '../-guards.ts'

/** Shown after an account was deleted. Nobody is signed in. */
export const Route = createFileRoute('/$locale/account-deleted')({
  beforeLoad: ({ context }) => {
    requireSessionState(context)
  },
  loader: async ({ context: { services, locale } }) => {
    const deletion = await services.session.readFinishedDeletion()
    if (deletion) return deletion
    throw redirect({ to: '/$locale/', params: { locale: locale.code }, replace: true })
  },
  // A cached deletion would be shown again for another account.
  gcTime: 0,
  component: AccountDeletedRoute,
})

function AccountDeletedRoute() {
  const { services, locale } = Route.useRouteContext()
  const deletion = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <AccountDeletedScreen
      {...deletion}
      onLeave={async () => {
        await navigate({ to: '/$locale/', params: { locale: locale.code }, replace: true })
        await services.session.forgetDeletion()
      }}
    />
  )
}
