import { useRef, useState, useEffect, type SyntheticEvent, type RefObject } from 'react'
import { standaloneLink } from '../../../ui/standalone-link.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import styles from './preview-media.module.css'
import type { Preview } from './preview-kind.ts'

type Props = {
  kind: Preview['kind']
  url: string
  label: string
  /**
   * The URL may have expired: a long video requests its ranges while it plays. Resolves when there is a new
   * URL.
   */
  onRenew: () => Promise<void>
}

/** ms; every URL is valid for much longer. */
const minRenewalInterval = 60_000

/** Resumes a recording at its position when its URL expired. */
const useResumeTime = () => {
  /** The position in the recording in seconds. */
  const time = useRef(0)
  return {
    onTimeUpdate: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      time.current = currentTarget.currentTime
    },
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      if (time.current > 0) currentTarget.currentTime = time.current
    },
  }
}

/**
 * Watches the keyboard and the pointer, and remembers the last focused element outside the frame. `isByPerson`
 * is whether a person, and not the frame, has just moved the focus to the frame.
 */
const watchFocus = (frame: RefObject<HTMLIFrameElement | null>, signal: AbortSignal) => {
  let lastFocused = document.activeElement
  let isTabPressed = false
  let hasPointerMoved = false
  let pointerPosition: string | undefined
  const options = { signal, capture: true }
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target !== frame.current) lastFocused = target
    },
    options,
  )
  document.addEventListener('keydown', ({ key }) => (isTabPressed = key === 'Tab'), options)
  document.addEventListener(
    'pointermove',
    ({ screenX, screenY }) => {
      const position = `${screenX} ${screenY}`
      // The event also fires for a pointer at rest when the element under it changes.
      if (pointerPosition !== undefined && pointerPosition !== position) hasPointerMoved = true
      pointerPosition = position
    },
    options,
  )
  return {
    isByPerson: () => isTabPressed || (hasPointerMoved && frame.current?.matches(':hover') === true),
    restore: () => lastFocused instanceof HTMLElement && lastFocused.focus(),
  }
}

/**
 * Keeps the focus out of a frame that takes it by itself, as Chromium's viewer does to report a damaged
 * document: the surrounding dialog would no longer receive Escape. A person who goes there with Tab or a
 * pointer stays there.
 */
const useGuardedFocus = (frame: RefObject<HTMLIFrameElement | null>): void => {
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const focus = watchFocus(frame, signal)
    const onBlur = () => {
      const hasFrameFocus = frame.current !== null && document.activeElement === frame.current
      // If the focus were moved back before the frame has it, the keys would still go to the frame.
      if (hasFrameFocus && !focus.isByPerson()) setTimeout(focus.restore)
    }
    // When one of its frames takes the focus, the window of the page fires `blur`.
    window.addEventListener('blur', onBlur, { signal })
    return () => controller.abort()
  }, [frame])
}

const DocumentFrame = ({ url, label }: Pick<Props, 'url' | 'label'>) => {
  const t = useTranslate()
  const frame = useRef<HTMLIFrameElement>(null)
  useGuardedFocus(frame)
  return (
    <>
      {/* Another origin, and a type that is not a web page: none of its code runs. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- no browser shows a document in a sandbox */}
      <iframe ref={frame} className={styles.document} src={url} title={label} referrerPolicy="no-referrer" />
      <p className={styles.inTab}>
        <a href={url} target="_blank" rel="noreferrer" className={standaloneLink}>
          {t('files.browse.openInTab')}
        </a>
      </p>
    </>
  )
}

/**
 * Renews the URL after an error. If the new URL fails again this soon, it has not expired: the file cannot be
 * shown.
 */
const useRenewal = (onRenew: Props['onRenew']) => {
  const [attempt, setAttempt] = useState(1)
  const [hasFailed, setHasFailed] = useState(false)
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)
  const onError = async () => {
    if (Date.now() - renewedAt.current < minRenewalInterval) {
      setHasFailed(true)
      return
    }
    renewedAt.current = Date.now()
    await onRenew()
    // Two URLs signed in the same second are equal, and a browser does not request the same URL again. So the
    // attempt is the key of the element, which is created anew.
    setAttempt(attempt + 1)
  }
  return { attempt, hasFailed, onError: () => void onError() }
}

/** A picture, a recording or a document. */
export const PreviewMedia = ({ kind, url, label, onRenew }: Props) => {
  const t = useTranslate()
  const resumeTime = useResumeTime()
  const { attempt, hasFailed, onError } = useRenewal(onRenew)

  if (hasFailed)
    return (
      <p role="alert" className={styles.failed}>
        {t('files.browse.previewFailed')}
      </p>
    )
  if (kind === 'document') return <DocumentFrame url={url} label={label} />
  const media = { className: styles.media, src: url, onError }
  if (kind === 'image') return <img key={attempt} {...media} alt={label} />
  const recording = { ...media, ...resumeTime, controls: true, 'aria-label': label }
  // A person's own recording has no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (kind === 'audio') return <audio key={attempt} {...recording} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video key={attempt} {...recording} playsInline />
}
