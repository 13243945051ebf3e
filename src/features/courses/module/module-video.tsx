import { useState, type ReactNode } from 'react'
import type { Video } from '../../../config/courses.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { WatchedPart } from '../../../learning/module-records.ts'
import { formatMinutesAndSeconds } from '../../../lib/time/minutes-and-seconds.ts'
import { canPlay } from '../../../platform/can-play.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { NoConnectionIcon } from '../../../ui/pictures/no-connection-icon.tsx'
import styles from './module-video.module.css'
import type { Scenes } from './player/video-chapters.ts'
import { VideoPlayer } from './player/video-player.tsx'
import type { VideoFailure } from './use-video-failure.ts'
import { useVideoPosition } from './use-video-position.ts'

type Props = {
  video: Video
  title: string
  /** The spoken sentences, scene by scene. */
  scenes: Scenes
  isOffline: boolean
  failure: VideoFailure | undefined
  /** Called when the video fails, and with undefined when the coach tries again. */
  onFailure: (failure: VideoFailure | undefined) => void
  /** In seconds: where the coach stopped last time. */
  startAt?: number | undefined
  /** Called when the video plays for the first time. */
  onStart: () => void
  /** Called with the segments that were watched. */
  onWatched: (watched: WatchedPart) => void
  /** Called with the current position every few seconds, and with undefined at the end. */
  onPosition: (seconds: number | undefined) => void
}

/**
 * Takes the place of a video that could not be loaded: its poster, which most devices store, with a sign, and below
 * it why (`children`). A dark area stands in for a poster that is missing too.
 */
const VideoNotLoaded = ({ poster, children }: { poster: string; children: ReactNode }) => (
  <div className={styles.notLoaded}>
    <div className={styles.poster}>
      <img src={poster} alt="" width="1280" height="720" />
      <NoConnectionIcon className={styles.sign} />
    </div>
    <div className={styles.why}>{children}</div>
  </div>
)

/**
 * Replaces the player on paper: shows the poster, the length, and the URL of the page that plays the video.
 */
export const VideoOnPaper = ({
  video: { poster, duration },
  pageUrl,
}: Pick<Props, 'video'> & {
  /** The page that plays it. */
  pageUrl: string
}) => {
  const t = useTranslate()
  return (
    <figure className={styles.onPaper} data-only="paper">
      <img src={poster} alt="" width="1280" height="720" />
      <figcaption>
        {[t('courses.video', { duration: formatMinutesAndSeconds(duration) }), pageUrl].join(' · ')}
      </figcaption>
    </figure>
  )
}

/**
 * The video of a module with the captions of the locale. It resumes where the coach stopped. If it cannot be
 * played, a notice says why, and the coach can go on with the rest of the module.
 */
export const ModuleVideo = ({
  video,
  title,
  scenes,
  isOffline,
  startAt = 0,
  failure,
  onFailure,
  ...listeners
}: Props) => {
  const t = useTranslate()
  /** A new key creates a new player, which loads the video again. */
  const [attempt, setAttempt] = useState(1)
  const positionHandlers = useVideoPosition(startAt, listeners)
  const retry = () => {
    onFailure(undefined)
    setAttempt(attempt + 1)
  }
  const playableSources = video.sources.filter(({ type }) => canPlay(type))

  if (failure === 'playback' || playableSources.length === 0)
    return <Notice tone="info">{t('courses.videoUnplayable')}</Notice>
  // While the browser is offline, a retry would fail too, so none is offered.
  if (failure)
    return (
      <VideoNotLoaded poster={video.poster}>
        <output>{t(isOffline ? 'courses.videoNotHere' : 'courses.videoMissing')}</output>
        {!isOffline && (
          <Button variant="secondary" onClick={retry}>
            {t('courses.videoRetry')}
          </Button>
        )}
      </VideoNotLoaded>
    )
  return (
    <VideoPlayer
      key={attempt}
      film={video}
      sources={playableSources}
      title={title}
      scenes={scenes}
      onSourceError={() => onFailure('loading')}
      videoProps={{
        ...positionHandlers,
        // An error of the element itself, not of a source: the connection was lost, or the loaded data cannot
        // be decoded.
        onError: ({ currentTarget: { error } }) => {
          if (error) onFailure(error.code === MediaError.MEDIA_ERR_NETWORK ? 'loading' : 'playback')
        },
      }}
    />
  )
}
