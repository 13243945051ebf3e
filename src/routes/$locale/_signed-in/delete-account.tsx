import { createFileRoute } from '@tanstack/react-router'
import { DeleteAccountScreen } from '../../../features/profile/delete-account/delete-account-screen.tsx'
import { useUnfinishedUploads } from '../../../features/profile/use-unfinished-uploads.ts'
import { useStore } from '../../../lib/use-store.ts'
import { useOffline } from '../../-use-offline.ts'

export const Route = createFileRoute('/$locale/_signed-in/delete-account')({ component: DeleteAccountRoute })

function DeleteAccountRoute() {
  const { services, user } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { account } = services.session
  const customer = user.userID
  const outbox = services.outbox.outbox.of(customer)
  const uploads = services.uploads.client.of(customer)
  const { toSend, needsAction } = useStore(outbox, outbox.snapshot)
  const unfinishedUploads = useUnfinishedUploads(uploads, customer)

  return (
    <DeleteAccountScreen
      key={customer}
      user={user}
      offline={useOffline(services)}
      unsent={{ entries: toSend + needsAction, uploads: unfinishedUploads }}
      deletion={{
        checkPassword: (password) => account.checkPassword(customer, password),
        endUploads: uploads.clear,
        storage: uploads.storage,
        deleteAccount: (password, filesLeft) => {
          const beforeLeaving = () => services.device.forgetCustomer(customer)
          return account.deleteAccount(customer, password, { filesLeft, beforeLeaving })
        },
      }}
      onDeleted={() => void navigate({ to: '/$locale/account-deleted', replace: true })}
    />
  )
}
