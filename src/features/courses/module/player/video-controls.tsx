import { useState, type ReactNode } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { formatMinutesAndSeconds } from '../../../../lib/time/minutes-and-seconds.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { ChapterList, PlayerSettings } from './player-panels.tsx'
import type { PlayerPreferences } from './player-preferences.ts'
import type { Playback } from './use-playback.ts'
import type { Chapter } from './video-chapters.ts'
import { VideoSlider } from './video-slider.tsx'
import styles from './video-controls.module.css'

/** How far the button "back" moves the position. Its icon shows this number. */
const backSeconds = 10

/** Scrolls to an opened panel. It opens below the controls, often below the end of the screen. */
const scrollToPanel = (panel: HTMLElement | null): void => panel?.scrollIntoView({ block: 'nearest' })

/** Icons that are drawn as outlines, on a grid of 24 by 24. */
const outlines = {
  again: 'M4.2 9.2A8.5 8.5 0 1 1 3.5 12.5M4 4.2v5h5',
  back: 'M4.2 9.2A8.5 8.5 0 1 1 3.5 12.5M4 4.2v5h5',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  leaveFullScreen: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  noSound: 'M4 9.5h3.5L12 6v12l-4.5-3.5H4zM16 10l4.5 4.5M20.5 10L16 14.5',
  captions: 'M4 5.5h16v13H4zM7 14.5h5M14.5 14.5H17M7 11h2.5M12 11h5',
  narration: 'M4 9.5h3.5L12 6v12l-4.5-3.5H4zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11',
  chapters: 'M9 6.5h11M9 12h11M9 17.5h11M4 6.5h.01M4 12h.01M4 17.5h.01',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4',
} as const

/** Icons that are filled, on the same grid. */
const shapes = {
  play: 'M8 5.2v13.6a.8.8 0 0 0 1.2.7l11-6.8a.8.8 0 0 0 0-1.4l-11-6.8a.8.8 0 0 0-1.2.7z',
  pause: 'M6.5 5h3.6v14H6.5zM13.9 5h3.6v14h-3.6z',
} as const

type IconName = keyof typeof outlines | keyof typeof shapes

const isShape = (name: IconName): name is keyof typeof shapes => name in shapes

/** The icon of a control. Screen readers ignore it, because the control has a name in words. */
const PlayerIcon = ({ name, size = 24 }: { name: IconName; size?: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    {isShape(name) ? (
      <path d={shapes[name]} fill="currentColor" />
    ) : (
      <path
        d={outlines[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    )}
    {name === 'back' && (
      <text x="12.1" y="15.6" fontSize="8.5" fontWeight="800" textAnchor="middle" fill="currentColor">
        {backSeconds}
      </text>
    )}
  </svg>
)

/** A button that shows only an icon. `children` replaces the icon, for example by a spinner. */
const IconButton = ({
  name,
  label,
  className,
  onClick,
  children,
}: {
  name: IconName
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
  name: IconName
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

type Props = {
  playback: Playback
  /** In seconds. */
  duration: number
  chapters: readonly Chapter[]
  preferences: PlayerPreferences
  onPreferences: (changed: Partial<PlayerPreferences>) => void
  /** `toggle` is undefined if the browser has no full screen. */
  fullScreen: { isFullScreen: boolean; toggle: (() => void) | undefined }
  /** Whether the coach has turned narration on although the device has no voice for it. */
  isVoiceMissing: boolean
}

/** The controls below a video: its position, buttons to play and seek, and the settings. */
export const VideoControls = (props: Props) => {
  const { playback, duration, chapters, preferences, onPreferences, fullScreen, isVoiceMissing } = props
  const t = useTranslate()
  /** The open panel, if any. */
  const [panel, setPanel] = useState<'chapters' | 'settings'>()
  const { time, isPlaying, hasEnded, isLoading, toggle, seek, skip } = playback
  const startAction = hasEnded ? 'again' : 'play'
  const action = isPlaying ? 'pause' : startAction
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
