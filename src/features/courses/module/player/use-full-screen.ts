import { useEventValue } from '../../../../ui/use-event-value.ts'

const fullScreenEvents = ['fullscreenchange']
const browserPlayerEvents = ['webkitbeginfullscreen', 'webkitendfullscreen']

/** On an iPhone, only a video element can be in full screen, in the browser's own player. */
type VideoOnIphone = HTMLVideoElement & {
  webkitEnterFullscreen?: () => void
  webkitDisplayingFullscreen?: boolean
}

/** Chrome on Android has `lock`. Other browsers turn the video with the device, or not at all. */
type LockableOrientation = ScreenOrientation & { lock?: (orientation: 'landscape') => Promise<void> }

/** Shows an element in full screen, and turns it to landscape if the browser can. */
const enterLandscape = async (container: HTMLElement): Promise<void> => {
  await container.requestFullscreen()
  const orientation: LockableOrientation = screen.orientation
  await orientation.lock?.('landscape')
}

/**
 * Shows the whole player in full screen, with its captions below the video. On an iPhone, shows the browser's
 * own player instead (`isInBrowserPlayer`). `toggle` is undefined if the browser has no full screen.
 */
export const useFullScreen = (container: HTMLElement | null, video: VideoOnIphone | null) => {
  const isFullScreen = useEventValue(
    container && document,
    fullScreenEvents,
    ({ fullscreenElement }) => fullscreenElement === container,
    false,
  )
  const isVideoFullScreen = useEventValue(
    video,
    browserPlayerEvents,
    (element) => element.webkitDisplayingFullscreen ?? false,
    false,
  )
  const createToggle = (): (() => void) | undefined => {
    if (container && document.fullscreenEnabled) {
      return () => {
        const change = isFullScreen ? document.exitFullscreen() : enterLandscape(container)
        // If the browser refuses, the player stays as it is.
        change.catch(() => undefined)
      }
    }
    // The browser's own player has a button to leave full screen, so here the toggle only enters it.
    return video?.webkitEnterFullscreen && (() => video.webkitEnterFullscreen?.())
  }
  return { isFullScreen, isInBrowserPlayer: isVideoFullScreen && !isFullScreen, toggle: createToggle() }
}
