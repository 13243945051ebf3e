import { useQuery } from '@tanstack/react-query'
import type { Services } from '../../../app/services/services.ts'
import type { LocaleCode } from '../../../config/locales.ts'
import { DownloadModule } from '../../../features/offline/download-module.tsx'
import { useStore } from '../../../lib/use-store.ts'
import { useOffline } from '../../-use-offline.ts'

/** Offers to download one module to this device. Shows its size before the download. */
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
  // Undefined if the module is neither downloaded nor being downloaded.
  const state = useStore(modules, modules.snapshot).get(module)
  const size = useQuery({
    queryKey: ['module-size', module, locale],
    queryFn: async () => modules.measureSize(module, locale),
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
