import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { locales } from '../../../config/locales.ts'
import { SignInsScreen } from '../../../features/sign-ins/sign-ins-screen.tsx'
import { ok } from '../../../lib/result.ts'
import { useOffline } from '../../-use-offline.ts'

export const Route = createFileRoute('/$locale/_signed-in/sign-ins')({
  loader: ({ context }) => context.services.session.account.loadSecondFactor(),
  component: SignInsRoute,
})

function SignInsRoute() {
  const { services, user } = Route.useRouteContext()
  const { api } = services.session
  const { userID, locale } = user
  const secondFactor = Route.useLoaderData()
  const query = useQuery({
    queryKey: ['sign-ins', userID],
    queryFn: async () => {
      const list = await api.call('mySignIns', { customer_id: userID })
      return list.ok ? ok(list.value.sign_ins) : list
    },
    staleTime: 0,
    gcTime: 0,
  })
  const devices = useQuery({
    queryKey: ['remembered-devices', userID],
    queryFn: () => secondFactor.listDevices(userID),
    enabled: locales[locale].auth.kind === 'user-pool',
    staleTime: 0,
    gcTime: 0,
  })

  return (
    <SignInsScreen
      key={userID}
      offline={useOffline(services)}
      signIns={query.isFetching && query.data?.ok !== true ? undefined : query.data}
      onRetry={query.refetch}
      devices={devices.data}
      onDevicesChanged={devices.refetch}
      forget={(ids) => secondFactor.forgetDevices(userID, ids)}
      end={(signIns) =>
        api.call('endSignIns', {
          customer_id: userID,
          signed_in_at: signIns.map(({ signed_in_at: time }) => time),
        })
      }
    />
  )
}
