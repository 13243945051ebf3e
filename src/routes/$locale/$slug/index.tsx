import { createFileRoute, notFound } from '@tanstack/react-router'
import type { Services } from '../../../app/services/services.ts'
import type { Locale } from '../../../config/locales.ts'
import { InformationScreen } from '../../../features/pages/information-screen.tsx'
import { NotFoundRoute } from '../../-not-found.tsx'
import { createTranslate } from '../../../i18n/translate.ts'
import { CourseRoute } from './-course.tsx'
import { resolveSlug, type SlugTarget } from './-resolve-slug.ts'
import { ProfileRoute } from './-profile.tsx'
import { requireSignIn, type SignedInUser } from '../../-guards.ts'
import { CoursesScreen, type CoursesScreenProps } from '../../../features/courses/courses-screen.tsx'
import { ImpactOfSeason } from '../../../features/impact/impact-card.tsx'
import { useImpact } from '../../../features/impact/use-impact.ts'
import { InstallOffer } from '../../../features/install/install-offer.tsx'
import { CertificateList } from '../../../features/certificates/certificate-list.tsx'
import { useCertificateActions, useCertificates } from '../../../features/certificates/use-certificate.ts'
import { isDone } from '../../../learning/progress.ts'
import { useProgress } from '../../../learning/use-progress.ts'

type Context = { services: Services; locale: Locale }

/** Loads what a target needs before it can be shown. */
const load = async (target: SlugTarget, context: Context, place: string) => {
  const { catalogues } = context.services.offline
  const { code } = context.locale
  if (target.kind === 'page') {
    return { ...target, texts: (await catalogues.pages(code))[target.page] }
  }
  const { user } = requireSignIn(context, place)
  if (target.kind === 'profile') {
    // The page does not wait for the profile: each part shows its own loading state.
    void context.services.session.personOf(user).read()
    return { ...target, user }
  }
  return { ...target, user, texts: await catalogues.courses(code) }
}

/** Every page whose slug differs between languages: courses, profile, information pages. */
export const Route = createFileRoute('/$locale/$slug/')({
  beforeLoad: ({ context, params, location }) => {
    const target = resolveSlug(params.slug, createTranslate(context.i18n))
    if (target && target.kind !== 'page') requireSignIn(context, location.href)
    return { target }
  },
  // If `beforeLoad` threw "not found", the error would replace the whole site, including header and texts.
  loader: ({ context, location }) => {
    if (!context.target) throw notFound()
    return load(context.target, context, location.href)
  },
  component: SlugRoute,
  notFoundComponent: NotFoundRoute,
})

function SlugRoute() {
  const shown = Route.useLoaderData()
  const { services, locale } = Route.useRouteContext()
  switch (shown.kind) {
    case 'page':
      return <InformationScreen texts={shown.texts} />
    case 'profile':
      return <ProfileRoute key={shown.user.userID} {...shown} services={services} />
    case 'courses-home':
      return <CoursesRoute {...shown} services={services} />
    case 'course':
      return <CourseRoute {...shown} services={services} locale={locale} />
    default:
      return null
  }
}

/** The home of the courses for a signed-in coach. */
const CoursesRoute = ({
  services,
  user,
  texts,
}: {
  services: Services
  user: SignedInUser
  texts: CoursesScreenProps['texts']
}) => {
  const { api } = services.session
  const { drafts } = services.device
  const { moment } = services.offline
  const outbox = services.outbox.outbox.of(user.userID)
  const { progress, progressState, ...work } = useProgress({ api, outbox, values: drafts }, user.userID)
  const certificates = useCertificates({ api, outbox }, user.userID)
  const actions = useCertificateActions({ api, outbox }, user.userID, { progress, progressState, work })
  const impact = useImpact({ api, outbox, track: services.outbox.track, moment }, user.userID)
  return (
    <CoursesScreen
      firstName={user.firstName}
      texts={texts}
      progress={progress}
      progressState={progressState}
      certificates={actions}
    >
      <CertificateList certificates={certificates} />
      {impact && <ImpactOfSeason key={user.userID} {...impact} />}
      {[...progress.values()].some(isDone) && <InstallOffer install={services.device.install} />}
    </CoursesScreen>
  )
}
