import { useRef, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SegmentedControl } from '../../ui/form/segmented-control.tsx'
import type { UploadClient } from '../../uploads/contract.ts'
import type { AccessLevel } from '../../stored-files/storage-calls.ts'
import type { OpenDeletions } from '../../stored-files/deletions/deletions.ts'
import { useUploads } from '../../uploads/use-uploads.ts'
import { toDisplayName } from '../../lib/text/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import type { ChosenFile } from '../../uploads/commands.ts'
import { views, type FolderLocation } from './folder-location.ts'
import { StoredFiles } from './browse/stored-files.tsx'
import { useDeletions } from './browse/use-deletions.ts'
import { supportsFilePicker } from './choose/file-sources.tsx'
import { ChooseFiles } from './choose/choose-files.tsx'
import styles from './files.module.css'
import { UploadNetworkSettings } from './queue/upload-network-settings.tsx'
import { UploadQueue } from './queue/upload-queue.tsx'
import { useAddFiles, type AddFiles } from './choose/use-add-files.ts'
import { ListedUploads, useListedUploads } from './listing/use-listed-uploads.ts'

/**
 * The access level of the next chosen files. It is private again after each choice of files, so a coach has
 * to choose another level each time.
 */
const initialLevel: AccessLevel = 'private'

/** The maximum number of names of undelivered files that are shown; the message counts all files. */
const maxNames = 5

type UndeliveredProps = { files: readonly ChosenFile[]; onRetry: () => Promise<void> }

/** Chosen files that could not be passed to the upload worker, because no worker is running at the moment. */
const UndeliveredFiles = ({ files, onRetry }: UndeliveredProps) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  return (
    <Notice tone="error">
      <p>{t('files.untaken', { count: files.length })}</p>
      <ul>
        {files.slice(0, maxNames).map((chosenFile, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two files can have the same name
          <li key={index}>{toDisplayName(chosenFile.file.name)}</li>
        ))}
      </ul>
      <Button variant="secondary" busy={busy} onClick={() => run(onRetry)}>
        {t('common.retry')}
      </Button>
    </Notice>
  )
}

type NoticesProps = {
  uploads: UploadClient
  addFiles: Pick<AddFiles, 'messages' | 'undeliveredFiles' | 'retry'>
}

/** What the coach should know about the last chosen files, and about the uploads of this browser. */
const UploadNotices = ({ uploads, addFiles: { messages, undeliveredFiles, retry } }: NoticesProps) => {
  const t = useTranslate()
  const { isDurable, isWorkerLost, isOwnedByOtherTab, isReady } = useUploads(uploads)
  return (
    <>
      {messages.length > 0 && (
        <Notice tone="warning">
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      )}
      {undeliveredFiles.length > 0 && <UndeliveredFiles files={undeliveredFiles} onRetry={retry} />}
      {/* If there are undelivered files, their notice already says so. */}
      {isWorkerLost && undeliveredFiles.length === 0 && (
        <Notice tone="error">
          <p>{t('files.broken')}</p>
        </Notice>
      )}
      {/* Once the tasks are loaded, the queue shows this notice. */}
      {isOwnedByOtherTab && !isReady && (
        <Notice tone="info">
          <p>{t('files.elsewhere')}</p>
        </Notice>
      )}
      {/* The database failed, so the uploads do not survive a restart. */}
      {!isDurable && (
        <Notice tone="warning">
          <p>{t('files.notDurable')}</p>
        </Notice>
      )}
    </>
  )
}

type Props = {
  uploads: UploadClient
  customer: string
  /** Whether the server cannot be reached at the moment. */
  isOffline: boolean
  location: FolderLocation
  onNavigate: (location: FolderLocation) => void
  /** Creates the deletions of this screen, which the coach can undo for some seconds. */
  openDeletions: OpenDeletions
}

/** The screen where a coach chooses files, follows their uploads and browses stored files. */
export const FilesScreen = ({ uploads, customer, isOffline, location, onNavigate, openDeletions }: Props) => {
  const t = useTranslate()
  const { canStoreCopies } = useUploads(uploads)
  const { level, folder } = location
  const [uploadLevel, setUploadLevel] = useState<AccessLevel>(initialLevel)
  // The current folder exists only at its own level: uploads to another level go to the top folder there.
  const destination = { level: uploadLevel, folder: uploadLevel === level ? folder : '' }
  const deletions = useDeletions(openDeletions)
  const addFiles = useAddFiles(uploads, destination, deletions.makeRoom)
  const listedUploads = useListedUploads(uploads, customer, location)
  const chooser = useRef<HTMLButtonElement>(null)
  // After a restart, the app reads a file from its copy, or through the handle that a file picker returns.
  // If this browser has neither, the introduction says that the file has to be chosen again.
  const introText = canStoreCopies || supportsFilePicker() ? 'files.intro' : 'files.introNoCopies'
  const emptyText = t(level === 'everyone' ? 'files.stored.emptyBody' : introText)

  return (
    <Page title={t('files.title')} isCompact wide>
      <ChooseFiles
        ref={chooser}
        {...destination}
        onLevelChange={setUploadLevel}
        onChoose={(selection) => {
          void addFiles.add(selection)
          if (selection.files.length > 0) setUploadLevel(initialLevel)
        }}
      />
      <UploadNotices uploads={uploads} addFiles={addFiles} />
      <UploadQueue
        uploads={uploads}
        isOffline={isOffline}
        listedUploads={listedUploads}
        hiddenFiles={deletions.hidden}
        onCancelAll={addFiles.stop}
        onLostFocus={() => chooser.current?.focus()}
      />
      <SegmentedControl
        legend={t('files.level.legend')}
        name="level"
        options={views.map((value) => ({ value, label: t(`files.tab.${value}`) }))}
        chosen={level}
        onChange={(view) => onNavigate({ level: view, folder: '' })}
      />
      {level === 'everyone' && <p className={styles.hint}>{t('files.everyone')}</p>}
      <ListedUploads value={listedUploads}>
        <StoredFiles
          uploads={uploads}
          customer={customer}
          isOffline={isOffline}
          location={location}
          onNavigate={onNavigate}
          deletions={deletions}
          emptyText={emptyText}
        />
      </ListedUploads>
      <UploadNetworkSettings uploads={uploads} />
    </Page>
  )
}
