import { useState, type ReactNode } from 'react'
import { videos, sampleModule, toCaptionsPath } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { ModuleContent } from '../../i18n/module-content.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { CaptionBand } from '../../ui/captions/caption-band.tsx'
import { useCaptions } from '../../ui/captions/use-captions.ts'
import { classNames } from '../../ui/class-names.ts'
import { getCheckVerdict } from '../../ui/form/check-verdict.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import prose from '../../ui/layout/prose.module.css'
import { useEventValue } from '../../ui/use-event-value.ts'
import styles from './home.module.css'

const steps = ['watch', 'understand', 'run', 'check', 'reflect'] as const

/** A step of a module, as the app shows it on a phone: its number and name, and its content. */
const Step = ({ step, children }: { step: (typeof steps)[number]; children: ReactNode }) => {
  const t = useTranslate()
  const number = steps.indexOf(step) + 1
  return (
    <div className={styles.step}>
      <p className={styles.stepName}>
        <span>{t('steps.number', { step: number, count: steps.length })}</span>
        <strong>{t(`steps.${step}`)}</strong>
      </p>
      <div className={styles.bar} aria-hidden="true">
        {steps.map((other) => (
          <span key={other} className={classNames(other === step && styles.current)} />
        ))}
      </div>
      {children}
    </div>
  )
}

/** On an iPhone, this marks a video in full screen. Other browsers have `fullscreenElement`. */
type VideoOnIphone = HTMLVideoElement & { webkitDisplayingFullscreen?: boolean }

const playEvents = ['play', 'pause', 'ended', 'seeked']
const fullScreenEvents = ['fullscreenchange', 'webkitbeginfullscreen', 'webkitendfullscreen']

const getMessage = ({ paused, ended }: HTMLVideoElement) => {
  if (ended) return 'player.ended'
  return paused ? 'player.hint' : undefined
}

const trackEvents = ['change']

/**
 * The video of a module in the browser's own player, which also plays before the app has loaded. Until then,
 * and in full screen, the browser draws the captions over it, and the band keeps its place. The browser's
 * button for captions also hides those in the band.
 */
const SampleVideo = ({ title, sentences }: { title: string; sentences: readonly string[] }) => {
  const t = useTranslate()
  const { code, language } = useLocale()
  const [element, setElement] = useState<VideoOnIphone | null>(null)
  const [track, setTrack] = useState<HTMLTrackElement | null>(null)
  const isFullScreen = useEventValue(
    element,
    fullScreenEvents,
    (shown) => document.fullscreenElement === shown || shown.webkitDisplayingFullscreen === true,
    false,
  )
  const { cues, currentIndex } = useCaptions(track)
  const isOn = useEventValue(
    element?.textTracks,
    trackEvents,
    ([captions]) => captions?.mode === 'showing',
    true,
  )
  const message = useEventValue(element, playEvents, getMessage, 'player.hint')
  const video = videos.find(({ id }) => id === sampleModule)
  if (!video) return null
  return (
    <>
      <div
        className={styles.film}
        data-only="screen"
        data-captions={element && !isFullScreen ? 'below' : undefined}
      >
        <video
          ref={setElement}
          poster={video.poster}
          aria-label={title}
          controls
          playsInline
          preload="none"
          width="1280"
          height="720"
        >
          {video.sources.map(({ src, type }) => (
            <source key={src} src={src} type={type} />
          ))}
          <track
            ref={setTrack}
            kind="captions"
            src={toCaptionsPath(video, code)}
            srcLang={language}
            label={t('courses.captions')}
            default
          />
        </video>
        <CaptionBand
          sentences={cues.length > 0 ? cues.map(({ text }) => text) : sentences}
          currentIndex={isOn ? currentIndex : undefined}
          size="normal"
          message={isOn ? message : undefined}
        />
      </div>
      {/* On paper, the poster replaces the video. */}
      <img src={video.poster} alt="" width="1280" height="720" data-only="paper" />
    </>
  )
}

/** Two steps of a real module, which a visitor can take without an account: its video, and a question. */
export const ModuleSample = ({ courses, lesson }: { courses: CourseCatalogue; lesson: ModuleContent }) => {
  const t = useTranslate()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const module = courses['training']?.modules[sampleModule]
  // `c1` is the id of the module's first question that checks what a coach has learned.
  const question = module?.survey['c1']
  // Its right option, and the feedback by option.
  const check = lesson.checks['c1']
  if (!module || !question || !check) return null
  return (
    <section className={styles.section} aria-labelledby="module">
      <div className={classNames(styles.words, prose.prose)}>
        <h2 id="module">{t('home.moduleTitle')}</h2>
        <p>{t('home.moduleBody')}</p>
      </div>
      <div className={styles.steps}>
        <Step step="watch">
          <SampleVideo title={module.title} sentences={lesson.transcript.flatMap(({ lines }) => lines)} />
          <h3>{module.title}</h3>
          <p>{module.summary}</p>
        </Step>
        <Step step="check">
          <ChoiceGroup
            name="sample"
            legend={question.question}
            options={Object.entries(question.options ?? {}).map(([value, label]) => ({ value, label }))}
            chosen={chosen}
            getVerdict={(option) => getCheckVerdict(check, option)}
            onChange={setChosen}
          />
        </Step>
      </div>
    </section>
  )
}
