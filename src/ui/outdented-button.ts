import styles from './outdented-button.module.css'

/** The class of a quiet button. At the start of a row, it is outdented by its padding, so that its text is aligned. */
export const outdentedButtonClass: string = styles['outdented'] ?? ''
