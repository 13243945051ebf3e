import { createFileRoute, notFound } from '@tanstack/react-router'
import { CertificateActions } from '../../../features/certificate-pdf/certificate-actions.tsx'
import { VerifyCode } from '../../../features/certificate-pdf/verify-code.tsx'
import { CertificateScreen } from '../../../features/certificates/certificate-screen.tsx'
import { useCertificate } from '../../../features/certificates/use-certificate.ts'
import { ImpactRow } from '../../../features/impact/impact-row.tsx'
import { useImpact } from '../../../features/impact/use-impact.ts'
import { createTranslate } from '../../../i18n/translate.ts'
import { formatFullName } from '../../../lib/text/full-name.ts'
import { requireSignIn } from '../../-guards.ts'
import { NotFoundRoute } from '../../-not-found.tsx'
import { createLoadCertificateTexts } from './-load-certificate-texts.ts'
import { resolveSlug } from './-resolve-slug.ts'

export const Route = createFileRoute('/$locale/$slug/certificate')({
  beforeLoad: ({ context, params, location }) => {
    const target = resolveSlug(params.slug, createTranslate(context.i18n))
    return {
      course: target?.kind === 'course' ? target.course : undefined,
      user: requireSignIn(context, location.href).user,
    }
  },
  loader: async ({ context: { services, locale, course } }) => {
    // If `beforeLoad` threw "not found", the error would replace the whole site, including header and texts.
    if (!course) throw notFound()
    const catalogue = await services.offline.catalogues.courses(locale.code)
    return { course, courseTexts: catalogue[course.id] }
  },
  component: CertificateRoute,
  notFoundComponent: NotFoundRoute,
})

function CertificateRoute() {
  const { services, user, locale } = Route.useRouteContext()
  const { course, courseTexts } = Route.useLoaderData()
  const { api } = services.session
  const { track } = services.outbox
  const outbox = services.outbox.outbox.forCustomer(user.userID)
  const { certificate } = useCertificate(
    { api, outbox, keyValues: services.device.drafts, track },
    { customer: user.userID, locale: locale.code },
    course,
  )
  const { state } = certificate
  const hasFinishedCourse = state.kind === 'issued' || state.kind === 'requested'
  const impact = useImpact({ api, outbox, track, moment: services.offline.moment }, user.userID)

  return (
    <CertificateScreen
      key={user.userID}
      certificate={certificate}
      course={course}
      texts={courseTexts}
      name={formatFullName(user)}
      verifyCode={
        state.kind === 'issued' && <VerifyCode document={state.document} origin={location.origin} />
      }
      actions={
        state.kind === 'issued' && (
          <CertificateActions
            document={state.document}
            loadTexts={createLoadCertificateTexts(services.offline, state.document.locale)}
            origin={location.origin}
            track={track}
          />
        )
      }
    >
      {hasFinishedCourse && impact && <ImpactRow {...impact} />}
    </CertificateScreen>
  )
}
