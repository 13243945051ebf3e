import type { KeyboardEvent } from 'react'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { StoredFile } from '../../../stored-files/storage-calls.ts'
import { IconButton } from '../icon.tsx'
import { getShownName } from '../file-names.ts'
import { formatStorageFailure } from '../storage-failure-text.ts'
import { findKind } from '../grid/file-kind.ts'
import { KindIcon } from '../grid/thumbnail.tsx'
import { formatRowDetails } from '../listing/rows.ts'
import type { TransferKind } from '../transfer/transfer-form.ts'
import { FileActions } from './file-actions.tsx'
import { findPreview } from './preview-kind.ts'
import { PreviewMedia } from './preview-media.tsx'
import styles from './preview-dialog.module.css'
import type { PreviewUrlResult } from './use-dialog.ts'

type PreviewProps = {
  file: StoredFile
  urlResult: PreviewUrlResult | undefined
  onRenew: () => Promise<void>
}

/** Shows a file directly from the object store, or the icon of its kind if a browser cannot show the file. */
const Preview = ({ file, urlResult, onRenew }: PreviewProps) => {
  const t = useTranslate()
  const preview = findPreview(file.key)
  if (preview && urlResult?.ok && urlResult.value !== undefined) {
    const label = t('files.browse.preview', { name: getShownName(file.key) })
    return (
      <div className={classNames(styles.stage, styles[preview.kind])}>
        <PreviewMedia
          key={file.key}
          kind={preview.kind}
          url={urlResult.value}
          label={label}
          onRenew={onRenew}
        />
      </div>
    )
  }
  return (
    <div className={classNames(styles.stage, styles.text)}>
      <KindIcon kind={findKind(file.key)} large />
      {!urlResult && <Spinner label={t('common.loading')} />}
      {urlResult && !urlResult.ok && <p role="alert">{formatStorageFailure(urlResult.error, t)}</p>}
      {urlResult?.ok && <p>{t('files.browse.noPreview')}</p>}
    </div>
  )
}

type Content = {
  file: StoredFile
  /**
   * The URL of the preview, or why the request failed. Absent until the request has ended. The URL is
   * undefined if a browser cannot show the file.
   */
  urlResult?: PreviewUrlResult
}

type Props = {
  /** Undefined if the dialog is closed. */
  content: Content | undefined
  /** The files of the list in the order shown, for the buttons to the previous and next file. */
  files: readonly StoredFile[]
  /** False for files of other coaches, which can only be downloaded and copied. */
  canChange: boolean
  onClose: () => void
  /** Shows another file of the list. */
  onSelectFile: (file: StoredFile) => void
  /** Fetches a new URL for the file, because the current one may have expired. */
  onRenew: (file: StoredFile) => Promise<void>
  onDelete: () => void
  onDownload: () => void
  onTransfer: (kind: TransferKind) => void
}

type FileNavigationProps = {
  file: StoredFile
  files: readonly StoredFile[]
  onSelectFile: (file: StoredFile) => void
}

/** Returns the index of a file in the list (-1 if it is not there), and the files before and after it. */
const findNeighbours = (files: readonly StoredFile[], { key }: StoredFile) => {
  const index = files.findIndex((file) => file.key === key)
  return { index, previous: files[index - 1], next: index === -1 ? undefined : files[index + 1] }
}

/** The details of the file, between the buttons for the previous and the next one. */
const FileNavigation = ({ file, files, onSelectFile }: FileNavigationProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { index, previous, next } = findNeighbours(files, file)
  const name = getShownName(file.key)
  /** Without a neighbour, the button is not `disabled`, because a disabled button would lose the focus. */
  const createNavigationButtonProps = (neighbour: StoredFile | undefined) => ({
    'aria-disabled': !neighbour || undefined,
    className: classNames(!neighbour && styles.off),
    onClick: () => neighbour && onSelectFile(neighbour),
  })
  return (
    <div className={styles.navigation}>
      <IconButton
        icon="previous"
        label={t('files.browse.previous')}
        {...createNavigationButtonProps(previous)}
      />
      <p className={styles.facts}>
        <span>
          {t('files.stored.facts', formatRowDetails({ kind: 'file', key: file.key, name, file }, t, code))}
        </span>
        {index !== -1 && <span>{t('files.browse.position', { place: index + 1, count: files.length })}</span>}
      </p>
      <VisuallyHidden live>{name}</VisuallyHidden>
      <IconButton icon="next" label={t('files.browse.next')} {...createNavigationButtonProps(next)} />
    </div>
  )
}

/** Shows one file, on a phone over the whole screen: its preview, its details, and all actions on it. */
export const PreviewDialog = ({
  content,
  files,
  canChange,
  onClose,
  onSelectFile,
  onRenew,
  ...actions
}: Props) => {
  const onKeyDown = ({ key, target, altKey }: KeyboardEvent) => {
    // In a video or audio player, the arrow keys move to an earlier or later time.
    if (!content || altKey || target instanceof HTMLMediaElement) return
    const { previous, next } = findNeighbours(files, content.file)
    if (key === 'ArrowLeft' && previous) onSelectFile(previous)
    if (key === 'ArrowRight' && next) onSelectFile(next)
  }
  return (
    <Dialog
      open={content !== undefined}
      onClose={onClose}
      onKeyDown={onKeyDown}
      title={getShownName(content?.file.key ?? '')}
      footer={
        content && (
          <>
            <FileNavigation file={content.file} files={files} onSelectFile={onSelectFile} />
            <FileActions isSingle canChange={canChange} {...actions} />
          </>
        )
      }
    >
      {content && (
        <Preview file={content.file} urlResult={content.urlResult} onRenew={() => onRenew(content.file)} />
      )}
    </Dialog>
  )
}
