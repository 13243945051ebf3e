import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './caption-band.module.css'

export const captionSizes = ['normal', 'large', 'largest'] as const
type CaptionSize = (typeof captionSizes)[number]

/**
 * The captions below the video. All sentences are rendered in the same place, and only the current one is
 * visible. So the band is as high as the longest sentence, and nothing moves when the sentence changes.
 */
export const CaptionBand = ({
  sentences,
  currentIndex,
  size,
  message,
}: {
  sentences: readonly string[]
  /** The index of the sentence to show. */
  currentIndex: number | undefined
  size: CaptionSize
  /** What the band shows while there is no sentence: its purpose, or that the video has ended. */
  message: 'player.hint' | 'player.ended' | undefined
}) => {
  const t = useTranslate()
  const shownMessage = currentIndex === undefined ? message : undefined
  return (
    <div className={styles.band} data-size={size}>
      <p className={styles.hint} data-shown={shownMessage === 'player.hint' || undefined}>
        {t('player.hint')}
      </p>
      <p data-shown={shownMessage === 'player.ended' || undefined}>{t('player.ended')}</p>
      {sentences.map((sentence, index) => (
        // The index is a safe key: the order never changes, and two sentences may be the same.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} data-shown={index === currentIndex || undefined}>
          {sentence}
        </p>
      ))}
    </div>
  )
}
