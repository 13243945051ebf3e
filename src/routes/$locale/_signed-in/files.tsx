import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { FilesScreen } from '../../../features/files/files-screen.tsx'
import { views } from '../../../features/files/folder-location.ts'
import { ignoreInvalid } from '../../../lib/ignore-invalid.ts'
import { useOffline } from '../../-use-offline.ts'

/** Adds a missing slash to the end of a folder's path. The path of the top folder is empty. */
const toFolder = (text: string): string => (text === '' || text.endsWith('/') ? text : `${text}/`)

/** The access level of the files on the screen, and their folder, which can be bookmarked. */
const searchSchema = v.object({
  level: ignoreInvalid(v.picklist(views)),
  folder: ignoreInvalid(v.pipe(v.string(), v.transform(toFolder))),
})

export const Route = createFileRoute('/$locale/_signed-in/files')({
  validateSearch: searchSchema,
  component: FilesRoute,
})

function FilesRoute() {
  const { services, user } = Route.useRouteContext()
  const { level = 'private', folder = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <FilesScreen
      key={user.userID}
      uploads={services.uploads.client.forCustomer(user.userID)}
      customer={user.userID}
      isOffline={useOffline(services)}
      location={{ level, folder }}
      onNavigate={(location) => void navigate({ search: location, resetScroll: false })}
      openDeletions={(callbacks) => services.uploads.openDeletions(user.userID, callbacks)}
    />
  )
}
