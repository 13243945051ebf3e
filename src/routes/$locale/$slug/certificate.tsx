import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import type { Services } from '../../../app/services.ts'
import { CertificateScreen } from '../../../features/courses/certificate-screen.tsx'
import { ImpactCard } from '../../../features/courses/impact-card.tsx'
import { impactQuery, newestImpact, type Impact } from '../../../features/courses/impact-query.ts'
import { NotFound } from '../../../features/shell/not-found.tsx'
import { createTranslate } from '../../../i18n/translate.ts'
import { useCertificate } from '../../../features/courses/use-certificate.ts'
import { resolveSlug } from './-resolve-slug.ts'
import { requireSignIn } from '../../-guards.ts'

/** The certificate of a course. */
export const Route = createFileRoute('/$locale/$slug/certificate')({
  beforeLoad: ({ context, params }) => {
    const target = resolveSlug(params.slug, createTranslate(context.i18n))
    return {
      course: target?.kind === 'course' ? target.course : undefined,
      user: requireSignIn(context).user,
    }
  },
  loader: async ({ context: { services, locale, course } }) => {
    // Thrown by `beforeLoad`, "not found" would replace the whole site, header and texts included.
    if (!course) throw notFound()
    const texts = await services.offline.catalogues.courses(locale.code)
    return { course, texts: texts[course.id] }
  },
  component: CertificateRoute,
  notFoundComponent: NotFound,
})

function CertificateRoute() {
  const { services, user } = Route.useRouteContext()
  const { course, texts } = Route.useLoaderData()
  const { state, entries, onRequest } = useCertificate(
    { ...services.session, ...services.outbox },
    user.userID,
    course,
  )
  const isFinished = state.is === 'issued' || state.is === 'requested'

  return (
    <CertificateScreen
      state={state}
      modules={{ course, texts }}
      name={`${user.firstName} ${user.lastName}`.trim()}
      onRequest={onRequest}
      onPrint={() => {
        void services.outbox.track('certificate_printed', { course: course.id })
        window.print()
      }}
    >
      {isFinished && <ImpactRoute services={services} customer={user.userID} entries={entries} />}
    </CertificateScreen>
  )
}

type ImpactProps = {
  services: Services
  customer: string
  /** What this device still holds. */
  entries: Parameters<typeof newestImpact>[0]
}

/** Asks whom a coach reaches, as soon as the earlier numbers are known, or cannot be. */
const ImpactRoute = ({ services: { session, outbox }, customer, entries }: ImpactProps) => {
  const delivered = useQuery(impactQuery(session.api, customer))
  if (delivered.isPending) return null
  const save = async (impact: Impact) => {
    const added = await outbox.outbox.add('impact.saved.v1', impact)
    if (!added.ok) return added.error
    await outbox.track('impact_saved', {})
    return undefined
  }
  return <ImpactCard before={newestImpact(entries, delivered.data)} save={save} />
}
