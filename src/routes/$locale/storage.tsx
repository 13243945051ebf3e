import { createFileRoute, useRouter } from '@tanstack/react-router'
import { DownloadedModules } from '../../features/offline/download-module.tsx'
import { BackToProfile } from '../../features/profile/back-to-profile.tsx'
import { BesideProfileMenu } from '../../features/profile/profile-menu.tsx'
import { StorageScreen } from '../../features/storage/storage-screen.tsx'
import { useStore } from '../../lib/use-store.ts'
import { requireStorage } from '../-guards.ts'

/** Shows what this site stores on this device, also to visitors. */
export const Route = createFileRoute('/$locale/storage')({
  beforeLoad: ({ context }) => requireStorage(context),
  loader: async ({ context: { services, locale } }) => {
    const { storage } = services.device
    const [usage, isPersistent, deviceId, catalogue] = await Promise.all([
      storage.measure(locale.code),
      storage.persisted(),
      services.device.id(),
      // Without the course catalogue the modules are shown by their ids.
      services.offline.catalogues.courses(locale.code).catch(() => ({})),
    ])
    const modules = Object.values(catalogue).flatMap((course) => Object.entries(course.modules))
    const titles = new Map(modules.map(([id, { title }]) => [id, title]))
    return { usage, isPersistent, deviceId, titles }
  },
  // A cached usage could be outdated, because nothing notifies the screen of changes.
  gcTime: 0,
  component: StorageRoute,
})

function StorageRoute() {
  const { services, locale } = Route.useRouteContext()
  const { usage, isPersistent, deviceId, titles } = Route.useLoaderData()
  const router = useRouter()
  const { modules } = services.offline
  const { outbox } = services.outbox
  const { storage } = services.device
  const downloads = useStore(modules, modules.snapshot)
  const { toSend, needsAction } = useStore(outbox, outbox.snapshot)
  const isSignedIn = useStore(services.session, services.session.state).status === 'authenticated'
  const measureAgain = async () => router.invalidate()

  return (
    <BesideProfileMenu current={isSignedIn ? 'storage' : undefined}>
      <StorageScreen
        parentLink={isSignedIn && <BackToProfile />}
        usage={usage}
        isPersistent={isPersistent}
        unsentCount={toSend + needsAction}
        device={deviceId}
        onPersist={storage.persist}
        onRemove={async (kind) => {
          await storage.free(kind, locale.code)
          await measureAgain()
        }}
        moduleCount={downloads.size}
        modules={
          <DownloadedModules
            modules={downloads}
            getTitle={(moduleId) => titles.get(moduleId) ?? moduleId}
            onDownload={(moduleId) => void modules.download(moduleId, locale.code)}
            onPause={(moduleId) => void modules.pause(moduleId)}
            onRemove={(moduleId) => void modules.remove(moduleId).then(measureAgain)}
          />
        }
      />
    </BesideProfileMenu>
  )
}
