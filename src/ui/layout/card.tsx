import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { classNames } from '../class-names.ts'

/** A raised surface for related content. */
export const Card = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={classNames(styles.card, className)} />
)
