import { useRef, useState, useEffect, type SyntheticEvent, type RefObject } from 'react'
import { aloneLink } from '../../../ui/alone-link.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import styles from './preview-media.module.css'
import type { Preview } from './preview-kind.ts'

type Props = {
  kind: Preview['kind']
  address: string
  label: string
  /**
   * The address may have expired: a long video requests its ranges while it plays. Resolves when there is a
   * new address.
   */
  onRenew: () => Promise<void>
}

/** ms; every address is valid for much longer. */
const minInterval = 60_000

/** Resumes a recording at its position when its address expired. */
const useResumeTime = () => {
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

/** Watches the keyboard and the pointer, and remembers the last focused element. */
const watchFocus = (frame: RefObject<HTMLIFrameElement | null>, signal: AbortSignal) => {
  let before = document.activeElement
  let byTab = false
  let moved = false
  /** The last position of the pointer. */
  let at: string | undefined
  const listening = { signal, capture: true }
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target !== frame.current) before = target
    },
    listening,
  )
  document.addEventListener('keydown', ({ key }) => (byTab = key === 'Tab'), listening)
  document.addEventListener(
    'pointermove',
    ({ screenX, screenY }) => {
      // The event also fires for a pointer at rest when the element under it changes.
      moved ||= at !== undefined && at !== `${screenX} ${screenY}`
      at = `${screenX} ${screenY}`
    },
    listening,
  )
  return {
    movedByPerson: () => byTab || (moved && frame.current?.matches(':hover') === true),
    restore: () => before instanceof HTMLElement && before.focus(),
  }
}

/**
 * Keeps the focus out of a frame that takes it by itself, as Chromium's viewer does to report a damaged
 * document: the surrounding dialog would no longer receive Escape. A person who goes there with Tab or a
 * pointer stays there.
 */
const useGuardedFocus = (frame: RefObject<HTMLIFrameElement | null>): void => {
  useEffect(() => {
    const ended = new AbortController()
    const focus = watchFocus(frame, ended.signal)
    const onBlur = () => {
      const isTaken = frame.current !== null && document.activeElement === frame.current
      // If the focus were moved back before the frame has it, the keys would still go to the frame.
      if (isTaken && !focus.movedByPerson()) setTimeout(focus.restore)
    }
    // When one of its frames takes the focus, the window of the page fires `blur`.
    window.addEventListener('blur', onBlur, { signal: ended.signal })
    return () => ended.abort()
  }, [frame])
}

const DocumentFrame = ({ address, label }: Pick<Props, 'address' | 'label'>) => {
  const t = useTranslate()
  const frame = useRef<HTMLIFrameElement>(null)
  useGuardedFocus(frame)
  return (
    <>
      {/* Another origin, and a type that is not a web page: none of its code runs. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- no browser shows a document in a sandbox */}
      <iframe
        ref={frame}
        className={styles.document}
        src={address}
        title={label}
        referrerPolicy="no-referrer"
      />
      <p>
        <a href={address} target="_blank" rel="noreferrer" className={aloneLink}>
          {t('files.browse.openInTab')}
        </a>
      </p>
    </>
  )
}

/**
 * Renews the address after an error. If the new address fails again this soon, it has not expired: the file
 * cannot be shown.
 */
const useRenewal = (onRenew: Props['onRenew']) => {
  const [tries, setTries] = useState(1)
  const [isFailed, setIsFailed] = useState(false)
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)
  const onError = async () => {
    if (Date.now() - renewedAt.current < minInterval) return setIsFailed(true)
    renewedAt.current = Date.now()
    await onRenew()
    // Two addresses signed in the same second are equal, and a browser does not request the same address
    // again.
    setTries(tries + 1)
  }
  return { tries, isFailed, onError: () => void onError() }
}

/** A picture, a recording or a document. */
export const PreviewMedia = ({ kind, address, label, onRenew }: Props) => {
  const t = useTranslate()
  const resumeTime = useResumeTime()
  const { tries, isFailed, onError } = useRenewal(onRenew)

  if (isFailed) return <p role="alert">{t('files.browse.previewFailed')}</p>
  if (kind === 'document') return <DocumentFrame {...{ address, label }} />
  const media = { className: styles.media, src: address, onError }
  if (kind === 'image') return <img key={tries} {...media} alt={label} />
  const recording = { ...media, ...resumeTime, controls: true, 'aria-label': label }
  // A person's own recording has no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (kind === 'audio') return <audio key={tries} {...recording} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video key={tries} {...recording} playsInline />
}
