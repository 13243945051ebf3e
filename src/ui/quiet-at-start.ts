import styles from './quiet-at-start.module.css'

/** The class of a quiet button that may begin a line: its text starts below the text that it belongs to. */
export const quietAtStartClass: string = styles['atStart'] ?? ''
