import { useRef, useState } from 'react'
import type { Video } from '../../config/courses.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './courses.module.css'

export type VideoAction = 'start' | 'complete'

/** Captions lie beside the video, one file per locale: `training-1.pt-BR.vtt`. */
const captionsOf = (src: string, locale: string): string => src.replace(/\.\w+$/, `.${locale}.vtt`)

/** The video of a module with the captions of the locale. Without a connection it says so; the module goes on below. */
export const ModuleVideo = ({
  video,
  title,
  onVideo,
}: {
  video: Video
  title: string
  onVideo: (action: VideoAction) => void
}) => {
  const t = useWords()
  const { code, language } = useLocale()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const told = useRef(new Set<VideoAction>())

  const tell = (action: VideoAction) => {
    if (told.current.has(action)) return
    told.current.add(action)
    onVideo(action)
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
      onPlay={() => tell('start')}
      onEnded={() => tell('complete')}
    >
      {/* The last source that fails is the only one whose error says that nothing can be played. */}
      <source src={video.src} onError={() => setFailed(true)} />
      <track
        kind="captions"
        src={captionsOf(video.src, code)}
        srcLang={language}
        label={t('courses.captions')}
        default
      />
    </video>
  )
}
