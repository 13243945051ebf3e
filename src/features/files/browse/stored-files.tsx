import { useId, useRef, useEffect, type RefObject } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import styles from './browse.module.css'
import { FolderView } from './folder-view.tsx'
import type { FolderProps } from './use-folder.ts'
import { useRefresh } from './listing/use-refresh.ts'

/** Takes the focus when the folder changes and what had it is gone with the old one. */
const useLostFocus = (heading: RefObject<HTMLElement | null>, folder: string): void => {
  const shown = useRef(folder)
  useEffect(() => {
    if (folder === shown.current) return
    shown.current = folder
    if (document.activeElement !== document.body) return
    heading.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [heading, folder])
}

type Props = Omit<FolderProps, 'storage'> & { uploads: UploadClient }

/** What is in the cloud at an access level: folders and files, and everything that can be done with them. */
export const StoredFiles = ({ uploads, customer, place, onGo, deletions }: Props) => {
  const t = useTranslate()
  const here = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { storage } = uploads
  useRefresh(uploads, customer, place)
  useLostFocus(heading, place.folder)
  return (
    <section aria-labelledby="stored" className={styles.section}>
      <h2 id="stored" ref={heading} tabIndex={-1} aria-describedby={here}>
        {t('files.stored.title', { level: t(`files.tab.${place.level}`) })}
      </h2>
      <Breadcrumb place={place} currentId={here} />
      <FolderView key={`${place.level}/${place.folder}`} {...{ storage, customer, place, deletions, onGo }} />
    </section>
  )
}
