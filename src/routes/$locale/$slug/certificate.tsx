import { createFileRoute, notFound } from '@tanstack/react-router'
import { CertificateScreen } from '../../../features/courses/certificate-screen.tsx'
import { ImpactCard } from '../../../features/courses/impact-card.tsx'
import { useImpact } from '../../../features/courses/use-impact.ts'
import { NotFound } from '../../../features/shell/not-found.tsx'
import { createTranslate } from '../../../i18n/translate.ts'
import { useCertificate } from '../../../features/courses/use-certificate.ts'
import { resolveSlug } from './-resolve-slug.ts'
import { requireSignIn } from '../../-guards.ts'

/** The certificate of a course. */
export const Route = createFileRoute('/$locale/$slug/certificate')({
  beforeLoad: ({ context, params, location }) => {
    const target = resolveSlug(params.slug, createTranslate(context.i18n))
    return {
      course: target?.kind === 'course' ? target.course : undefined,
      user: requireSignIn(context, location.href).user,
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
  const { outbox, track } = services.outbox
  const deps = {
    api: services.session.api,
    outbox: outbox.of(user.userID),
    values: services.device.drafts,
    track,
  }
  const { certificate } = useCertificate(deps, user.userID, course)
  const isFinished = certificate.state.is === 'issued' || certificate.state.is === 'requested'
  const impact = useImpact(deps, user.userID, isFinished)

  return (
    <CertificateScreen
      key={user.userID}
      certificate={certificate}
      course={course}
      texts={texts}
      name={`${user.firstName} ${user.lastName}`.trim()}
    >
      {isFinished && impact && <ImpactCard {...impact} />}
    </CertificateScreen>
  )
}
