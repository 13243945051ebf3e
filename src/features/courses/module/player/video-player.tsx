import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { toCaptionsPath, type Video, type VideoSource } from '../../../../config/courses.ts'
import { useLocale } from '../../../../i18n/use-locale.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { CaptionBand } from '../../../../ui/captions/caption-band.tsx'
import { useCaptionMode, useCaptions } from '../../../../ui/captions/use-captions.ts'
import type { Speech } from './narrator.ts'
import { usePlayerPreferences } from './player-preferences.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useNarration } from './use-narration.ts'
import { usePlayback, type Playback } from './use-playback.ts'
import { findChapters, type Scenes } from './video-chapters.ts'
import { VideoControls } from './video-controls.tsx'
import styles from './video-player.module.css'

/** How far an arrow key moves the position. */
const arrowKeySeconds = 5

/** Handles the keys of the whole player, except keys that the focused control uses itself. */
const handleKey = ({ toggle, skip }: Playback, event: KeyboardEvent): void => {
  const { target, key, repeat } = event
  if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return
  const isOption = target.matches('[type=radio]')
  const isSlider = target.matches('[type=range]')
  /** The action of each key. False if the focused control uses the key itself, or if the key is held down. */
  const actions: Record<string, (() => void) | false> = {
    k: !repeat && toggle,
    ' ': !repeat && !isOption && !target.matches('button') && toggle,
    ArrowLeft: !isOption && (() => skip(-arrowKeySeconds)),
    ArrowRight: !isOption && (() => skip(arrowKeySeconds)),
    ArrowDown: isSlider && (() => skip(-arrowKeySeconds)),
    ArrowUp: isSlider && (() => skip(arrowKeySeconds)),
  }
  const action = actions[key]
  if (!action) return
  event.preventDefault()
  action()
}

type Props = {
  /** The description of the video: poster, captions and duration. Below, `video` is the element. */
  film: Video
  /** The formats that this browser plays. */
  sources: readonly VideoSource[]
  title: string
  /** The spoken sentences, scene by scene. */
  scenes: Scenes
  /** Called if the last source cannot be loaded. */
  onSourceError: () => void
  /** Handlers of the video's events. */
  videoProps: ComponentProps<'video'>
  /** The speech synthesis of the browser; a test passes its own. */
  speech?: Speech | undefined
}

/**
 * A video player with our own controls. Captions stay below the video, so that they cover nobody in it. A
 * voice of the device can read them aloud.
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
  const { preferences, changePreferences } = usePlayerPreferences()
  const { isInBrowserPlayer, ...fullScreen } = useFullScreen(container, video)
  useCaptionMode(track, isInBrowserPlayer && preferences.captions)
  const { cues, currentIndex } = useCaptions(track)
  const { speed, narration: isNarrated } = preferences
  const cue = currentIndex === undefined ? undefined : cues[currentIndex]
  const narration = useNarration({ video, speech, isOn: isNarrated, locale: code, speed, cue })
  // `isHeld`: the narrator has paused the video until the voice has finished a sentence.
  const { narrator, hasVoice, isHeld } = narration
  const { duration } = film
  const playback = usePlayback(video, narrator, isHeld, { duration, speed })
  /**
   * Whether the coach has tried to use narration. Until then, a missing voice is not reported, because some
   * browsers load their voices only after the page has asked for them.
   */
  const [isNarrationTried, setIsNarrationTried] = useState(false)

  /** Call this in response to a tap, because only a tap can unlock the voice. `isOn`: narration is on. */
  const prepareVoice = (isOn: boolean) => {
    if (!isOn) return
    if (hasVoice) narrator.unlock()
    setIsNarrationTried(true)
  }
  const toggle = () => {
    prepareVoice(isNarrated)
    playback.toggle()
  }
  const controls = { ...playback, toggle }
  const pausedMessage = playback.hasEnded ? 'player.ended' : 'player.hint'
  // Until the captions are loaded, the scenes have the same sentences.
  const sentences = cues.length > 0 ? cues.map(({ text }) => text) : scenes.flatMap(({ lines }) => lines)
  return (
    // The keys work wherever the focus is in the player. Each key has a control with the same effect.
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
        // The result of the module can move the focus to the video.
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
          sentences={sentences}
          currentIndex={currentIndex}
          size={preferences.captionSize}
          message={playback.isPlaying ? undefined : pausedMessage}
        />
      )}
      <VideoControls
        playback={controls}
        duration={duration}
        chapters={findChapters(scenes, cues)}
        preferences={preferences}
        onPreferences={(changed) => {
          prepareVoice(changed.narration === true)
          changePreferences(changed)
        }}
        fullScreen={fullScreen}
        isVoiceMissing={isNarrated && isNarrationTried && !hasVoice}
      />
    </section>
  )
}
