import { useEffect, useRef } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import segments from '../../ui/form/segmented-control.module.css'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { useAdminIdentity } from './admin-identity.ts'
import { listPages } from './admin-pages.ts'
import styles from './admin.module.css'

/** Links to the pages that the role of the admin may see. */
export const AdminLinks = () => {
  const t = useTranslate()
  const { role } = useAdminIdentity()
  const list = useRef<HTMLUListElement>(null)
  // On a phone the list scrolls, so the link of the current page may be hidden. It moves to the centre.
  useEffect(() => {
    const currentLinkBox = list.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const listBox = list.current?.getBoundingClientRect()
    // Not `scrollIntoView`, which would also change the scroll position of the page that Back has restored.
    if (list.current && currentLinkBox && listBox)
      list.current.scrollLeft +=
        currentLinkBox.left + currentLinkBox.width / 2 - (listBox.left + listBox.width / 2)
  }, [])
  return (
    <nav aria-label={t('header.admin')}>
      <ul ref={list} className={classNames(segments.segments, styles.links)}>
        {listPages(role).map(({ to, title }) => (
          <li key={to}>
            <LocaleLink to={to} className={segments.segment}>
              {t(title)}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
