import { useState, type ReactNode } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { formatMinutesAndSeconds } from '../../../../lib/time/minutes-and-seconds.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import type { Chapter } from './video-chapters.ts'
import { VideoSlider } from './video-slider.tsx'
import { PlayerIcon, type PlayerIconName } from './player-icon.tsx'
import { ChapterList, PlayerSettings } from './player-panels.tsx'
import type { PlayerPreferences } from './player-preferences.ts'
import type { Playback } from './use-playback.ts'
import styles from './video-controls.module.css'

const backSeconds = 10

/** Scrolls to an opened panel. It opens below the controls, often below the end of the screen. */
const scrollToPanel = (panel: HTMLElement | null): void => panel?.scrollIntoView({ block: 'nearest' })

type Props = {
  playback: Playback
  /** In seconds. */
  duration: number
  chapters: readonly Chapter[]
  preferences: PlayerPreferences
  onPreferences: (changed: Partial<PlayerPreferences>) => void
  fullScreen: { isFullScreen: boolean; toggle: (() => void) | undefined }
  /** Whether the coach has turned narration on although the device has no voice for it. */
  isVoiceMissing: boolean
}

/** The controls below a video: its position, buttons to play and seek, and the settings. */
export const VideoControls = ({
  playback,
  duration,
  chapters,
  fullScreen,
  isVoiceMissing,
  ...rest
}: Props) => {
  const { preferences, onPreferences } = rest
  const t = useTranslate()
  const [panel, setPanel] = useState<'chapters' | 'settings'>()
  const { time, isPlaying, hasEnded, isLoading, toggle, seek, skip } = playback
  const action = isPlaying ? 'pause' : hasEnded ? 'again' : 'play'
  const getPanelToggleProps = (name: 'chapters' | 'settings') => ({
    'aria-expanded': panel === name,
    onClick: () => setPanel(panel === name ? undefined : name),
  })
  return (
    <div className={styles.controls}>
      <VideoSlider time={time} duration={duration} chapters={chapters} onSeek={seek} />
      <div className={styles.row}>
        <IconButton name={action} label={t(`player.${action}`)} className={styles.main} onClick={toggle}>
          {isLoading && <Spinner />}
        </IconButton>
        <IconButton name="back" label={t('player.back')} onClick={() => skip(-backSeconds)} />
        <div className={styles.state}>
          <span className={styles.time}>
            {`${formatMinutesAndSeconds(Math.floor(time))} / ${formatMinutesAndSeconds(duration)}`}
          </span>
          {/* No video has sound (decision 045). */}
          <span className={styles.sound}>
            <PlayerIcon name="noSound" size={16} />
            <span>{t('player.noSound')}</span>
          </span>
        </div>
        {fullScreen.toggle && (
          <IconButton
            name={fullScreen.isFullScreen ? 'leaveFullScreen' : 'fullScreen'}
            label={t(fullScreen.isFullScreen ? 'player.leaveFullScreen' : 'player.fullScreen')}
            className={styles.last}
            onClick={fullScreen.toggle}
          />
        )}
      </div>
      <div className={styles.tools}>
        <div className={styles.pair}>
          <Tool
            name="captions"
            label={t('courses.captions')}
            aria-pressed={preferences.captions}
            onClick={() => onPreferences({ captions: !preferences.captions })}
          />
          <Tool
            name="narration"
            label={t('player.narration')}
            aria-pressed={preferences.narration}
            onClick={() => onPreferences({ narration: !preferences.narration })}
          />
        </div>
        <div className={styles.pair}>
          {chapters.length > 0 && (
            <Tool name="chapters" label={t('player.chapters')} {...getPanelToggleProps('chapters')} />
          )}
          <Tool name="settings" label={t('player.settings')} {...getPanelToggleProps('settings')} />
        </div>
      </div>
      <output className={styles.note}>{isVoiceMissing && <span>{t('player.noVoice')}</span>}</output>
      {panel && (
        <div className={styles.panel} ref={scrollToPanel}>
          {panel === 'chapters' ? (
            <ChapterList chapters={chapters} time={time} onSeek={seek} />
          ) : (
            <PlayerSettings preferences={preferences} onChange={onPreferences} />
          )}
        </div>
      )}
    </div>
  )
}

const IconButton = ({
  name,
  label,
  className,
  onClick,
  children,
}: {
  name: PlayerIconName
  label: string
  className?: string | undefined
  onClick: () => void
  children?: ReactNode
}) => (
  <button
    type="button"
    className={classNames(styles.button, className)}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    {children || <PlayerIcon name={name} size={28} />}
  </button>
)

/** A button with an icon and a name. It turns something on or off, or opens a panel. */
const Tool = ({
  name,
  label,
  ...state
}: {
  name: PlayerIconName
  label: string
  'aria-pressed'?: boolean
  'aria-expanded'?: boolean
  onClick: () => void
}) => (
  <button type="button" className={classNames(styles.button, styles.tool)} {...state}>
    <PlayerIcon name={name} />
    <span>{label}</span>
  </button>
)
