import { useEffect, type ReactNode, type Ref } from 'react'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../class-names.ts'
import styles from './page.module.css'

/**
 * Returns the title of the document: the page's title, then the site's. The home page has the site's title,
 * then its tagline.
 */
export const formatDocumentTitle = (t: Translate, title: string | undefined): string =>
  title === undefined
    ? t('site.pageTitle', { page: t('site.title'), site: t('site.tagline') })
    : t('site.pageTitle', { page: title, site: t('site.title') })

export const useDocumentTitle = (title?: string): void => {
  const fullTitle = formatDocumentTitle(useTranslate(), title)
  useEffect(() => {
    document.title = fullTitle
  }, [fullTitle])
}

/** The frame of a screen: the document's title, the only h1, and a comfortable width. */
export const Page = ({
  title,
  headingRef,
  parentLink,
  media,
  intro,
  wide = false,
  isCompact = false,
  hasPicture = false,
  children,
}: {
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  /** A link to the parent of the page. */
  parentLink?: ReactNode
  /** The main content, such as a video: on a phone it is visible without scrolling. */
  media?: ReactNode
  /** A paragraph below the title. */
  intro?: ReactNode
  /** Uses the larger of the two page widths, for an overview. */
  wide?: boolean
  /** A small title, for a screen whose own heading follows it. */
  isCompact?: boolean
  /** For a short page of visitors, such as the sign-in: on a wide screen it has a picture beside it. */
  hasPicture?: boolean
  children: ReactNode
}) => {
  useDocumentTitle(title)
  return (
    <div
      className={classNames(
        styles.page,
        wide && styles.wide,
        isCompact && styles.compact,
        hasPicture && styles.withPicture,
      )}
    >
      <div className={styles.heading}>
        {parentLink}
        <h1 ref={headingRef} tabIndex={-1}>
          {title}
        </h1>
        {media}
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      </div>
      {children}
    </div>
  )
}
