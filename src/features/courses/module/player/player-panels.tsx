import { useId } from 'react'
import { useLocale } from '../../../../i18n/use-locale.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { formatMinutesAndSeconds } from '../../../../lib/time/minutes-and-seconds.ts'
import { captionSizes } from '../../../../ui/captions/caption-band.tsx'
import { SegmentedControl } from '../../../../ui/form/segmented-control.tsx'
import type { Chapter } from './video-chapters.ts'
import styles from './player-panels.module.css'
import { speeds, type PlayerPreferences } from './player-preferences.ts'

/** Lists the chapters of a video. A click jumps to the beginning of the chapter. */
export const ChapterList = ({
  chapters,
  time,
  onSeek,
}: {
  chapters: readonly Chapter[]
  /** In seconds. */
  time: number
  onSeek: (seconds: number) => void
}) => {
  // `time` is rounded down to a quarter of a second: after a jump, it may be just before the chapter.
  const current = chapters.findLast(({ from }) => from < time + 0.25)
  return (
    <ol className={styles.chapters}>
      {chapters.map((chapter) => (
        <li key={chapter.from}>
          <button
            type="button"
            className={styles.chapter}
            aria-current={chapter === current ? 'true' : undefined}
            onClick={() => onSeek(chapter.from)}
          >
            <span className={styles.time}>{formatMinutesAndSeconds(Math.floor(chapter.from))}</span>
            <span>{chapter.title}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The settings for the speed of the video and the size of its captions. */
export const PlayerSettings = ({
  preferences: { speed, captionSize },
  onChange,
}: {
  preferences: PlayerPreferences
  onChange: (changed: Partial<PlayerPreferences>) => void
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  const id = useId()
  const formatSpeed = (value: number) => `${value.toLocaleString(code)}×`
  return (
    <div className={styles.settings}>
      <div>
        <p aria-hidden="true">{t('player.speed')}</p>
        <SegmentedControl
          legend={t('player.speed')}
          name={`${id}speed`}
          options={speeds.map((value) => ({ value: `${value}`, label: formatSpeed(value) }))}
          chosen={`${speed}`}
          // `chosen` is always one of the speeds. `?? 1` is only for the types.
          onChange={(chosen) => onChange({ speed: speeds.find((value) => `${value}` === chosen) ?? 1 })}
        />
      </div>
      <div>
        <p aria-hidden="true">{t('player.size')}</p>
        <SegmentedControl
          legend={t('player.size')}
          name={`${id}size`}
          options={captionSizes.map((value) => ({ value, label: t(`player.sizes.${value}`) }))}
          chosen={captionSize}
          onChange={(size) => onChange({ captionSize: size })}
        />
      </div>
    </div>
  )
}
