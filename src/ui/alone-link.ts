import styles from './alone-link.module.css'

/** The class of a link that stands alone: as high as a fingertip, unlike one inside a sentence. */
export const aloneLink: string = styles['alone'] ?? ''
