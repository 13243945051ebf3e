import { useTranslate } from '../../../../i18n/use-translate.ts'
import styles from './caption-band.module.css'
import type { PlayerPreferences } from './player-preferences.ts'

/**
 * The captions below the picture. All of them lie in one place, so that the band is as high as the longest and
 * nothing moves when they change.
 */
export const CaptionBand = ({
  sentences,
  current,
  size,
  withHint,
}: {
  sentences: readonly string[]
  /** The index of the sentence to show. */
  current: number | undefined
  size: PlayerPreferences['captionSize']
  /** Whether the band says what it is for, while it is empty. */
  withHint: boolean
}) => {
  const t = useTranslate()
  return (
    <div className={styles.band} data-size={size}>
      <p className={styles.hint} data-shown={(withHint && current === undefined) || undefined}>
        {t('player.hint')}
      </p>
      {sentences.map((sentence, index) => (
        // Two sentences may be the same, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} data-shown={index === current || undefined}>
          {sentence}
        </p>
      ))}
    </div>
  )
}
