import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { locales } from '../../config/locales.ts'
import { ChangeLocationScreen, portablePath } from '../../features/locations/change-location-screen.tsx'
import { builtInMessage } from '../../i18n/built-in-message.ts'
import { useStore } from '../../lib/use-store.ts'

/** `from`: the path inside the locale that the person came from. A value that leads elsewhere is dropped. */
const search = v.object({
  from: v.optional(v.fallback(v.pipe(v.string(), v.regex(/^[\w-]+(\/[\w-]+)*$/)), '')),
})

export const Route = createFileRoute('/$locale/change-location')({
  validateSearch: search,
  component: ChangeLocationRoute,
})

function ChangeLocationRoute() {
  const { from } = Route.useSearch()
  const { locale, services } = Route.useRouteContext()
  const { session } = services
  const { status } = useStore(session, session.state)
  // Without `from`, a signed-in coach goes to the page after signing in, and a visitor goes to the home.
  const isLanding = from === undefined && status === 'authenticated'
  return (
    <ChangeLocationScreen
      pathIn={(code) =>
        isLanding
          ? builtInMessage(code, locales[code].landing)
          : portablePath(
              from ?? '',
              (id) => builtInMessage(locale.code, id),
              (id) => builtInMessage(code, id),
            )
      }
    />
  )
}
