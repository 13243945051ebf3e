import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Page } from '../../ui/layout/page.tsx'
import { slugIds, type SlugId } from '../../config/pages.ts'
import styles from './change-location.module.css'

/** Returns the slug of a page in one language: the first segment of its path after the locale. */
type GetSlug = (id: SlugId) => string

/**
 * Translates the path of a page from one locale to another, without the locale itself: `cursos` becomes
 * `my-courses`. Only the first segment is translated.
 */
export const translatePath = (path: string, getFromSlug: GetSlug, getToSlug: GetSlug): string => {
  const [slug = '', ...rest] = path.split('/')
  const id = slugIds.find((candidate) => getFromSlug(candidate) === slug)
  return [id ? getToSlug(id) : slug, ...rest].join('/')
}

/** All countries and languages, each under its own name. */
export const ChangeLocationScreen = ({
  getPathIn,
  parentLink,
}: {
  /** Returns the path, within a locale, of the page that the visitor came from. */
  getPathIn: (code: LocaleCode) => string
  /** A link to the parent of the page, for a signed-in coach. */
  parentLink?: ReactNode
}) => {
  const t = useTranslate()
  const current = useLocale()
  return (
    <Page
      title={t('changeLocation.title')}
      intro={t('changeLocation.intro')}
      parentLink={parentLink}
      isCompact={Boolean(parentLink)}
      wide
    >
      <ul className={styles.locations}>
        {localeCodes.map((code) => {
          const isCurrent = code === current.code
          const path: string = `/${code}/${getPathIn(code)}`
          return (
            <li key={code}>
              <Link
                to={path}
                lang={code}
                hrefLang={code}
                className={styles.location}
                aria-current={isCurrent || undefined}
                preload={false}
              >
                <span>{t(`localeName.${code}`)}</span>
                {isCurrent && <span className={styles.current}>{t('changeLocation.current')}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
    </Page>
  )
}
