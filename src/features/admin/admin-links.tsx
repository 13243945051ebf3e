import { useEffect, useRef } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import segments from '../../ui/form/segments.module.css'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './admin.module.css'

const pages = [
  { to: 'admin/programme', title: 'admin.tabs.programme' },
  { to: 'admin/sync', title: 'admin.tabs.sync' },
  { to: 'admin/health', title: 'admin.tabs.health' },
  { to: 'admin/rescue', title: 'admin.tabs.rescue' },
  { to: 'admin/delete-account', title: 'admin.tabs.delete' },
] as const

/** Links to the pages for admins. */
export const AdminLinks = () => {
  const t = useTranslate()
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
        {pages.map(({ to, title }) => (
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
