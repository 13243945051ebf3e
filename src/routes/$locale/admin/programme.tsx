import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import {
  completeFilters,
  programmeFiltersSchema,
} from '../../../features/admin/programme/programme-filters.ts'
import {
  answersQuery,
  writtenAnswersQuery,
  totalsQuery,
} from '../../../features/admin/programme/programme-queries.ts'
import { ProgrammeScreen } from '../../../features/admin/programme/programme-screen.tsx'
import { useAdmin } from '../../../features/admin/request-as-admin.ts'

export const Route = createFileRoute('/$locale/admin/programme')({
  validateSearch: programmeFiltersSchema,
  loader: ({ context: { services, locale } }) => services.offline.catalogues.courses(locale.code),
  component: ProgrammeRoute,
})

function ProgrammeRoute() {
  const { services } = Route.useRouteContext()
  const catalogue = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const filters = completeFilters(Route.useSearch(), services.device.now())
  const { request, adminId } = useAdmin(services.session)
  const totals = useQuery(totalsQuery(request, adminId, filters))
  const answers = useQuery(answersQuery(request, adminId, filters))
  return (
    <ProgrammeScreen
      filters={filters}
      totals={totals}
      answers={answers}
      createAnswersQuery={(question) => writtenAnswersQuery(request, adminId, { filters, question })}
      catalogue={catalogue}
      request={request}
      onApply={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
