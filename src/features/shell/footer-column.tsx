import { useId } from 'react'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './footer.module.css'

type FooterLink = { to: string; label: string; hash?: string }

/** One titled list of links. */
export const FooterColumn = ({ title, links }: { title: string; links: readonly FooterLink[] }) => {
  const id = useId()
  return (
    <div>
      <h2 id={id} className={styles.columnTitle}>
        {title}
      </h2>
      <ul className={styles.column} aria-labelledby={id}>
        {links.map(({ to, label, hash }) => (
          <li key={label}>
            <LocaleLink to={to} {...(hash && { hash })}>
              {label}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
