import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './card.module.css'

/** A raised surface for related content. */
export const Card = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={classNames(styles.card, className)} />
)
