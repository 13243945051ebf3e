import { useId, useRef, useEffect, type RefObject } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import { useUploads } from '../../../uploads/use-uploads.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { useRefreshAfterUploads } from '../listing/use-listing.ts'
import { getFolderText, getShownName, listFolders } from '../file-names.ts'
import { toLevel, type FolderLocation } from '../folder-location.ts'
import styles from './browse.module.css'
import { FolderView, type FolderViewProps } from './folder-view.tsx'

/** Focuses the heading if a change of the folder has removed the focused element. */
const useFocusAfterFolderChange = (heading: RefObject<HTMLElement | null>, folder: string): void => {
  const previousFolder = useRef(folder)
  useEffect(() => {
    if (folder === previousFolder.current) return
    previousFolder.current = folder
    if (document.activeElement !== document.body) return
    heading.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [heading, folder])
}

type BreadcrumbProps = {
  location: FolderLocation
  /** The id of the element with the name of the current folder. */
  currentId: string
}

/** The path to this folder; each folder except the last is a link. */
const Breadcrumb = ({ location: { level, folder }, currentId }: BreadcrumbProps) => {
  const t = useTranslate()
  if (folder === '') return null
  return (
    <nav aria-label={t('files.browse.path')}>
      <ol className={styles.trail}>
        {['', ...listFolders(folder)].map((path) => {
          // A folder has an empty name if its path contains `//`.
          const name = path === '' ? t(`files.tab.${level}`) : getFolderText(getShownName(path), t) || '/'
          return (
            <li key={path} translate={path === '' ? undefined : 'no'}>
              {path === folder ? (
                <span id={currentId} aria-current="location">
                  {name}
                </span>
              ) : (
                <LocaleLink to="files" search={{ level, folder: path }} resetScroll={false}>
                  {name}
                </LocaleLink>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

type Props = Omit<FolderViewProps, 'storage' | 'onFilesRemoved' | 'canFetchThumbnails' | 'hasNewFile'> & {
  uploads: UploadClient
}

/** The stored files of a view, such as `private`: folders and files, and all actions on them. */
export const StoredFiles = ({
  uploads,
  customer,
  isOffline,
  location,
  onNavigate,
  deletions,
  emptyText,
}: Props) => {
  const t = useTranslate()
  const currentFolderId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { storage } = uploads
  const { network, tasks } = useUploads(uploads)
  const hasNewFile = tasks.some(
    ({ level, key, status }) =>
      status.state === 'COMPLETED' && level === toLevel(location.level) && key.startsWith(location.folder),
  )
  /**
   * Dismisses the finished uploads of files that were deleted or moved, because there is nothing more to
   * report.
   */
  const dismissUploads = (keys: readonly string[]) => {
    const removedKeys = new Set(keys)
    const { tasks } = uploads.snapshot()
    const uploadsOfRemoved = tasks.filter(
      ({ level, key, status }) =>
        level === location.level && removedKeys.has(key) && status.state === 'COMPLETED',
    )
    if (uploadsOfRemoved.length > 0) void uploads.dismiss(uploadsOfRemoved.map(({ id }) => id))
  }
  useRefreshAfterUploads(uploads, customer, location)
  useFocusAfterFolderChange(heading, location.folder)
  return (
    <section aria-labelledby="stored" className={styles.section}>
      <h2 id="stored" ref={heading} tabIndex={-1} aria-describedby={currentFolderId}>
        {/* Only for screen readers, because the choice of a view above already shows it. */}
        <VisuallyHidden>{t('files.stored.title')}</VisuallyHidden>
      </h2>
      <Breadcrumb location={location} currentId={currentFolderId} />
      <FolderView
        // Another folder begins without a selection, search or dialog.
        key={`${location.level}/${location.folder}`}
        storage={storage}
        customer={customer}
        isOffline={isOffline}
        location={location}
        deletions={deletions}
        emptyText={emptyText}
        hasNewFile={hasNewFile}
        // `held` is set while the settings for connections hold back uploads.
        canFetchThumbnails={network.held === undefined}
        onNavigate={onNavigate}
        onFilesRemoved={dismissUploads}
      />
    </section>
  )
}
