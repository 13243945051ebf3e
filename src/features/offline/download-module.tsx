import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { sizeWords } from '../../ui/format-size.ts'
import { KeepProgress } from './download-progress.tsx'
import type { OfflineModule } from '../../offline/offline-modules.ts'
import styles from './offline.module.css'

export type KeepActions = { onKeep: () => void; onPause: () => void; onRemove: () => void }

/** Below the video of a module: keeps it on this phone, and says how far that is. */
export const KeepModule = ({
  title,
  state,
  size,
  offline,
  ...actions
}: KeepActions & {
  /** The module's. */
  title: string
  /** Absent while nothing of it is on this phone. */
  state: OfflineModule | undefined
  /** bytes, where the server has said it */
  size: number | undefined
  offline: boolean
}) => {
  const t = useWords()
  const { code } = useLocale()
  const { onKeep } = actions
  // On a narrow button the unit must not stand alone in a second line.
  const unbroken = (bytes: number) => sizeWords(bytes, code).replaceAll(' ', '\u00a0')
  return (
    <section className={styles.keep} aria-label={t('offline.title')}>
      {state ? (
        <KeepProgress title={title} state={state} {...actions} />
      ) : (
        <Button variant="secondary" aria-disabled={offline} onClick={() => !offline && onKeep()}>
          {size === undefined ? t('offline.keep') : t('offline.keepSized', { size: unbroken(size) })}
        </Button>
      )}
      <p className={styles.note}>
        {t(offline && !state ? 'offline.needsConnection' : 'offline.about')}{' '}
        <LocaleLink to="storage">{t('offline.toStorage')}</LocaleLink>
      </p>
    </section>
  )
}
