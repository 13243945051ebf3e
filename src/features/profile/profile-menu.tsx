import { useEffect, useId, useRef, type ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './profile-menu.module.css'
import { getRowLink, rowGroups, type PageRow } from './profile-rows.ts'
import { rowIcons } from './row-icons.tsx'

/** A row of the menu. The area of admins is no part of the profile, and the header links to it. */
type MenuRow = Exclude<PageRow, 'admin'>

const isMenuRow = (row: (typeof rowGroups)[number]['rows'][number]): row is MenuRow =>
  row !== 'admin' && row !== 'signOut' && row !== 'signOutEverywhere'

type GroupProps = { title: MessageId | undefined; rows: readonly MenuRow[]; current: MenuRow }

const MenuGroup = ({ title, rows, current }: GroupProps) => {
  const t = useTranslate()
  const id = useId()
  return (
    <div className={styles.group}>
      {title !== undefined && (
        // Not a heading, because the menu comes before the heading of the page.
        <p id={id} className={styles.title}>
          {t(title)}
        </p>
      )}
      <ul className={styles.rows} aria-labelledby={title === undefined ? undefined : id}>
        {rows.map((row) => {
          const { label, ...link } = getRowLink(row, t)
          return (
            <li key={row}>
              <LocaleLink
                {...link}
                className={styles.row}
                aria-current={row === current ? 'page' : undefined}
              >
                <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
                  {rowIcons[row]}
                </svg>
                <span>{label}</span>
              </LocaleLink>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const ProfileMenu = ({ current }: Pick<GroupProps, 'current'>) => {
  const t = useTranslate()
  const menu = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a low screen, the row of the page may be below the end of the menu. Scrolls the menu, but not the page.
    const row = menu.current?.querySelector<HTMLElement>('[aria-current]')
    if (row)
      menu.current?.scrollTo({ top: row.offsetTop - menu.current.clientHeight / 2, behavior: 'instant' })
  }, [])
  return (
    <nav ref={menu} className={styles.menu} aria-label={t('profile.title')}>
      {rowGroups
        .map(({ title, rows }) => ({ title, rows: rows.filter(isMenuRow) }))
        .filter(({ rows }) => rows.length > 0)
        .map((group) => (
          <MenuGroup key={group.rows[0]} {...group} current={current} />
        ))}
    </nav>
  )
}

type Props = {
  /** The row of the page, or undefined for a page without the menu. */
  current: MenuRow | undefined
  children: ReactNode
}

/** A page below the profile. On a wide screen, the menu of these pages is beside it. */
export const BesideProfileMenu = ({ current, children }: Props) => (
  <div className={current && styles.layout}>
    {current && <ProfileMenu current={current} />}
    {children}
  </div>
)
