import { createFileRoute } from '@tanstack/react-router'
import { PasskeysScreen } from '../../../features/passkeys/passkeys-screen.tsx'
import { BesideProfileMenu } from '../../../features/profile/profile-menu.tsx'
import { useLeaveSignal } from '../../-use-leave-signal.ts'
import { useOffline } from '../../-use-offline.ts'
import { useAccountQuery } from '../../-use-account-query.ts'

export const Route = createFileRoute('/$locale/_signed-in/passkeys')({
  loader: ({ context }) => context.services.session.account.loadPasskeys(),
  component: PasskeysRoute,
})

function PasskeysRoute() {
  const { services, user } = Route.useRouteContext()
  const passkeys = Route.useLoaderData()
  const { userID, email } = user
  const offline = useOffline(services)
  const getLeaveSignal = useLeaveSignal()
  const query = useAccountQuery({
    key: ['passkeys', userID],
    read: () => passkeys.read(userID),
    offline,
  })

  return (
    <BesideProfileMenu current="security">
      <PasskeysScreen
        key={userID}
        email={email}
        offline={offline}
        list={query.data}
        onRetry={() => void query.refetch()}
        add={(password) => passkeys.add(userID, password, getLeaveSignal())}
        remove={(id) => passkeys.remove(userID, id)}
        onChanged={async () => (await query.refetch()).data}
      />
    </BesideProfileMenu>
  )
}
