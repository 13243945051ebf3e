import { useEffect, type ReactNode } from 'react'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../class-names.ts'
import styles from './page.module.css'

/** The title of the document: the page's own, then the site's. That of the home page is the site's, then its promise. */
export const documentTitle = (t: Translate, title: string | undefined): string =>
  title === undefined
    ? t('site.pageTitle', { page: t('site.title'), site: t('site.tagline') })
    : t('site.pageTitle', { page: title, site: t('site.title') })

/** Sets it. */
export const useDocumentTitle = (title?: string): void => {
  const full = documentTitle(useTranslate(), title)
  useEffect(() => {
    document.title = full
  }, [full])
}

/** The frame of a screen: the document's title, the one h1, and a comfortable width. */
export const Page = ({
  title,
  above,
  media,
  intro,
  wide = false,
  children,
}: {
  title: string
  /** What this is a part of, with the way there */
  above?: ReactNode
  /** What the person comes for, as a film: on a phone it is on the first screen. */
  media?: ReactNode
  intro?: ReactNode
  wide?: boolean
  children: ReactNode
}) => {
  useDocumentTitle(title)
  return (
    <div className={classNames(styles.page, wide && styles.wide)}>
      <div className={styles.heading}>
        {above}
        <h1 tabIndex={-1}>{title}</h1>
        {media}
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      </div>
      {children}
    </div>
  )
}
