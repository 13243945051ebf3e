import { createFileRoute } from '@tanstack/react-router'
import { locales } from '../../../config/locales.ts'
import { BesideProfileMenu } from '../../../features/profile/profile-menu.tsx'
import { readSignIns } from '../../../features/sign-ins/read-sign-ins.ts'
import { SignInsScreen } from '../../../features/sign-ins/sign-ins-screen.tsx'
import { useOffline } from '../../-use-offline.ts'
import { useAccountQuery } from '../../-use-account-query.ts'

export const Route = createFileRoute('/$locale/_signed-in/sign-ins')({
  loader: ({ context }) => context.services.session.account.loadSecondFactor(),
  component: SignInsRoute,
})

function SignInsRoute() {
  const { services, user } = Route.useRouteContext()
  const { api } = services.session
  const { userID, locale } = user
  const secondFactor = Route.useLoaderData()
  const offline = useOffline(services)
  const query = useAccountQuery({
    key: ['sign-ins', userID],
    read: () => readSignIns(api, userID),
    offline,
  })
  const devices = useAccountQuery({
    key: ['remembered-devices', userID],
    read: () => secondFactor.listDevices(userID),
    offline,
    enabled: locales[locale].auth.kind === 'user-pool',
  })

  return (
    <BesideProfileMenu current="security">
      <SignInsScreen
        key={userID}
        offline={offline}
        signIns={query.data}
        onRetry={async () => (await query.refetch()).data}
        devices={devices.data}
        onDevicesChanged={async () => (await devices.refetch()).data}
        forget={(ids) => secondFactor.forgetDevices(userID, ids)}
        end={(signIns) =>
          api.call('endSignIns', {
            customer_id: userID,
            signed_in_at: signIns.map(({ signed_in_at: time }) => time),
          })
        }
      />
    </BesideProfileMenu>
  )
}
