import { useState, type CSSProperties } from 'react'
import { useLocale } from '../../../../i18n/use-locale.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import type { Chapter } from './video-chapters.ts'
import styles from './video-slider.module.css'

/** Formats a duration in words: `1 minute 20 seconds`. */
const formatDuration = (seconds: number, locale: string): string => {
  const format = (value: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  const minutes = Math.floor(seconds / 60)
  const restSeconds = Math.floor(seconds % 60)
  const parts: string[] = []
  if (minutes > 0) parts.push(format(minutes, 'minute'))
  if (restSeconds > 0 || minutes === 0) parts.push(format(restSeconds, 'second'))
  return parts.join(' ')
}

/** Formats a share, for example 0.5, for CSS. */
const toPercent = (share: number): string => `${(share * 100).toFixed(2)}%`

/** A slider for the position in a video. Gaps in its line mark where chapters begin. */
export const VideoSlider = ({
  time,
  duration,
  chapters,
  onSeek,
}: {
  /** In seconds, like `duration`. */
  time: number
  duration: number
  chapters: readonly Chapter[]
  onSeek: (seconds: number) => void
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  /**
   * Where the coach has dragged the thumb. The time of the video follows later: while it is still `from`, the
   * thumb stays at `to`.
   */
  const [pendingSeek, setPendingSeek] = useState<{ from: number; to: number }>()
  // React allows setting state while rendering. Without this, the thumb would jump to `to` again when the
  // video is at `from` the next time.
  if (pendingSeek && pendingSeek.from !== time) setPendingSeek(undefined)
  const shownTime = pendingSeek?.from === time ? pendingSeek.to : time
  const style: CSSProperties & Record<'--played', string> = {
    '--played': toPercent(Math.min(shownTime / duration, 1)),
  }
  return (
    <div className={styles.slider} style={style}>
      <div className={styles.line} aria-hidden="true">
        {/* The first chapter begins at the start of the line. */}
        {chapters.slice(1).map(({ from }) => (
          <span key={from} style={{ insetInlineStart: toPercent(from / duration) }} />
        ))}
      </div>
      <input
        type="range"
        min="0"
        max={duration}
        step="0.1"
        value={shownTime}
        aria-label={t('player.slider')}
        aria-valuetext={t('player.position', {
          position: formatDuration(shownTime, code),
          duration: formatDuration(duration, code),
        })}
        onChange={({ currentTarget: { valueAsNumber: to } }) => {
          setPendingSeek({ from: time, to })
          onSeek(to)
        }}
      />
    </div>
  )
}
