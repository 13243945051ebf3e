import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { adminAccessKey, useAdmin } from '../../../features/admin/request-as-admin.ts'
import { giveRole, type GiveRole } from '../../../features/admin/roles/give-role.ts'
import { getRolesKey, rolesQuery } from '../../../features/admin/roles/roles-query.ts'
import { RolesScreen } from '../../../features/admin/roles/roles-screen.tsx'
import { useOffline } from '../../-use-offline.ts'
import { customerSearch } from './-customer-search.ts'

/** Lets managers give roles. `customer` opens the form with this id. */
export const Route = createFileRoute('/$locale/admin/roles')({
  validateSearch: customerSearch,
  component: RolesRoute,
})

function RolesRoute() {
  const { services } = Route.useRouteContext()
  const { customer } = Route.useSearch()
  const { queries } = services.session
  const { request, adminId } = useAdmin(services.session)
  const query = useQuery(rolesQuery(request, adminId))

  const give: GiveRole = async (grant) => {
    const outcome = await giveRole(request, grant)
    if (outcome.ok && outcome.value === 'given')
      void services.outbox.track('role_given', { role: grant.role })
    // Managers who have removed their own role lose access to the pages. A call without a response may have
    // removed it, too.
    if (grant.customer_id === adminId) await queries.invalidateQueries({ queryKey: adminAccessKey })
    // Also after a failure, because the list may be out of date.
    await queries.invalidateQueries({ queryKey: getRolesKey(adminId) })
    return outcome
  }

  return (
    <RolesScreen
      // A link with another id opens the form again.
      key={customer}
      query={query}
      customer={customer}
      offline={useOffline(services)}
      address={`${location.host}/admin`}
      give={give}
    />
  )
}
