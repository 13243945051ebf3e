import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { completeFilters, programmeFilters } from '../../../features/admin/programme/programme-filters.ts'
import { answersQuery, textsQuery, totalsQuery } from '../../../features/admin/programme/programme-queries.ts'
import { ProgrammeScreen } from '../../../features/admin/programme/programme-screen.tsx'
import { useAdmin } from '../../../features/admin/request-as-admin.ts'

export const Route = createFileRoute('/$locale/admin/programme')({
  validateSearch: programmeFilters,
  loader: ({ context: { services, locale } }) => services.offline.catalogues.courses(locale.code),
  component: ProgrammeRoute,
})

function ProgrammeRoute() {
  const { services } = Route.useRouteContext()
  const texts = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const filters = completeFilters(Route.useSearch(), services.device.now())
  const { request, admin } = useAdmin(services.session)
  return (
    <ProgrammeScreen
      filters={filters}
      totals={useQuery(totalsQuery(request, admin, filters))}
      answers={useQuery(answersQuery(request, admin, filters))}
      textsOf={(question) => textsQuery(request, admin, { filters, question })}
      texts={texts}
      request={request}
      onApply={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
