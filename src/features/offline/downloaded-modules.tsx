import { useTranslate } from '../../i18n/use-translate.ts'
import { DownloadProgress, type DownloadActions } from './download-progress.tsx'
import type { OfflineSnapshot } from '../../offline/offline-modules.ts'
import styles from './offline.module.css'

/** Every module that is at least partly on this phone, to be removed one by one. */
export const DownloadedModules = ({
  modules,
  titleOf,
  ...actions
}: DownloadActions & { modules: OfflineSnapshot; titleOf: (module: string) => string }) => {
  const t = useTranslate()
  if (modules.size === 0) return <p>{t('storage.noModules')}</p>
  return (
    <ul className={styles.list}>
      {[...modules].map(([module, state]) => (
        <li key={module} className={styles.item}>
          <h3>{titleOf(module)}</h3>
          <DownloadProgress module={module} title={titleOf(module)} state={state} {...actions} />
        </li>
      ))}
    </ul>
  )
}
