import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './stack.module.css'

/** Stacks its children vertically, or with `row` horizontally with wrapping, with one gap. */
export const Stack = ({
  row = false,
  gap = 'm',
  className,
  ...rest
}: ComponentProps<'div'> & { row?: boolean; gap?: 's' | 'm' | 'l' }) => (
  <div {...rest} className={classNames(row ? styles.row : styles.column, styles[gap], className)} />
)
