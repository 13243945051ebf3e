import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Services } from '../../../app/services/services.ts'
import type { LocaleCode } from '../../../config/locales.ts'
import { DownloadModule } from '../../../features/offline/download-module.tsx'
import { useOffline } from '../../-use-offline.ts'

/** Downloads one module to this phone. Shows its size before. */
export const ModuleDownload = ({
  services,
  locale,
  module,
  title,
}: {
  services: Services
  locale: LocaleCode
  module: string
  title: string
}) => {
  const { modules } = services.offline
  const state = useSyncExternalStore(modules.subscribe, modules.snapshot).get(module)
  const size = useQuery({
    queryKey: ['module-size', module, locale],
    queryFn: async () => modules.sizeOf(module, locale),
    enabled: state === undefined,
  })
  return (
    <DownloadModule
      module={module}
      title={title}
      state={state}
      size={size.data}
      offline={useOffline(services)}
      onDownload={(id) => void modules.download(id, locale)}
      onPause={(id) => void modules.pause(id)}
      onRemove={(id) => void modules.remove(id)}
    />
  )
}
