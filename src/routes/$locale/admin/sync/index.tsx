import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import {
  devicesQuery,
  overviewQuery,
  versionsQuery,
} from '../../../../features/admin/devices/device-queries.ts'
import { DevicesScreen } from '../../../../features/admin/devices/devices-screen.tsx'
import { devicesSearchSchema, getCursor } from '../../../../features/admin/devices/page-trail.ts'
import { useAdmin } from '../../../../features/admin/request-as-admin.ts'

export const Route = createFileRoute('/$locale/admin/sync/')({
  validateSearch: devicesSearchSchema,
  component: DevicesRoute,
})

function DevicesRoute() {
  const { services } = Route.useRouteContext()
  const { after: trail, ...filters } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { request, adminId } = useAdmin(services.session)
  const versions = useQuery(versionsQuery(request, adminId))
  const overview = useQuery(overviewQuery(request, adminId, filters))
  const devices = useQuery(devicesQuery(request, adminId, filters, getCursor(trail)))
  return (
    <DevicesScreen
      filters={filters}
      trail={trail}
      versions={versions.data?.versions ?? []}
      overview={overview}
      devices={devices}
      request={request}
      now={services.device.now().getTime()}
      onApply={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
