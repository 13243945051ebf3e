import { createFileRoute } from '@tanstack/react-router'
import { DeleteAccountScreen } from '../../../features/profile/delete-account/delete-account-screen.tsx'
import { BesideProfileMenu } from '../../../features/profile/profile-menu.tsx'
import { useUnfinishedUploads } from '../../../features/profile/use-unfinished-uploads.ts'
import { useStore } from '../../../lib/use-store.ts'
import { useOffline } from '../../-use-offline.ts'

export const Route = createFileRoute('/$locale/_signed-in/delete-account')({ component: DeleteAccountRoute })

function DeleteAccountRoute() {
  const { services, user } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { account } = services.session
  const customerId = user.userID
  const outbox = services.outbox.outbox.forCustomer(customerId)
  const uploads = services.uploads.client.forCustomer(customerId)
  const { toSend, needsAction } = useStore(outbox, outbox.snapshot)
  const unfinishedUploads = useUnfinishedUploads(uploads, customerId)

  return (
    <BesideProfileMenu current="deletion">
      <DeleteAccountScreen
        key={customerId}
        user={user}
        offline={useOffline(services)}
        unsent={{ entries: toSend + needsAction, uploads: unfinishedUploads }}
        deletion={{
          checkPassword: (password) => account.checkPassword(customerId, password),
          endUploads: uploads.clear,
          storage: uploads.storage,
          deleteAccount: (password, filesLeft) => {
            const beforeLeaving = () => services.device.forgetCustomer(customerId)
            return account.deleteAccount(customerId, password, { filesLeft, beforeLeaving })
          },
        }}
        onDeleted={() => void navigate({ to: '/$locale/account-deleted', replace: true })}
      />
    </BesideProfileMenu>
  )
}
