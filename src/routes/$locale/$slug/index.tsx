import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { Services } from '../../../app/services/services.ts'
import type { Locale } from '../../../config/locales.ts'
import { CertificateList } from '../../../features/certificates/certificate-list.tsx'
import { useCertificateActions, useCertificates } from '../../../features/certificates/use-certificate.ts'
import { CoursesScreen, type CoursesScreenProps } from '../../../features/courses/courses-screen.tsx'
import type { LibraryDrill } from '../../../features/drills/drill-filter.ts'
import { FavouriteDrills } from '../../../features/drills/favourite-drills.tsx'
import { ImpactRow } from '../../../features/impact/impact-row.tsx'
import { useImpact } from '../../../features/impact/use-impact.ts'
import { InstallOffer } from '../../../features/install/install-offer.tsx'
import { InformationScreen } from '../../../features/pages/information-screen.tsx'
import { findPageOfHash, profileSearchSchema } from '../../../features/profile/profile-pages.ts'
import { createTranslate } from '../../../i18n/translate.ts'
import { useStore } from '../../../lib/use-store.ts'
import { createFavourites } from '../../../learning/favourites.ts'
import { isDone } from '../../../learning/progress.ts'
import { readSavedPositions } from '../../../learning/saved-position.ts'
import { useProgress } from '../../../learning/use-progress.ts'
import { requireSignIn, type SignedInUser } from '../../-guards.ts'
import { NotFoundRoute } from '../../-not-found.tsx'
import { loadDrills } from '../-load-drills.ts'
import { CourseRoute } from './-course.tsx'
import { ProfileRoute } from './-profile.tsx'
import { resolveSlug, type SlugTarget } from './-resolve-slug.ts'

type LoaderContext = { services: Services; locale: Locale }

/**
 * Loads what the page of a slug shows. `returnTo` is the requested page: a visitor returns to it after
 * signing in.
 */
const loadTarget = async (target: SlugTarget, context: LoaderContext, returnTo: string) => {
  const { catalogues } = context.services.offline
  const { code } = context.locale
  if (target.kind === 'page') {
    return { ...target, texts: (await catalogues.pages(code))[target.page] }
  }
  const { user } = requireSignIn(context, returnTo)
  if (target.kind === 'profile') {
    // The page does not wait for the profile: each part shows its own loading state.
    void context.services.session.getPerson(user).read()
    return { ...target, user }
  }
  const { drafts } = context.services.device
  const [catalogue, savedPositions] = await Promise.all([
    catalogues.courses(code),
    readSavedPositions(drafts, user.userID),
  ])
  if (target.kind === 'course') return { ...target, user, catalogue, savedPositions }
  const favourites = (await createFavourites(drafts, user.userID).read()) ?? []
  const drills = await loadDrills(context.services, code, favourites)
  return { ...target, user, catalogue, savedPositions, drills }
}

/** All pages whose slugs differ between languages: courses, profile, information pages. */
export const Route = createFileRoute('/$locale/$slug/')({
  validateSearch: profileSearchSchema,
  beforeLoad: ({ context, params, location }) => {
    const target = resolveSlug(params.slug, createTranslate(context.i18n))
    if (target && target.kind !== 'page') requireSignIn(context, location.href)
    const job = target?.kind === 'profile' ? findPageOfHash(location.hash) : undefined
    if (job) throw redirect({ to: '/$locale/$slug', params, search: { job }, replace: true })
    return { target }
  },
  // If `beforeLoad` threw "not found", the error would replace the whole site, including header and texts.
  loader: ({ context, location }) => {
    if (!context.target) throw notFound()
    return loadTarget(context.target, context, location.href)
  },
  // A later visit loads the coach's saved positions and favourites again, because they may have changed. During a
  // visit, the pages of the profile share what was loaded.
  gcTime: 0,
  shouldReload: false,
  component: SlugRoute,
  notFoundComponent: NotFoundRoute,
})

function SlugRoute() {
  const target = Route.useLoaderData()
  const { services, locale } = Route.useRouteContext()
  const { job } = Route.useSearch()
  switch (target.kind) {
    case 'page':
      return <PageRoute session={services.session} id={target.page} texts={target.texts} />
    case 'profile':
      return <ProfileRoute key={target.user.userID} services={services} user={target.user} job={job} />
    case 'courses-home':
      return <CoursesRoute services={services} {...target} />
    case 'course':
      return (
        <CourseRoute
          services={services}
          user={target.user}
          locale={locale}
          course={target.course}
          catalogue={target.catalogue}
          savedPositions={target.savedPositions}
        />
      )
    default:
      return null
  }
}

/** An information page, which a visitor and a coach can open. */
const PageRoute = ({
  session,
  ...page
}: { session: Services['session'] } & Pick<ComponentProps<typeof InformationScreen>, 'id' | 'texts'>) => {
  const { status } = useStore(session, session.state)
  return <InformationScreen {...page} isSignedIn={status === 'authenticated'} />
}

/** The home of the courses for a signed-in coach. */
const CoursesRoute = ({
  services,
  user,
  catalogue,
  savedPositions,
  drills,
}: {
  services: Services
  user: SignedInUser
  catalogue: CoursesScreenProps['texts']
  savedPositions: CoursesScreenProps['savedPositions']
  drills: readonly LibraryDrill[]
}) => {
  const { api } = services.session
  const { drafts } = services.device
  const { moment } = services.offline
  const outbox = services.outbox.outbox.forCustomer(user.userID)
  // `work` contains the entries of the outbox and the copies of delivered entries.
  const { progress, progressState, ...work } = useProgress({ api, outbox, keyValues: drafts }, user.userID)
  const { issued } = useCertificates({ api, outbox }, user.userID)
  const actions = useCertificateActions({ api, outbox }, user.userID, { progress, progressState, work })
  const impact = useImpact({ api, outbox, track: services.outbox.track, moment }, user.userID)
  return (
    <CoursesScreen
      firstName={user.firstName}
      texts={catalogue}
      progress={progress}
      progressState={progressState}
      savedPositions={savedPositions}
      certificates={actions}
      drills={<FavouriteDrills drills={drills} />}
    >
      <CertificateList certificates={issued} />
      {impact && <ImpactRow {...impact} />}
      {[...progress.values()].some(isDone) && <InstallOffer install={services.device.install} />}
    </CoursesScreen>
  )
}
