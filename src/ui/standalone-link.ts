import styles from './standalone-link.module.css'

/** The class of a standalone link: large enough for a fingertip, unlike a link inside a sentence. */
export const standaloneLinkClass: string = styles['alone'] ?? ''
