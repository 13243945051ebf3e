import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './admin.module.css'

/** What is known of a device, each with its name. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

/** `alarming`: it needs an admin's attention. */
export const Fact = ({
  name,
  alarming = false,
  children,
}: {
  name: string
  alarming?: boolean
  children: ReactNode
}) => (
  <div className={classNames(alarming && styles.alarming)}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
