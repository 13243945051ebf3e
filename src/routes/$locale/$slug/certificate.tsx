import { createFileRoute, notFound } from '@tanstack/react-router'
import { CertificateScreen } from '../../../features/courses/certificate-screen.tsx'
import { NotFound } from '../../../features/shell/not-found.tsx'
import { wordsOf } from '../../../i18n/words.ts'
import { useCertificate } from '../../-certificate.ts'
import { ImpactRoute } from '../../-impact-route.tsx'
import { placeOf } from '../../-place.ts'
import { requireSignIn } from '../../-require-sign-in.ts'

/** The certificate of a course. */
export const Route = createFileRoute('/$locale/$slug/certificate')({
  beforeLoad: ({ context, params }) => {
    const place = placeOf(params.slug, wordsOf(context.words))
    return { course: place?.kind === 'course' ? place.course : undefined, user: requireSignIn(context).user }
  },
  loader: async ({ context: { services, locale, course } }) => {
    // Thrown by `beforeLoad`, "not found" would replace the whole site, header and words included.
    if (!course) throw notFound()
    const words = await services.catalogues.courses(locale.code)
    return { course, words: words[course.id] }
  },
  component: CertificateRoute,
  notFoundComponent: NotFound,
})

function CertificateRoute() {
  const { services, user } = Route.useRouteContext()
  const { course, words } = Route.useLoaderData()
  const { state, entries, onRequest } = useCertificate(services, user.userID, course)
  const asked = state.is === 'issued' || state.is === 'requested'

  return (
    <CertificateScreen
      state={state}
      modules={{ course, words }}
      name={`${user.firstName} ${user.lastName}`.trim()}
      onRequest={onRequest}
      onPrint={() => {
        void services.track('certificate_printed', { course: course.id })
        window.print()
      }}
    >
      {asked && <ImpactRoute services={services} customer={user.userID} entries={entries} />}
    </CertificateScreen>
  )
}
