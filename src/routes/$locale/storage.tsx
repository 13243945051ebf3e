import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { DownloadedModules } from '../../features/offline/downloaded-modules.tsx'
import { StorageScreen } from '../../features/storage/storage-screen.tsx'

/** What this site keeps on this device; for whoever holds it, signed in or not. */
export const Route = createFileRoute('/$locale/storage')({
  loader: async ({ context: { services, locale } }) => {
    const { deviceStorage, catalogues } = services
    const [usage, persistent, texts] = await Promise.all([
      deviceStorage.measure(locale.code),
      deviceStorage.persisted(),
      // Without the courses' words the modules go by their ids.
      catalogues.courses(locale.code).catch(() => ({})),
    ])
    const titles = Object.values(texts).flatMap(({ modules }) =>
      Object.entries(modules).map(([id, { title }]) => [id, title] as const),
    )
    return { usage, persistent, titles: new Map(titles) }
  },
  // What takes space changes behind the screen's back.
  gcTime: 0,
  component: StorageRoute,
})

function StorageRoute() {
  const { services, locale } = Route.useRouteContext()
  const { usage, persistent, titles } = Route.useLoaderData()
  const router = useRouter()
  const { offline, outbox, deviceStorage } = services
  const modules = useSyncExternalStore(offline.subscribe, offline.snapshot)
  const { toSend, needsYou } = useSyncExternalStore(outbox.subscribe, outbox.snapshot)
  const measureAgain = async () => router.invalidate()

  return (
    <StorageScreen
      usage={usage}
      persistent={persistent}
      unsent={toSend + needsYou}
      onPersist={deviceStorage.persist}
      onFree={async (kind) => {
        await deviceStorage.free(kind, locale.code)
        await measureAgain()
      }}
      modules={
        <DownloadedModules
          modules={modules}
          titleOf={(module) => titles.get(module) ?? module}
          onDownload={(module) => void offline.download(module, locale.code)}
          onPause={(module) => void offline.pause(module)}
          onRemove={(module) => void offline.remove(module).then(measureAgain)}
        />
      }
    />
  )
}
