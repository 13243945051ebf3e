import type { ReactNode } from 'react'
import styles from './dialog.module.css'

/**
 * The buttons of a sheet (`dialog.tsx`), the main one first. They stay in view while the content scrolls. Not
 * beside the dialog, because pages with a form load that file before the form can be sent.
 */
export const SheetActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
