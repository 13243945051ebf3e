import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { locales } from '../../config/locales.ts'
import { ChangeLocationScreen, translatePath } from '../../features/locations/change-location-screen.tsx'
import { BackToProfile } from '../../features/profile/back-to-profile.tsx'
import { BesideProfileMenu } from '../../features/profile/profile-menu.tsx'
import { getBuiltInMessage } from '../../i18n/built-in-message.ts'
import { useStore } from '../../lib/use-store.ts'

/**
 * `from`: the path, without its locale, of the page that the user came from. A value that is not a path of
 * this site is dropped.
 */
const searchSchema = v.object({
  from: v.optional(v.fallback(v.pipe(v.string(), v.regex(/^[\w-]+(\/[\w-]+)*$/)), '')),
})

export const Route = createFileRoute('/$locale/change-location')({
  validateSearch: searchSchema,
  component: ChangeLocationRoute,
})

function ChangeLocationRoute() {
  const { from } = Route.useSearch()
  const { locale, services } = Route.useRouteContext()
  const { session } = services
  const isSignedIn = useStore(session, session.state).status === 'authenticated'
  // Without `from`, a signed-in coach goes to the first page after signing in, and a visitor to the home
  // page.
  const isLandingTarget = from === undefined && isSignedIn
  return (
    <BesideProfileMenu current={isSignedIn ? 'country' : undefined}>
      <ChangeLocationScreen
        parentLink={isSignedIn && <BackToProfile />}
        getPathIn={(code) =>
          isLandingTarget
            ? getBuiltInMessage(code, locales[code].landing)
            : translatePath(
                from ?? '',
                (id) => getBuiltInMessage(locale.code, id),
                (id) => getBuiltInMessage(code, id),
              )
        }
      />
    </BesideProfileMenu>
  )
}
