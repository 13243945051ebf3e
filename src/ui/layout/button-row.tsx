import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './button-row.module.css'
import { Stack } from './stack.tsx'

/** Buttons next to each other. On a phone they fill the whole width, stacked if necessary. */
export const ButtonRow = ({ className, ...rest }: ComponentProps<'div'>) => (
  <Stack {...rest} row gap="s" className={classNames(styles.buttons, className)} />
)
