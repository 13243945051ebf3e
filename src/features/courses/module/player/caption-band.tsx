import { useTranslate } from '../../../../i18n/use-translate.ts'
import styles from './caption-band.module.css'
import type { PlayerPreferences } from './player-preferences.ts'

/**
 * The captions below the picture. All sentences are rendered in the same place, so that the band is as high
 * as the longest one and nothing moves when another one is shown.
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
  /** Whether the empty band shows a hint about its purpose. */
  withHint: boolean
}) => {
  const t = useTranslate()
  return (
    <div className={styles.band} data-size={size}>
      <p className={styles.hint} data-shown={(withHint && current === undefined) || undefined}>
        {t('player.hint')}
      </p>
      {sentences.map((sentence, index) => (
        // The index is a safe key: the order never changes, and two sentences may be the same.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} data-shown={index === current || undefined}>
          {sentence}
        </p>
      ))}
    </div>
  )
}
