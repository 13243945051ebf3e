import type { ComponentProps, ReactNode } from 'react'
import { LocaleLink } from '../locale-link.tsx'
import styles from './parent-link.module.css'

/** The link to the parent of a page, above its title. */
export const ParentLink = ({
  to,
  search,
  children,
}: Pick<ComponentProps<typeof LocaleLink>, 'to' | 'search'> & { children: ReactNode }) => (
  <LocaleLink viewTransition to={to} search={search} className={styles.link}>
    {children}
  </LocaleLink>
)
