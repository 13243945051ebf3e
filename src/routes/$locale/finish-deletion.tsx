import { createFileRoute, redirect } from '@tanstack/react-router'
import { FinishDeletionScreen } from '../../features/profile/delete-account/finish-deletion-screen.tsx'
import { useOffline } from '../-use-offline.ts'

/** Finishes a deletion that was cut off; for nobody, as its session rests until then. */
export const Route = createFileRoute('/$locale/finish-deletion')({
  beforeLoad: ({ context: { services, locale } }) => {
    const state = services.session.state()
    if (state.status === 'anonymous' && state.deletion === 'begun') return
    throw redirect({ to: '/$locale/', params: { locale: locale.code }, replace: true })
  },
  component: FinishDeletionRoute,
})

function FinishDeletionRoute() {
  const { services, locale } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { account } = services.session
  const params = { locale: locale.code }
  return (
    <FinishDeletionScreen
      offline={useOffline(services)}
      finish={(email, password) =>
        account.finishDeletion(email, password, async (customer) => {
          await services.uploads.client.of(customer).clear()
          await services.device.forgetCustomer(customer)
        })
      }
      onFinished={() => void navigate({ to: '/$locale/account-deleted', params, replace: true })}
      keep={async () => {
        await services.session.forgetDeletion()
        await navigate({ to: '/$locale/login', params, replace: true })
      }}
    />
  )
}
