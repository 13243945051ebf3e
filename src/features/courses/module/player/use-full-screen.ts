import { useEventValue } from './use-event-value.ts'

const changes = ['fullscreenchange']
const browserPlayer = ['webkitbeginfullscreen', 'webkitendfullscreen']

/** An iPhone shows only a video in full screen, in a player of its own. */
type VideoOnIphone = HTMLVideoElement & {
  webkitEnterFullscreen?: () => void
  webkitDisplayingFullscreen?: boolean
}

/** Chrome on Android; other browsers turn the picture with the device, or not at all. */
type LockableOrientation = ScreenOrientation & { lock?: (orientation: 'landscape') => Promise<void> }

const openWide = async (container: HTMLElement): Promise<void> => {
  await container.requestFullscreen()
  const orientation: LockableOrientation = screen.orientation
  await orientation.lock?.('landscape')
}

/**
 * Shows the whole player in full screen, with its captions below the picture. `toggle` is undefined where
 * there is no full screen.
 */
export const useFullScreen = (container: HTMLElement | null, video: VideoOnIphone | null) => {
  const isFullScreen = useEventValue(
    container && document,
    changes,
    ({ fullscreenElement }) => fullscreenElement === container,
    false,
  )
  const inBrowserPlayer = useEventValue(
    video,
    browserPlayer,
    (element) => element.webkitDisplayingFullscreen ?? false,
    false,
  )
  const findToggle = () => {
    if (container && document.fullscreenEnabled)
      return () =>
        // A browser may refuse; then the player stays as it is.
        void (isFullScreen ? document.exitFullscreen() : openWide(container)).catch(() => undefined)
    return video?.webkitEnterFullscreen && (() => video.webkitEnterFullscreen?.())
  }
  return { isFullScreen, inBrowserPlayer: inBrowserPlayer && !isFullScreen, toggle: findToggle() }
}
