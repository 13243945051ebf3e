import { createFileRoute } from '@tanstack/react-router'
import { DeleteCustomerScreen } from '../../../features/admin/delete-customer-screen.tsx'
import { AdminRequestError, getFailureMessage, useAdmin } from '../../../features/admin/request-as-admin.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { fail, ok } from '../../../lib/result.ts'
import { customerSearch } from './-customer-search.ts'

const timeoutMs = 30_000

/** The messages for codes of the server that need their own explanation. */
const messageByCode: Partial<Record<string, MessageId>> = {
  'not-found': 'admin.delete.unknown',
  // The server refuses to delete the own account here, or that of a manager.
  'invalid-body': 'admin.delete.ownOrManager',
}

/** Lets an admin delete the account of a coach. `customer` is the id that the form starts with. */
export const Route = createFileRoute('/$locale/admin/delete-account')({
  validateSearch: customerSearch,
  component: DeleteAccountRoute,
})

function DeleteAccountRoute() {
  const { services } = Route.useRouteContext()
  const { customer } = Route.useSearch()
  const { request } = useAdmin(services.session)
  return (
    <DeleteCustomerScreen
      key={customer}
      customer={customer}
      erase={async (erasure) => {
        try {
          const { receipt } = await request('eraseCustomer', erasure, AbortSignal.timeout(timeoutMs))
          void services.outbox.track('customer_erased', {})
          return ok(receipt)
        } catch (error) {
          if (!(error instanceof AdminRequestError)) throw error
          return fail({ message: messageByCode[error.failure.code] ?? getFailureMessage(error) })
        }
      }}
    />
  )
}
