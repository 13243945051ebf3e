import { useEffect, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../class-names.ts'
import styles from './page.module.css'

/** Sets the title of the document: the page's own, then the site's. */
export const useDocumentTitle = (title: string): void => {
  const t = useTranslate()
  const full = t('site.pageTitle', { page: title, site: t('site.title') })
  useEffect(() => {
    document.title = full
  }, [full])
}

/** The frame of a screen: the document's title, the one h1, and a comfortable width. */
export const Page = ({
  title,
  intro,
  wide = false,
  children,
}: {
  title: string
  intro?: ReactNode
  wide?: boolean
  children: ReactNode
}) => {
  useDocumentTitle(title)
  return (
    <div className={classNames(styles.page, wide && styles.wide)}>
      <div className={styles.heading}>
        <h1 tabIndex={-1}>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      </div>
      {children}
    </div>
  )
}
