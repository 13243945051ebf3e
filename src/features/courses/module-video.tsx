import { useState } from 'react'
import { captionsOf, type Video } from '../../config/courses.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './module-video.module.css'
import { useVideoPosition, type VideoAction } from './use-video-position.ts'

type Props = {
  video: Video
  title: string
  /** seconds; where the coach stopped the last time */
  startAt?: number | undefined
  onVideo: (action: VideoAction) => void
  /** Where the coach is now, every few seconds; undefined at the end. */
  onPosition: (seconds: number | undefined) => void
}

/**
 * The video of a module with the captions of the locale; it resumes where the coach stopped. Without a connection it
 * says so, and the rest of the module follows.
 */
export const ModuleVideo = ({ video, title, startAt = 0, ...listeners }: Props) => {
  const t = useTranslate()
  const { code, language } = useLocale()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const position = useVideoPosition(startAt, listeners)
  const retry = () => {
    setFailed(false)
    setTries(tries + 1)
  }

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
    >
      {/* The last source that fails is the only one whose error says that nothing can be played. */}
      <source src={video.src} onError={() => setFailed(true)} />
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
