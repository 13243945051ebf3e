import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PasskeysScreen } from '../../../features/passkeys/passkeys-screen.tsx'
import { useOffline } from '../../-use-offline.ts'

export const Route = createFileRoute('/$locale/_signed-in/passkeys')({
  loader: ({ context }) => context.services.session.account.loadPasskeys(),
  component: PasskeysRoute,
})

function PasskeysRoute() {
  const { services, user } = Route.useRouteContext()
  const passkeys = Route.useLoaderData()
  const { userID, email } = user
  const query = useQuery({
    queryKey: ['passkeys', userID],
    queryFn: () => passkeys.read(userID),
    staleTime: 0,
    gcTime: 0,
  })

  return (
    <PasskeysScreen
      key={userID}
      email={email}
      offline={useOffline(services)}
      list={query.isFetching && query.data?.ok !== true ? undefined : query.data}
      onRetry={() => void query.refetch()}
      add={(password) => passkeys.add(userID, password)}
      remove={(id) => passkeys.remove(userID, id)}
      onChanged={async () => (await query.refetch()).data}
    />
  )
}
