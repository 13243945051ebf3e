import { createFileRoute, redirect } from '@tanstack/react-router'
import { FinishDeletionScreen } from '../../features/profile/delete-account/finish-deletion-screen.tsx'
import { requireSessionState } from '../-guards.ts'
import { useOffline } from '../-use-offline.ts'

/**
 * Finishes an interrupted deletion of an account. Until it is finished, the session is suspended, so nobody
 * is signed in. A deletion is `started` until the server has deleted the coach's data, and then `erased` until
 * the identity provider has deleted the sign-in, too.
 */
export const Route = createFileRoute('/$locale/finish-deletion')({
  beforeLoad: ({ context: { services, locale } }) => {
    const state = requireSessionState({ services })
    const stage = state.status === 'anonymous' ? state.deletion : undefined
    if (stage === 'started' || stage === 'erased') return { isErased: stage === 'erased' }
    throw redirect({ to: '/$locale/', params: { locale: locale.code }, replace: true })
  },
  component: FinishDeletionRoute,
})

function FinishDeletionRoute() {
  const { services, locale, isErased } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { account } = services.session
  const params = { locale: locale.code }
  const deleteLocalData = async (customerId: string) => {
    await services.uploads.client.forCustomer(customerId).clear()
    await services.device.forgetCustomer(customerId)
  }
  return (
    <FinishDeletionScreen
      isErased={isErased}
      offline={useOffline(services)}
      finish={(email, password) => account.finishDeletion(email, password, deleteLocalData)}
      onFinished={() => void navigate({ to: '/$locale/account-deleted', params, replace: true })}
      giveUp={async () => {
        await account.cancelDeletion(deleteLocalData)
        const to = isErased ? '/$locale/account-deleted' : '/$locale/login'
        await navigate({ to, params, replace: true })
      }}
    />
  )
}
