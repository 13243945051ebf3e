import { useRef, useState, useEffect, type SyntheticEvent, type RefObject } from 'react'
import { standaloneLinkClass } from '../../../ui/standalone-link.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import styles from './preview-media.module.css'
import type { Preview } from './preview-kind.ts'

type Props = {
  kind: Preview['kind']
  url: string
  label: string
  /**
   * Called when the URL may have expired. This also happens while a long video plays, because the player
   * requests it in parts. Resolves when there is a new URL.
   */
  onRenew: () => Promise<void>
}

/**
 * If a renewed URL fails sooner than this, the file cannot be shown. The URL has not expired, because every
 * URL is valid for much longer.
 */
const minRenewalIntervalMs = 60_000

/**
 * Returns handlers that resume a recording, which is a video or audio file, at its position after its expired
 * URL was replaced.
 */
const useResumePosition = () => {
  const positionSeconds = useRef(0)
  return {
    onTimeUpdate: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      positionSeconds.current = currentTarget.currentTime
    },
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      if (positionSeconds.current > 0) currentTarget.currentTime = positionSeconds.current
    },
  }
}

/**
 * Watches the keyboard and the pointer to find out who moves the focus to a frame: the coach, or the document
 * in the frame.
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
  document.addEventListener(
    'keydown',
    ({ key }) => {
      isTabPressed = key === 'Tab'
    },
    options,
  )
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
    /** Whether the coach has just moved the focus to the frame, with Tab or the pointer. */
    isByCoach: () => isTabPressed || (hasPointerMoved && frame.current?.matches(':hover') === true),
    /** Moves the focus back to the last focused element outside the frame. */
    restore: () => lastFocused instanceof HTMLElement && lastFocused.focus(),
  }
}

/**
 * Moves the focus back if the frame takes it without an action of the coach, because the surrounding dialog
 * would no longer receive Escape. Chromium's viewer takes it when it reports a damaged document. If the coach
 * moved the focus to the frame with Tab or a pointer, it stays there.
 */
const useGuardedFocus = (frame: RefObject<HTMLIFrameElement | null>): void => {
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const focus = watchFocus(frame, signal)
    const onBlur = () => {
      const hasFrameFocus = frame.current !== null && document.activeElement === frame.current
      // Waits until the frame really has the focus. If the focus moved back earlier, the keys would still go
      // to the frame.
      if (hasFrameFocus && !focus.isByCoach()) setTimeout(focus.restore)
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
      {/* The document has another origin and is not served as a web page, so none of its code runs. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- no browser shows a document in a sandbox */}
      <iframe ref={frame} className={styles.document} src={url} title={label} referrerPolicy="no-referrer" />
      <p className={styles.inTab}>
        <a href={url} target="_blank" rel="noreferrer" className={standaloneLinkClass}>
          {t('files.browse.openInTab')}
        </a>
      </p>
    </>
  )
}

/**
 * Requests a new URL after an error. If the new URL also fails within `minRenewalIntervalMs`, the file cannot
 * be shown.
 */
const useRenewal = (onRenew: Props['onRenew']) => {
  const [attempt, setAttempt] = useState(1)
  const [hasFailed, setHasFailed] = useState(false)
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)
  const onError = async () => {
    if (Date.now() - renewedAt.current < minRenewalIntervalMs) {
      setHasFailed(true)
      return
    }
    renewedAt.current = Date.now()
    await onRenew()
    // Two URLs signed in the same second are equal, and a browser does not request an unchanged `src` again.
    // A new key makes React replace the element, which requests it again.
    setAttempt(attempt + 1)
  }
  return { attempt, hasFailed, onError: () => void onError() }
}

/** An image, a recording or a document. */
export const PreviewMedia = ({ kind, url, label, onRenew }: Props) => {
  const t = useTranslate()
  const resumeHandlers = useResumePosition()
  const { attempt, hasFailed, onError } = useRenewal(onRenew)

  if (hasFailed)
    return (
      <p role="alert" className={styles.failed}>
        {t('files.browse.previewFailed')}
      </p>
    )
  if (kind === 'document') return <DocumentFrame url={url} label={label} />
  const mediaProps = { className: styles.media, src: url, onError }
  if (kind === 'image') return <img key={attempt} {...mediaProps} alt={label} />
  const recordingProps = { ...mediaProps, ...resumeHandlers, controls: true, 'aria-label': label }
  // Recordings that coaches upload have no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (kind === 'audio') return <audio key={attempt} {...recordingProps} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video key={attempt} {...recordingProps} playsInline />
}
