import styles from './row-arrow.module.css'

/** The class of a row that leads to another page: it ends with an arrow. The row is a flex container. */
export const rowArrowClass: string = styles['arrow'] ?? ''
