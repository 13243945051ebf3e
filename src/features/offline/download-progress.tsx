import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { sizeWords } from '../../ui/format-size.ts'
import { Stack } from '../../ui/layout/stack.tsx'
import type { KeepActions } from './download-module.tsx'
import type { OfflineModule, PausedBecause } from '../../offline/offline-modules.ts'
import styles from './offline.module.css'

/** These pass by themselves or at once: trying again makes no sense, going on does. */
const goesOn: ReadonlySet<PausedBecause> = new Set(['you', 'no-answer'])

/** How far a module is kept, why it is not going on, and what can be done about it. */
export const KeepProgress = ({
  title,
  state,
  onKeep,
  onPause,
  onRemove,
}: KeepActions & { title: string; state: OfflineModule }) => {
  const t = useWords()
  const { code } = useLocale()
  const named = (action: string) => t('offline.actionOn', { action, title })
  const button = (action: string, onClick: () => void) => (
    <Button variant="secondary" aria-label={named(action)} onClick={onClick}>
      {action}
    </Button>
  )
  const { size } = state
  const remove = button(t('offline.remove'), onRemove)

  if (state.is === 'kept') {
    return (
      <Stack row gap="s" className={styles.row}>
        <output className={styles.kept}>{t('offline.kept', { size: sizeWords(state.size, code) })}</output>
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
          {t('offline.progress', { received: sizeWords(state.received, code), size: sizeWords(size, code) })}
        </p>
      )}
      {state.is === 'paused' && <output>{t(`offline.because.${state.because}`)}</output>}
      <Stack row gap="s">
        {state.is === 'keeping'
          ? button(t('offline.pause'), onPause)
          : button(t(goesOn.has(state.because) ? 'offline.resume' : 'offline.tryAgain'), onKeep)}
        {remove}
      </Stack>
    </Stack>
  )
}
