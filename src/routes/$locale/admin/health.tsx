import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { completeFilters, healthFiltersSchema } from '../../../features/admin/health/health-filters.ts'
import { healthQuery } from '../../../features/admin/health/health-query.ts'
import { HealthScreen } from '../../../features/admin/health/health-screen.tsx'
import { useAdmin } from '../../../features/admin/request-as-admin.ts'

export const Route = createFileRoute('/$locale/admin/health')({
  validateSearch: healthFiltersSchema,
  component: HealthRoute,
})

function HealthRoute() {
  const { services } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const filters = completeFilters(Route.useSearch())
  const { request, adminId } = useAdmin(services.session)
  const query = useQuery(healthQuery(request, adminId, filters.period))
  return (
    <HealthScreen
      filters={filters}
      query={query}
      now={services.device.now().getTime()}
      onApply={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
