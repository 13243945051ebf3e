import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Stack } from '../../ui/layout/stack.tsx'
import type { OfflineModule, PausedBecause } from '../../offline/offline-modules.ts'
import styles from './offline.module.css'

/** The actions on the download of a module, by its id. */
export type DownloadActions = Record<'onDownload' | 'onPause' | 'onRemove', (module: string) => void>

/** Reasons that are no failure: the download is resumed, not retried. */
const resumable: ReadonlySet<PausedBecause> = new Set(['you', 'no-answer'])

/** The progress of a download, why it is paused, and the actions on it. */
export const DownloadProgress = ({
  module,
  title,
  state,
  onDownload,
  onPause,
  onRemove,
}: DownloadActions & { module: string; title: string; state: OfflineModule }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const named = (action: string) => t('offline.actionOn', { action, title })
  const button = (action: string, onPress: (module: string) => void) => (
    <Button variant="secondary" aria-label={named(action)} onClick={() => onPress(module)}>
      {action}
    </Button>
  )
  const { size } = state
  const remove = button(t('offline.remove'), onRemove)

  if (state.is === 'downloaded') {
    return (
      <Stack row gap="s" className={styles.row}>
        <output className={styles.downloaded}>
          {t('offline.kept', { size: formatSize(state.size, code) })}
        </output>
        {remove}
      </Stack>
    )
  }
  return (
    <Stack gap="s">
      <Progress
        label={t('offline.progressOf', { title })}
        max={size ?? 1}
        {...((size !== undefined || state.is === 'paused') && { value: state.received })}
      />
      {size !== undefined && (
        <p className={styles.note}>
          {t('offline.progress', {
            received: formatSize(state.received, code),
            size: formatSize(size, code),
          })}
        </p>
      )}
      {state.is === 'paused' && <output>{t(`offline.because.${state.because}`)}</output>}
      <Stack row gap="s">
        {state.is === 'downloading'
          ? button(t('offline.pause'), onPause)
          : button(t(resumable.has(state.because) ? 'offline.resume' : 'offline.tryAgain'), onDownload)}
        {remove}
      </Stack>
    </Stack>
  )
}
