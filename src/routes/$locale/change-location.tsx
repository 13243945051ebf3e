import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ChangeLocationScreen } from '../../features/locations/change-location-screen.tsx'
import { portablePath } from '../../features/locations/portable-path.ts'
import { builtInMessage } from '../../i18n/built-in-message.ts'

/** `from`: the path inside the locale where the visitor was; anything that leads elsewhere is dropped. */
const search = v.object({
  from: v.optional(v.fallback(v.pipe(v.string(), v.regex(/^[\w-]+(\/[\w-]+)*$/)), '')),
})

export const Route = createFileRoute('/$locale/change-location')({
  validateSearch: search,
  component: ChangeLocationRoute,
})

function ChangeLocationRoute() {
  const { from = '' } = Route.useSearch()
  const { locale } = Route.useRouteContext()
  return (
    <ChangeLocationScreen
      pathIn={(code) =>
        portablePath(
          from,
          (id) => builtInMessage(locale.code, id),
          (id) => builtInMessage(code, id),
        )
      }
    />
  )
}
