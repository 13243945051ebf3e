import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { deviceFiltersSchema } from '../../../../features/admin/devices/device-filters.ts'
import {
  devicesQuery,
  overviewQuery,
  versionsQuery,
} from '../../../../features/admin/devices/device-queries.ts'
import { DevicesScreen } from '../../../../features/admin/devices/devices-screen.tsx'
import { useAdmin } from '../../../../features/admin/request-as-admin.ts'

export const Route = createFileRoute('/$locale/admin/sync/')({
  validateSearch: deviceFiltersSchema,
  component: DevicesRoute,
})

function DevicesRoute() {
  const { services } = Route.useRouteContext()
  const filters = Route.useSearch()
  const navigate = Route.useNavigate()
  const { request, adminId } = useAdmin(services.session)
  const versions = useQuery(versionsQuery(request, adminId))
  const overview = useQuery(overviewQuery(request, adminId, filters))
  const devices = useInfiniteQuery(devicesQuery(request, adminId, filters))
  return (
    <DevicesScreen
      filters={filters}
      versions={versions.data?.versions ?? []}
      overview={overview}
      devices={devices}
      request={request}
      now={services.device.now().getTime()}
      onApply={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
