import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { DownloadProgress, type DownloadActions } from './download-progress.tsx'
import type { OfflineModule } from '../../offline/offline-modules.ts'
import styles from './offline.module.css'

/** Below the video of a module: downloads it to this phone, and shows the progress. */
export const DownloadModule = ({
  module,
  title,
  state,
  size,
  offline,
  ...actions
}: DownloadActions & {
  module: string
  /** The title of the module. */
  title: string
  /** Absent while nothing of it is on this phone. */
  state: OfflineModule | undefined
  /** Bytes; undefined if the server has not returned the size. */
  size: number | undefined
  offline: boolean
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  // Prevents a line break before the unit on a narrow button.
  const unbroken = (bytes: number) => formatSize(bytes, code).replaceAll(' ', '\u00a0')
  return (
    <section className={styles.module} aria-label={t('offline.title')} data-only="screen">
      {state ? (
        <DownloadProgress {...{ module, title, state }} {...actions} />
      ) : (
        <Button
          variant="secondary"
          aria-disabled={offline}
          onClick={() => !offline && actions.onDownload(module)}
        >
          {size === undefined ? t('offline.keep') : t('offline.keepSized', { size: unbroken(size) })}
        </Button>
      )}
      <p className={styles.note}>
        <span>{t(offline && !state ? 'offline.needsConnection' : 'offline.about')}</span>{' '}
        <LocaleLink to="storage">{t('offline.toStorage')}</LocaleLink>
      </p>
    </section>
  )
}
