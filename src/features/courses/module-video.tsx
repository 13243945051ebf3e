import { useRef, useState, type SyntheticEvent } from 'react'
import { captionsOf, type Video } from '../../config/courses.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './courses.module.css'

export type VideoAction = 'start' | 'complete'

/** seconds that are watched between two notes of the position: more often would only wear the disk */
const keptEvery = 5
/** seconds; who stopped so near the end begins anew */
const nearTheEnd = 3

/**
 * The video of a module with the captions of the locale; it goes on where the coach stopped. Without a connection it says
 * so, and the module goes on below.
 */
export const ModuleVideo = ({
  video,
  title,
  startAt = 0,
  onVideo,
  onPosition,
}: {
  video: Video
  title: string
  /** seconds; where the coach stopped the last time */
  startAt?: number | undefined
  onVideo: (action: VideoAction) => void
  /** Where the coach is now, every few seconds; undefined at the end. */
  onPosition: (seconds: number | undefined) => void
}) => {
  const t = useWords()
  const { code, language } = useLocale()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const told = useRef(new Set<VideoAction>())
  const position = useRef(startAt)

  const tell = (action: VideoAction) => {
    if (told.current.has(action)) return
    told.current.add(action)
    onVideo(action)
  }

  const goOn = ({ currentTarget: element }: SyntheticEvent<HTMLVideoElement>) => {
    if (position.current < element.duration - nearTheEnd) element.currentTime = position.current
  }
  const keep = (element: HTMLVideoElement, every = 0) => {
    if (element.ended || Math.abs(element.currentTime - position.current) < every) return
    position.current = element.currentTime
    onPosition(position.current)
  }
  const end = () => {
    position.current = 0
    onPosition(undefined)
    tell('complete')
  }

  if (failed) {
    const retry = () => {
      setFailed(false)
      setTries(tries + 1)
    }
    return (
      <Notice tone="info">
        <p>{t('courses.videoMissing')}</p>
        <div>
          <Button variant="secondary" onClick={retry}>
            {t('courses.videoRetry')}
          </Button>
        </div>
      </Notice>
    )
  }
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
      onLoadedMetadata={goOn}
      onPlay={() => tell('start')}
      onTimeUpdate={({ currentTarget }) => keep(currentTarget, keptEvery)}
      onPause={({ currentTarget }) => keep(currentTarget)}
      onEnded={end}
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
