import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { views } from '../../../features/files/place.ts'
import { FilesScreen } from '../../../features/files/files-screen.tsx'
import { useOffline } from '../../-use-offline.ts'

const asFolder = (text: string): string => (text === '' || text.endsWith('/') ? text : `${text}/`)

/** The owner level and folder of the files on screen, as an address that can be bookmarked and revisited. */
const search = v.object({
  level: v.fallback(v.optional(v.picklist(views)), undefined),
  folder: v.fallback(v.optional(v.pipe(v.string(), v.transform(asFolder))), undefined),
})

export const Route = createFileRoute('/$locale/_signed-in/files')({
  validateSearch: search,
  component: FilesRoute,
})

function FilesRoute() {
  const { services, user } = Route.useRouteContext()
  const { level = 'private', folder = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <FilesScreen
      key={user.userID}
      uploads={services.uploads.client.of(user.userID)}
      customer={user.userID}
      offline={useOffline(services)}
      place={{ level, folder }}
      onGo={(place) => void navigate({ search: place, resetScroll: false })}
      openDeletions={(callbacks) => services.uploads.openDeletions(user.userID, callbacks)}
    />
  )
}
