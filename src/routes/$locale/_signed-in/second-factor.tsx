import { createFileRoute } from '@tanstack/react-router'
import { locales } from '../../../config/locales.ts'
import { BesideProfileMenu } from '../../../features/profile/profile-menu.tsx'
import { SecondFactorScreen } from '../../../features/second-factor/second-factor-screen.tsx'
import { useOffline } from '../../-use-offline.ts'
import { useAccountQuery } from '../../-use-account-query.ts'

export const Route = createFileRoute('/$locale/_signed-in/second-factor')({
  loader: ({ context }) => context.services.session.account.loadSecondFactor(),
  component: SecondFactorRoute,
})

function SecondFactorRoute() {
  const { services, user } = Route.useRouteContext()
  const secondFactor = Route.useLoaderData()
  const { userID, email, role } = user
  const offline = useOffline(services)
  const query = useAccountQuery({
    key: ['second-factor', userID],
    read: () => secondFactor.read(userID),
    offline,
  })

  return (
    <BesideProfileMenu current="security">
      <SecondFactorScreen
        key={userID}
        email={email}
        isAdmin={role !== 'coach'}
        askedAt={locales[user.locale].auth.kind === 'user-pool' ? 'signIn' : 'admin'}
        offline={offline}
        factors={query.data}
        pendingKey={secondFactor.pendingKey(userID)}
        measureClock={services.offline.measureClock}
        onRetry={() => void query.refetch()}
        createKey={(password) => secondFactor.createKey(userID, password)}
        turnOn={(code) => secondFactor.turnOn(userID, code)}
        turnOff={(password) => secondFactor.turnOff(userID, password)}
        onChanged={async () => {
          await query.refetch()
        }}
      />
    </BesideProfileMenu>
  )
}
