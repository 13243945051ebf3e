import styles from './alone-link.module.css'

/** The class of a standalone link: large enough for a fingertip, unlike a link inside a sentence. */
export const aloneLink: string = styles['alone'] ?? ''
