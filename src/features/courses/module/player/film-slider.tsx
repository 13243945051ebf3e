import { useState, type CSSProperties } from 'react'
import { useLocale } from '../../../../i18n/use-locale.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import type { Chapter } from './film-chapters.ts'
import styles from './film-slider.module.css'

/** Says a length of time in words: `1 minute 20 seconds`. */
const toWords = (seconds: number, locale: string): string => {
  const format = (value: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  const minutes = Math.floor(seconds / 60)
  const rest = Math.floor(seconds % 60)
  return [minutes > 0 && format(minutes, 'minute'), (rest > 0 || minutes === 0) && format(rest, 'second')]
    .filter(Boolean)
    .join(' ')
}

const toPercent = (part: number): string => `${(part * 100).toFixed(2)}%`

/** The position in a film, which the coach can move. Gaps in the line are the beginnings of chapters. */
export const FilmSlider = ({
  time,
  duration,
  chapters,
  onSeek,
}: {
  /** In seconds. */
  time: number
  duration: number
  chapters: readonly Chapter[]
  onSeek: (seconds: number) => void
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  /** The film moves a moment after the thumb. Until then the thumb stays where the coach has put it. */
  const [moved, setMoved] = useState<{ from: number; to: number }>()
  const shown = moved?.from === time ? moved.to : time
  const played: CSSProperties & Record<'--played', string> = {
    '--played': toPercent(Math.min(shown / duration, 1)),
  }
  return (
    <div className={styles.slider} style={played}>
      <div className={styles.line} aria-hidden="true">
        {chapters.slice(1).map(({ from }) => (
          <span key={from} style={{ insetInlineStart: toPercent(from / duration) }} />
        ))}
      </div>
      <input
        type="range"
        min="0"
        max={duration}
        step="0.1"
        value={shown}
        aria-label={t('player.slider')}
        aria-valuetext={t('player.position', {
          position: toWords(shown, code),
          duration: toWords(duration, code),
        })}
        onChange={({ currentTarget: { valueAsNumber: to } }) => {
          setMoved({ from: time, to })
          onSeek(to)
        }}
      />
    </div>
  )
}
