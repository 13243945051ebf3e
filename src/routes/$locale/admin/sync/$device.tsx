import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { deviceQuery } from '../../../../features/admin/devices/device-queries.ts'
import { DeviceScreen } from '../../../../features/admin/devices/device-screen.tsx'
import { useAdmin } from '../../../../features/admin/request-as-admin.ts'

export const Route = createFileRoute('/$locale/admin/sync/$device')({ component: DeviceRoute })

function DeviceRoute() {
  const { services } = Route.useRouteContext()
  const { device } = Route.useParams()
  const { request, adminId } = useAdmin(services.session)
  const query = useInfiniteQuery(deviceQuery(request, adminId, device))
  return <DeviceScreen id={device} query={query} now={services.device.now().getTime()} />
}
