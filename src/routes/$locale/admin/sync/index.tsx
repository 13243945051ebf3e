import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { deviceFilters } from '../../../../features/admin/devices/device-filters.ts'
import {
  devicesQuery,
  overviewQuery,
  versionsQuery,
} from '../../../../features/admin/devices/device-queries.ts'
import { DevicesScreen } from '../../../../features/admin/devices/devices-screen.tsx'
import { useAdmin } from '../../../../features/admin/request-as-admin.ts'

export const Route = createFileRoute('/$locale/admin/sync/')({
  validateSearch: deviceFilters,
  component: DevicesRoute,
})

function DevicesRoute() {
  const { services } = Route.useRouteContext()
  const filters = Route.useSearch()
  const navigate = Route.useNavigate()
  const { request, admin } = useAdmin(services.session)
  return (
    <DevicesScreen
      filters={filters}
      versions={useQuery(versionsQuery(request, admin)).data?.versions ?? []}
      overview={useQuery(overviewQuery(request, admin, filters))}
      devices={useInfiniteQuery(devicesQuery(request, admin, filters))}
      request={request}
      now={services.device.now().getTime()}
      onApply={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
