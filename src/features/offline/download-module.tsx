import type { LocaleCode } from '../../config/locales.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { formatSize } from '../../ui/format-size.ts'
import type { OfflineModule, PauseReason, OfflineSnapshot } from '../../offline/offline-modules.ts'
import { LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import styles from './offline.module.css'

/** The actions on a download. Each receives the id of the module. */
type DownloadActions = Record<'onDownload' | 'onPause' | 'onRemove', (moduleId: string) => void>

/**
 * Returns the label of the button that continues a paused download: "Resume" if the coach paused it or the
 * connection was bad, and "Try again" if something else failed.
 */
export const getResumeLabel = (reason: PauseReason): MessageId =>
  reason === 'paused-by-coach' || reason === 'unreachable' ? 'offline.resume' : 'offline.tryAgain'

/** Formats a size with no-break spaces, so that a narrow button does not break the line before the unit. */
export const formatNonBreakingSize = (bytes: number, locale: LocaleCode): string =>
  formatSize(bytes, locale).replaceAll(' ', '\u00a0')

/** The progress of a download, why it is paused, and the actions on it. */
const DownloadProgress = ({
  module,
  title,
  state,
  onDownload,
  onPause,
  onRemove,
}: DownloadActions & {
  /** The id of the module. */
  module: string
  title: string
  state: OfflineModule
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  const renderButton = (label: string, onPress: (moduleId: string) => void) => (
    <Button
      variant="secondary"
      aria-label={t('offline.actionOn', { action: label, title })}
      onClick={() => onPress(module)}
    >
      {label}
    </Button>
  )
  const removeButton = renderButton(t('offline.remove'), onRemove)

  if (state.kind === 'downloaded') {
    return (
      <Stack row gap="s" className={styles.row}>
        <output className={styles.downloaded}>
          {t('offline.kept', { size: formatSize(state.size, code) })}
        </output>
        {removeButton}
      </Stack>
    )
  }
  const { size } = state
  // Without a value, the bar shows only that the download is in progress, which a paused download is not.
  const isProgressKnown = size !== undefined || state.kind === 'paused'
  return (
    <Stack gap="s">
      <Progress
        label={t('offline.progressOf', { title })}
        // The size is unknown until the server sends it.
        max={size ?? 1}
        {...(isProgressKnown && { value: state.received })}
      />
      {size !== undefined && (
        <p className={styles.note}>
          {t('offline.progress', {
            received: formatSize(state.received, code),
            size: formatSize(size, code),
          })}
        </p>
      )}
      {state.kind === 'paused' && <output>{t(`offline.because.${state.reason}`)}</output>}
      <Stack row gap="s">
        {state.kind === 'downloading'
          ? renderButton(t('offline.pause'), onPause)
          : renderButton(t(getResumeLabel(state.reason)), onDownload)}
        {removeButton}
      </Stack>
    </Stack>
  )
}

/** Below the video of a module: downloads it to this device, and shows the progress. */
export const DownloadModule = ({
  module,
  title,
  state,
  stored,
  size,
  offline,
  ...actions
}: DownloadActions & {
  /** The id of the module. */
  module: string
  title: string
  /** Undefined while no part of the module is on this device. */
  state: OfflineModule | undefined
  /** The other modules of the course whose videos are on this device. */
  stored: readonly { title: string; to: string }[]
  /** In bytes, or undefined if the server has not returned the size. */
  size: number | undefined
  offline: boolean
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  const isOutOfReach = offline && !state
  return (
    <section className={styles.module} aria-label={t('offline.title')} data-only="screen">
      {state && <DownloadProgress module={module} title={title} state={state} {...actions} />}
      {!state && !offline && (
        <Button variant="secondary" onClick={() => actions.onDownload(module)}>
          {size === undefined
            ? t('offline.keep')
            : t('offline.keepSized', { size: formatNonBreakingSize(size, code) })}
        </Button>
      )}
      {isOutOfReach && stored.length > 0 && (
        <div className={styles.stored}>
          <RowList title={t('offline.others')}>
            {stored.map(({ title: label, to }) => (
              <LinkRow key={to} to={to} label={label} />
            ))}
          </RowList>
        </div>
      )}
      <p className={styles.note}>
        <span>{t(isOutOfReach ? 'offline.needsConnection' : 'offline.about')}</span>{' '}
        <LocaleLink to="storage">{t('offline.toStorage')}</LocaleLink>
      </p>
    </section>
  )
}

/** The modules that are at least partly on this device. Each can be removed. */
export const DownloadedModules = ({
  modules,
  getTitle,
  ...actions
}: DownloadActions & { modules: OfflineSnapshot; getTitle: (moduleId: string) => string }) => (
  <ul className={styles.list}>
    {[...modules].map(([moduleId, state]) => (
      <li key={moduleId} className={styles.item}>
        <h4>{getTitle(moduleId)}</h4>
        <DownloadProgress module={moduleId} title={getTitle(moduleId)} state={state} {...actions} />
      </li>
    ))}
  </ul>
)
