import { useState } from 'react'
import { captionsOf, type Video } from '../../config/courses.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { minutesAndSeconds } from '../../lib/time/minutes-and-seconds.ts'
import { canPlay } from '../../platform/can-play.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './module-video.module.css'
import type { Watched } from '../../learning/module-records.ts'
import type { VideoFailure } from './use-video-failure.ts'
import { useVideoPosition } from './use-video-position.ts'

type Props = {
  video: Video
  title: string
  offline: boolean
  failed: VideoFailure | undefined
  /** Called when the video fails, and with undefined when it is tried again. */
  onFailed: (how: VideoFailure | undefined) => void
  /** Seconds; the position where the coach stopped last time. */
  startAt?: number | undefined
  onBegin: () => void
  /** Receives the segments that were watched. */
  onWatched: (watched: Watched) => void
  /** Receives the current position every few seconds; undefined at the end. */
  onPosition: (seconds: number | undefined) => void
}

/**
 * The video of a module with the captions of the locale. It resumes where the coach stopped. If it cannot be
 * played it shows why, and the rest of the module follows.
 */
export const ModuleVideo = ({
  video,
  title,
  offline,
  startAt = 0,
  failed,
  onFailed,
  ...listeners
}: Props) => {
  const t = useTranslate()
  const { code, language } = useLocale()
  const [tries, setTries] = useState(0)
  const position = useVideoPosition(startAt, listeners)
  const retry = () => {
    onFailed(undefined)
    setTries(tries + 1)
  }
  const playable = video.sources.filter(({ type }) => canPlay(type))

  if (failed === 'to play' || playable.length === 0)
    return <Notice tone="info">{t('courses.videoUnplayable')}</Notice>
  // Without a connection a retry is pointless.
  if (failed && offline) return <Notice tone="info">{t('courses.videoNotHere')}</Notice>
  if (failed) return <VideoMissing onRetry={retry} />
  return (
    <video
      key={tries}
      className={styles.video}
      poster={video.poster}
      aria-label={title}
      controls
      playsInline
      preload="metadata"
      width="1280"
      height="720"
      {...position}
      // An error of the element itself, not of a source: the connection was lost, or the loaded data cannot
      // be decoded.
      onError={({ currentTarget: { error } }) => {
        if (error) onFailed(error.code === MediaError.MEDIA_ERR_NETWORK ? 'to load' : 'to play')
      }}
    >
      {playable.map(({ src, type }) => (
        <source
          key={src}
          {...{ src, type }}
          // Only when the last source fails has every source failed to load.
          {...(src === playable.at(-1)?.src && { onError: () => onFailed('to load') })}
        />
      ))}
      <track
        kind="captions"
        src={captionsOf(video, code)}
        srcLang={language}
        label={t('courses.captions')}
        default
      />
    </video>
  )
}

/** Replaces the player on paper: its picture, its length, and where to watch it. */
export const VideoOnPaper = ({
  video: { poster, duration },
  address,
}: Pick<Props, 'video'> & {
  /** The page that plays it. */
  address: string
}) => {
  const t = useTranslate()
  return (
    <figure className={styles.onPaper} data-only="paper">
      <img src={poster} alt="" width="1280" height="720" />
      <figcaption>
        {[t('courses.video', { duration: minutesAndSeconds(duration) }), address].join(' · ')}
      </figcaption>
    </figure>
  )
}

const VideoMissing = ({ onRetry }: { onRetry: () => void }) => {
  const t = useTranslate()
  return (
    <Notice tone="info">
      <p>{t('courses.videoMissing')}</p>
      <div>
        <Button variant="secondary" onClick={onRetry}>
          {t('courses.videoRetry')}
        </Button>
      </div>
    </Notice>
  )
}
