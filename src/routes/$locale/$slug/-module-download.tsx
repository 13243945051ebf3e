import { useQuery } from '@tanstack/react-query'
import type { Services } from '../../../app/services/services.ts'
import type { Course } from '../../../config/courses.ts'
import { DownloadModule } from '../../../features/offline/download-module.tsx'
import type { CourseCatalogue } from '../../../i18n/course-catalogue.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useStore } from '../../../lib/use-store.ts'
import { useOffline } from '../../-use-offline.ts'

/** Offers to download one module to this device. Shows its size before the download. */
export const ModuleDownload = ({
  services,
  course,
  module,
  texts,
}: {
  services: Services
  course: Course
  /** The id of the module. */
  module: string
  texts: CourseCatalogue[string] | undefined
}) => {
  const t = useTranslate()
  const { code: locale } = useLocale()
  const { modules } = services.offline
  // Undefined if the module is neither downloaded nor being downloaded.
  const snapshot = useStore(modules, modules.snapshot)
  const state = snapshot.get(module)
  const getTitle = (id: string) => texts?.modules[id]?.title ?? id
  const size = useQuery({
    queryKey: ['module-size', module, locale],
    queryFn: async () => modules.measureSize(module, locale),
    enabled: state === undefined,
  })
  return (
    <DownloadModule
      module={module}
      title={getTitle(module)}
      state={state}
      stored={course.modules
        .filter(({ id }) => id !== module && snapshot.get(id)?.kind === 'downloaded')
        .map(({ id }) => ({ title: getTitle(id), to: `${t(course.slug)}/${id}` }))}
      size={size.data}
      offline={useOffline(services)}
      onDownload={(id) => void modules.download(id, locale)}
      onPause={(id) => void modules.pause(id)}
      onRemove={(id) => void modules.remove(id)}
    />
  )
}
