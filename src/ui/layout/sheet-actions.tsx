import type { ReactNode } from 'react'
import styles from './dialog.module.css'

/**
 * The buttons of a sheet (`dialog.tsx`), the main one first. They stay in view while the content scrolls. This file
 * is separate, because pages with a form load `dialog.tsx` before the form can be sent.
 */
export const SheetActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
