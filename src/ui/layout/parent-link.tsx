import type { ReactNode } from 'react'
import { LocaleLink } from '../locale-link.tsx'
import styles from './parent-link.module.css'

/** The link to the parent of a page, above its title. */
export const ParentLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <LocaleLink viewTransition to={to} className={styles.link}>
    {children}
  </LocaleLink>
)
