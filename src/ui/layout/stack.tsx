import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './stack.module.css'

/** Children below each other, or with `row` beside each other and wrapping, at one distance. */
export const Stack = ({
  row = false,
  gap = 'm',
  className,
  ...rest
}: ComponentProps<'div'> & { row?: boolean; gap?: 's' | 'm' | 'l' }) => (
  <div {...rest} className={classNames(row ? styles.row : styles.column, styles[gap], className)} />
)
