import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { toCaptionsPath, type Video, type VideoSource } from '../../../../config/courses.ts'
import { useLocale } from '../../../../i18n/use-locale.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { CaptionBand } from './caption-band.tsx'
import { findChapters, type Scenes } from './film-chapters.ts'
import type { Speech } from './narrator.ts'
import { usePlayerPreferences } from './player-preferences.ts'
import { useCaptions } from './use-captions.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useNarration } from './use-narration.ts'
import { usePlayback, type Playback } from './use-playback.ts'
import { VideoControls } from './video-controls.tsx'
import styles from './video-player.module.css'

/** In seconds, an arrow key. */
const stepBy = 5

/** Keys for the whole player. A control that uses a key itself comes first. */
const handleKey = ({ toggle, skip }: Playback, event: KeyboardEvent): void => {
  const { target, key, repeat } = event
  if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return
  const isOption = target.matches('[type=radio]')
  const isSlider = target.matches('[type=range]')
  const actions: Record<string, (() => void) | false> = {
    k: !repeat && toggle,
    ' ': !repeat && !isOption && !target.matches('button') && toggle,
    ArrowLeft: !isOption && (() => skip(-stepBy)),
    ArrowRight: !isOption && (() => skip(stepBy)),
    ArrowDown: isSlider && (() => skip(-stepBy)),
    ArrowUp: isSlider && (() => skip(stepBy)),
  }
  const action = actions[key]
  if (!action) return
  event.preventDefault()
  action()
}

type Props = {
  film: Video
  /** The formats that this browser plays. */
  sources: readonly VideoSource[]
  title: string
  /** What is said in the film. */
  scenes: Scenes
  /** Called if the last source cannot be loaded. */
  onSourceError: () => void
  /** Handlers of the video's events. */
  videoProps: ComponentProps<'video'>
  speech?: Speech | undefined
}

/**
 * A film with controls of our own: captions stay below the picture, so that nothing covers who is in it, and
 * the voice of the device can read them aloud.
 */
export const VideoPlayer = ({
  film,
  sources,
  title,
  scenes,
  onSourceError,
  videoProps,
  speech = globalThis.speechSynthesis,
}: Props) => {
  const t = useTranslate()
  const { code, language } = useLocale()
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [track, setTrack] = useState<HTMLTrackElement | null>(null)
  const { preferences, change } = usePlayerPreferences()
  const { inBrowserPlayer, ...fullScreen } = useFullScreen(container, video)
  const { cues, current } = useCaptions(track, inBrowserPlayer && preferences.captions)
  const { speed, narration: isNarrated } = preferences
  const cue = current === undefined ? undefined : cues[current]
  const narration = useNarration({ video, speech, isOn: isNarrated, locale: code, speed, cue })
  const { narrator, hasVoice, isHolding } = narration
  const { duration } = film
  const playback = usePlayback(video, narrator, isHolding, { duration, speed })
  /** Some browsers find their voices a moment after the page asks for them. */
  const [isVoiceAwaited, setIsVoiceAwaited] = useState(false)

  const prepareVoice = (isOn: boolean) => {
    if (!isOn) return
    if (hasVoice) narrator.unlock()
    setIsVoiceAwaited(true)
  }
  const toggle = () => {
    prepareVoice(isNarrated)
    playback.toggle()
  }
  const controls = { ...playback, toggle }
  return (
    // The keys work wherever the focus is in the player; each has a control with the same effect.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={setContainer}
      className={styles.player}
      aria-label={t('player.name')}
      onKeyDown={(event) => handleKey(controls, event)}
    >
      <video
        {...videoProps}
        ref={setVideo}
        className={styles.video}
        poster={film.poster}
        aria-label={title}
        tabIndex={-1}
        playsInline
        preload="metadata"
        width="1280"
        height="720"
        onClick={toggle}
      >
        {sources.map(({ src, type }) => (
          <source
            key={src}
            src={src}
            type={type}
            // The browser tries the sources in order: if the last one fails, none could be loaded.
            {...(src === sources.at(-1)?.src && { onError: onSourceError })}
          />
        ))}
        <track
          ref={setTrack}
          kind="captions"
          src={toCaptionsPath(film, code)}
          srcLang={language}
          label={t('courses.captions')}
        />
      </video>
      {preferences.captions && (
        <CaptionBand
          sentences={cues.length > 0 ? cues.map(({ text }) => text) : scenes.flatMap(({ lines }) => lines)}
          current={current}
          size={preferences.captionSize}
          withHint={!playback.isPlaying && !playback.hasEnded}
        />
      )}
      <VideoControls
        playback={controls}
        duration={duration}
        chapters={findChapters(scenes, cues)}
        preferences={preferences}
        onPreferences={(changed) => {
          prepareVoice(changed.narration === true)
          change(changed)
        }}
        fullScreen={fullScreen}
        isVoiceMissing={isNarrated && isVoiceAwaited && !hasVoice}
      />
    </section>
  )
}
